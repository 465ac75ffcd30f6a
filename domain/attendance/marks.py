"""What can be said of a student in a lesson: in its cell, in the teacher's form, and why (D-24)."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple


class AttendanceStatus(IntEnum):
    """What a lesson's cell shows (R2-259). No class and ended are never kept: they follow from lesson and period."""

    ATTENDED = 1
    ABSENT = 2
    NO_CLASS = 3
    LATE = 4
    ENDED = 5


class Mark(IntEnum):
    """What the teacher's form works with (R2-258). *Come* is the doors' proposal, never chosen by a person."""

    ATTENDED = 1
    DID_NOT_PARTICIPATE = 2
    COME = 3
    LATE = 4


class Reason(IntEnum):
    """Why somebody was late or absent (R2-202)."""

    ON_THE_ROAD = 1
    REASONABLE = 2
    WITHOUT_REASON = 3


STATUS_OF_MARK = {
    Mark.ATTENDED: AttendanceStatus.ATTENDED,
    Mark.DID_NOT_PARTICIPATE: AttendanceStatus.ABSENT,
    Mark.LATE: AttendanceStatus.LATE,
}


@dataclass(frozen=True)
class MarkValue:
    """A cell as somebody marked it. ``reason`` is of late and absent alone."""

    status: AttendanceStatus
    reason: Reason | None = None

    def __post_init__(self) -> None:
        if (self.status == AttendanceStatus.ATTENDED) != (self.reason is None):
            raise ValueError("late and absent have a reason, attended has none")

    @cached_property
    def word(self) -> str:
        """As records tell it: ``late:on_the_road``."""
        return ":".join(one.name.lower() for one in (self.status, self.reason) if one is not None)


@cache
def mark_value(status: int, reason: int | None = None) -> MarkValue:
    """The cell by its numbers. There are seven of them, and a class says twenty at once."""
    return MarkValue(AttendanceStatus(status), None if reason is None else Reason(reason))


class CurrentMark(NamedTuple):
    """What a cell says as far as saving asks: whether it is the office's word, and of a day that counts."""

    value: MarkValue
    by_office: bool = False
    counted: bool = True


class StoredMark(NamedTuple):
    """What is marked of a student in a lesson, who said so and when; ``first``: what stood there before it was
    corrected (D-47). ``version`` counts what was said of him."""

    value: MarkValue
    marked_by: int | None
    marked_at: datetime
    by_office: bool = False
    counted: bool = True
    version: int = 1
    first: "OriginalMark | None" = None


class OriginalMark(NamedTuple):
    """The first value of a corrected mark."""

    value: MarkValue
    marked_by: int | None
    marked_at: datetime
