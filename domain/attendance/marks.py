"""Marks: status, form values and reasons of a student in a lesson (D-24)."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple


class AttendanceStatus(IntEnum):
    """The status shown in a lesson's cell (R2-259).

    NO_CLASS and ENDED are never stored: they follow from the lesson and the enrolment.
    """

    ATTENDED = 1
    ABSENT = 2
    NO_CLASS = 3
    LATE = 4
    ENDED = 5


class Mark(IntEnum):
    """The values of the teacher's form (R2-258).

    COME is the doors' proposal, never chosen by a person.
    """

    ATTENDED = 1
    DID_NOT_PARTICIPATE = 2
    COME = 3
    LATE = 4


class Reason(IntEnum):
    """The reason for being late or absent (R2-202)."""

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
    """A status as it was marked; only LATE and ABSENT have a reason.

    ``reason_is_default``: nobody has chosen the reason yet (D-24).
    """

    status: AttendanceStatus
    reason: Reason | None = None
    reason_is_default: bool = False

    def __post_init__(self) -> None:
        if (self.status == AttendanceStatus.ATTENDED) != (self.reason is None):
            raise ValueError("late and absent have a reason, attended has none")
        if self.reason_is_default and self.reason is None:
            raise ValueError("a default reason is a reason")

    @cached_property
    def word(self) -> str:
        """The value in audit records: ``late:on_the_road:default``."""
        words = [one.name.lower() for one in (self.status, self.reason) if one is not None]
        return ":".join([*words, "default"] if self.reason_is_default else words)

    def equals_but_for_choice(self, other: "MarkValue") -> bool:
        """True if status and reason are the same, chosen or not."""
        return (self.status, self.reason) == (other.status, other.reason)


@cache
def mark_value(status: int, reason: int | None = None, reason_is_default: bool = False) -> MarkValue:
    """The value by its numbers.

    Cached, because there are few and a class needs twenty at once.
    """
    return MarkValue(AttendanceStatus(status), None if reason is None else Reason(reason), reason_is_default)


class CurrentMark(NamedTuple):
    """The part of a mark that a save needs: value, author kind, whether it counts."""

    value: MarkValue
    by_office: bool = False
    counted: bool = True


class StoredMark(NamedTuple):
    """A stored mark with its author and time.

    ``first``: the original value of a corrected mark (D-47). ``version`` counts the changes of the mark.
    """

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
