"""What becomes of a field that stays against the school's word when the school says something of it (D-49)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

# Not a column of the school's but whether the row lives: a revert's word on it holds until the record is said anew.
EXISTENCE = "school_deleted_at"


class Outcome(StrEnum):
    """``kept``: ours stays. ``renewed``: beside a new word. ``dropped``: the mark goes and the school is followed."""

    KEPT = "kept"
    RENEWED = "renewed"
    DROPPED = "dropped"


@dataclass(frozen=True)
class Mark:
    """A sticky field of one row. ``by_revert``: put back by a revert, not chosen by a person."""

    entity_id: int
    field: str
    school_value: Any
    by_revert: bool


def outcome(mark: Mark, school: Any, ours: Any) -> Outcome:
    """What follows from the school's present word.

    A mark goes when the school says the same as we. What a person chose stays against every other word. What a revert
    put back stays only against what was taken back: any other word is new, and is followed.
    """
    if mark.field == EXISTENCE or school == ours:
        return Outcome.DROPPED
    if school == mark.school_value:
        return Outcome.KEPT
    return Outcome.DROPPED if mark.by_revert else Outcome.RENEWED
