"""A teacher's check-in: its window to the second, and the rating from it (D-77)."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.attendance.lesson import Lesson
from domain.attendance.marks import AttendanceStatus
from domain.attendance.staff_attendance import Duty, check_in, is_own, month_span, rating
from domain.groups.enrolments import Period
from domain.shared.errors import DomainError

ZONE = ZoneInfo("Asia/Tashkent")
DAY = date(2026, 11, 20)
SECOND = timedelta(seconds=1)
LESSON = Lesson(1, 2, DAY, time(14), time(16), id=5)


def at(clock: str, day: date = DAY) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock), ZONE)


@pytest.mark.parametrize(
    ("now", "status"),
    [
        (at("13:30"), AttendanceStatus.ATTENDED),
        (at("14:00"), AttendanceStatus.ATTENDED),
        (at("14:10"), AttendanceStatus.ATTENDED),
        (at("14:10") + SECOND, AttendanceStatus.LATE),
        (at("16:00") - SECOND, AttendanceStatus.LATE),
    ],
)
def test_a_check_in_is_on_time_until_ten_minutes_after_the_start(now: datetime, status: AttendanceStatus) -> None:
    """On time, then late, to the second (D-77, R2-205)."""
    assert check_in(LESSON, now, ZONE) == status


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (at("13:30") - SECOND, "attendance.check_in_early"),
        (at("16:00"), "attendance.check_in_over"),
        (at("14:00", DAY + timedelta(days=1)), "attendance.check_in_over"),
    ],
)
def test_a_check_in_is_rejected_before_and_after_its_window(now: datetime, code: str) -> None:
    """From 30 minutes before the start to the end, which is excluded (D-77)."""
    with pytest.raises(DomainError) as refused:
        check_in(LESSON, now, ZONE)
    assert refused.value.code == code


def test_a_lesson_over_midnight_can_be_checked_in_on_both_days() -> None:
    """The window may cross midnight at its start and at its end (D-25)."""
    late = Lesson(1, 2, DAY, time(23, 50), time(1, 0), id=6)
    tomorrow = DAY + timedelta(days=1)
    assert check_in(late, at("00:00", tomorrow), ZONE) == AttendanceStatus.ATTENDED
    assert check_in(late, at("00:59", tomorrow), ZONE) == AttendanceStatus.LATE
    early = Lesson(1, 2, tomorrow, time(0, 15), time(1, 0), id=7)
    assert check_in(early, at("23:45"), ZONE) == AttendanceStatus.ATTENDED
    with pytest.raises(DomainError):
        check_in(early, at("23:45") - SECOND, ZONE)


def test_the_grace_period_is_a_setting() -> None:
    """Ten minutes unless the centre sets another (D-24, D-77)."""
    assert check_in(LESSON, at("14:05") + SECOND, ZONE, 5) == AttendanceStatus.LATE


def test_a_lesson_that_does_not_take_place_has_no_check_in() -> None:
    """No check-in is possible (D-24)."""
    with pytest.raises(DomainError) as refused:
        check_in(Lesson(1, 2, DAY, time(14), time(16), no_class_reason="bayram"), at("14:00"), ZONE)
    assert refused.value.code == "attendance.no_class"


def lesson(days_ago: int, reason: str | None = None) -> Lesson:
    return Lesson(1, 2, DAY - timedelta(days=days_ago), time(14), time(16), no_class_reason=reason)


def test_the_rating_counts_ended_lessons_attended_on_time() -> None:
    """Late and unchecked count against it; open and cancelled do not (R2-205, D-77)."""
    lessons = [(lesson(3), 1), (lesson(2), 4), (lesson(1), None), (lesson(4, "bayram"), None), (lesson(0), None)]
    assert rating(lessons, at("15:59"), ZONE) == 33.3
    assert rating(lessons, at("16:00"), ZONE) == 25.0
    assert rating([(lesson(3), 1)], at("14:00"), ZONE) == 100.0
    assert rating([(lesson(0), 1)], at("14:00"), ZONE) is None


def test_lessons_generated_after_their_end_do_not_count() -> None:
    """Of a late schedule; likewise the month before a centre's first day (D-71, D-77)."""
    before = replace(lesson(3), made_afterwards=True)
    assert rating([(before, None), (lesson(1), 1)], at("14:00"), ZONE) == 100.0
    assert rating([(before, None)], at("14:00"), ZONE) is None


BESIDE = Duty([5], time(15), time(17), Period(date(2026, 11, 1), date(2026, 11, 30)))


def test_only_the_teacher_and_scheduled_staff_check_in() -> None:
    """An assistant at the hours of their own schedule entry (D-77)."""
    assert is_own(LESSON, 2, [])
    assert is_own(LESSON, 3, [BESIDE])
    assert not is_own(LESSON, 3, [])
    assert not is_own(Lesson(1, 2, DAY, time(13), time(15)), 3, [BESIDE])
    assert not is_own(Lesson(1, 2, DAY - timedelta(days=1), time(14), time(16)), 3, [BESIDE])
    assert not is_own(Lesson(1, 2, date(2026, 12, 4), time(14), time(16)), 3, [BESIDE])
    assert is_own(Lesson(1, 2, DAY, time(16), time(0)), 3, [BESIDE])


def test_an_entry_without_days_names_nobody_and_without_hours_the_day() -> None:
    """A schedule entry without days generates nothing (D-25)."""
    period = Period(None, None)
    assert not is_own(LESSON, 3, [Duty([], None, None, period)])
    assert is_own(LESSON, 3, [Duty([5], None, None, period)])


def test_a_month_is_written_as_year_and_month() -> None:
    """Anything else is rejected (R1-150)."""
    assert month_span("2026-02") == Period(date(2026, 2, 1), date(2026, 2, 28))
    assert [month_span(text) for text in ("2026-13", "2026-1", "", "2026-02-01", "noyabr1")] == [None] * 5
