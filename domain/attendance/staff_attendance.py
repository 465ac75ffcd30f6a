"""Staff attendance: checking in at a lesson, lessons on time (D-77)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.attendance.attendance_sheet import LATE_AFTER_MINUTES
from domain.attendance.lesson import Lesson, LessonStatus
from domain.attendance.marks import AttendanceStatus
from domain.attendance.tally import Tally
from domain.groups.enrolments import Period
from domain.shared.errors import DomainError

# checking in is possible from this time before the lesson's begin
CHECK_IN_AHEAD = timedelta(minutes=30)


@dataclass
class StaffCheck:
    """A teacher's check-in at a lesson.

    ``status``: attended 1, late 4. ``photo``: the public id of the picture that proves it.
    """

    lesson_id: int
    teacher_id: int
    status: int
    at: datetime
    photo: str | None = None
    marked_by: int | None = None


@dataclass(frozen=True)
class Duty:
    """A slot of the timetable that names a person: weekdays, hours and dates."""

    days_of_week: Collection[int]
    begin: time | None
    end: time | None
    period: Period

    def covers(self, lesson: Lesson) -> bool:
        """True if the lesson is within these hours (D-25).

        A slot without days covers nothing.
        """
        if lesson.day.isoweekday() not in self.days_of_week or not self.period.covers(lesson.day):
            return False
        if self.begin is None or self.end is None:
            return True
        (begin, end), (begins, ends) = _hours(self.begin, self.end), _hours(lesson.begin, lesson.end)
        return begin < ends and begins < end


def _hours(begin: time, end: time) -> tuple[int, int]:
    """Begin and end in minutes of the day.

    An end at midnight or later is on the next day.
    """
    first, last = begin.hour * 60 + begin.minute, end.hour * 60 + end.minute
    return first, last if last > first else last + 24 * 60


def is_own(lesson: Lesson, teacher_id: int, duties: Iterable[Duty]) -> bool:
    """True if the person teaches the lesson, or the timetable names them then."""
    return lesson.teacher_id == teacher_id or any(duty.covers(lesson) for duty in duties)


def check_in(lesson: Lesson, now: datetime, zone: ZoneInfo, late_after: int = LATE_AFTER_MINUTES) -> AttendanceStatus:
    """The status of a check-in now: attended or late.

    It is attended up to ``late_after`` minutes from the begin.

    Raises DomainError if the lesson did not take place, earlier than 30 minutes before it, and after its end.
    """
    begins = lesson.begins_at(zone)
    if lesson.no_class_reason is not None:
        raise DomainError("attendance.no_class")
    if now < begins - CHECK_IN_AHEAD:
        raise DomainError("attendance.check_in_early", minutes=CHECK_IN_AHEAD.seconds // 60)
    if now >= lesson.ends_at(zone):
        raise DomainError("attendance.check_in_over")
    return AttendanceStatus.ATTENDED if now <= begins + timedelta(minutes=late_after) else AttendanceStatus.LATE


def opens_at(lesson: Lesson, zone: ZoneInfo) -> datetime:
    """The first instant at which checking in is possible."""
    return lesson.begins_at(zone) - CHECK_IN_AHEAD


def is_rated(lesson: Lesson, now: datetime, zone: ZoneInfo) -> bool:
    """True if the lesson counts in a rating.

    It took place, has ended and existed in time to check in.
    """
    took_place = lesson.no_class_reason is None and not lesson.made_afterwards
    return took_place and lesson.status(now, zone) is LessonStatus.ENDED


def rating(lessons: Iterable[tuple[Lesson, int | None]], now: datetime, zone: ZoneInfo) -> float | None:
    """The percentage of rated lessons attended on time; None without any (D-77).

    It has one decimal. Each lesson comes with the status of its check-in, or None.
    """
    rated = [status for lesson, status in lessons if is_rated(lesson, now, zone)]
    on_time = sum(status == AttendanceStatus.ATTENDED for status in rated)
    return Tally(attended=on_time, absent=len(rated) - on_time).percentage


def month_span(month: str) -> Period | None:
    """The days of a month such as ``2026-11``; None for any other text."""
    try:
        first = date.fromisoformat(f"{month}-01") if len(month) == len("2026-11") else None
    except ValueError:
        return None
    return Period(first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)) if first else None
