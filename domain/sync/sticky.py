"""Resolves a sticky field against a new value of the school (D-49)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

# not a school column but the existence of the row: a revert's decision holds until the record is sent anew
EXISTENCE = "school_deleted_at"


class Outcome(StrEnum):
    """``kept``: ours stays; ``renewed``: ours stays; ``dropped``: the school wins.

    ``renewed`` updates the school's value on the mark; ``dropped`` deletes the mark.
    """

    KEPT = "kept"
    RENEWED = "renewed"
    DROPPED = "dropped"


@dataclass(frozen=True)
class Mark:
    """A sticky field of one row.

    ``by_revert``: restored by a revert, not chosen by a person.
    """

    entity_id: int
    field: str
    school_value: Any
    by_revert: bool


def outcome(mark: Mark, school: Any, ours: Any) -> Outcome:
    """Resolves the mark by the school's current value.

    Equal values drop the mark. A value chosen by a person stays against every other value. A value restored by a revert
    stays only against the reverted value: any other value is new and wins.
    """
    if mark.field == EXISTENCE or school == ours:
        return Outcome.DROPPED
    if school == mark.school_value:
        return Outcome.KEPT
    return Outcome.DROPPED if mark.by_revert else Outcome.RENEWED
