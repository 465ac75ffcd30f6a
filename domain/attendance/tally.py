"""Attendance figures of a group or a student (D-27); only marks count (D-46, A7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.attendance.lesson import Lesson
from domain.attendance.marks import AttendanceStatus, CurrentMark, StoredMark


@dataclass(frozen=True)
class Tally:
    """The number of marks by status."""

    attended: int = 0
    late: int = 0
    absent: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.attended + other.attended, self.late + other.late, self.absent + other.absent)

    def __neg__(self) -> "Tally":
        return Tally(-self.attended, -self.late, -self.absent)

    @property
    def percentage(self) -> float | None:
        """(attended + late) of all marks, in percent; None without marks.

        It has one decimal, rounded half up. Lists compute it in SQL: `attendance_rates.py`, held equal by a test.
        """
        marked = self.attended + self.late + self.absent
        # integer arithmetic rounds as PostgreSQL does: 1 of 16 is 6.3 everywhere
        return (2000 * (self.attended + self.late) + marked) // (2 * marked) / 10 if marked else None


def of_cell(status: int | None) -> Tally:
    """The tally of one status; NO_CLASS, ENDED and None count nothing."""
    return Tally(
        int(status == AttendanceStatus.ATTENDED),
        int(status == AttendanceStatus.LATE),
        int(status == AttendanceStatus.ABSENT),
    )


def of_marks(marks: Iterable[StoredMark | CurrentMark]) -> Tally:
    """The tally of the marks that count."""
    statuses = [one.value.status for one in marks if one.counted]
    return Tally(
        statuses.count(AttendanceStatus.ATTENDED),
        statuses.count(AttendanceStatus.LATE),
        statuses.count(AttendanceStatus.ABSENT),
    )


def of_lesson(lesson: Lesson, marks: Iterable[StoredMark | CurrentMark]) -> Tally:
    """The lesson's part of its group's tally; zero if it did not take place."""
    return Tally() if lesson.no_class_reason is not None else of_marks(marks)
