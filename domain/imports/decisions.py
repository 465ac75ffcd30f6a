"""Decisions on the rows of an import that have a warning (D-155)."""

from collections.abc import Sequence
from enum import StrEnum


class Decision(StrEnum):
    """The decision on a row: leave it out, fill in, create, or change as shown."""

    SKIP = "skip"
    MERGE = "merge"
    CREATE = "create"
    CHANGE = "change"


def options_of_new(*, similar: bool) -> list[Decision]:
    """The decisions on a warned row of nobody known; the first is the default.

    A probable duplicate is left out unless somebody decides otherwise. ``similar``: there is a person to merge into.
    """
    return [Decision.SKIP, *([Decision.MERGE] if similar else []), Decision.CREATE]


def default_of_new(*, probable_duplicate: bool) -> Decision:
    """A probable duplicate is left out, any other warned row is created."""
    return Decision.SKIP if probable_duplicate else Decision.CREATE


# of a row that changes a known student
OPTIONS_OF_KNOWN: Sequence[Decision] = (Decision.SKIP, Decision.MERGE, Decision.CHANGE)
