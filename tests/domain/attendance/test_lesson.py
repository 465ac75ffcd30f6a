"""Lessons: save windows in any zone, and generation from a schedule.

D-25, D-71, T1.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.attendance.holiday import HolidayCalendar
from domain.attendance.lesson import (
    DAYS_AHEAD,
    DAYS_BACK,
    Lesson,
    LessonStatus,
    Slot,
    Timetable,
    clash,
    lessons_of,
)
from domain.groups.enrolments import Period

TASHKENT = ZoneInfo("Asia/Tashkent")
# a Monday
DAY = date(2026, 11, 16)
NOON = datetime.combine(DAY, time(12))
ALWAYS = Period(None, None)
SECOND = timedelta(seconds=1)


def a_lesson(begin: str = "14:00", end: str = "16:00") -> Lesson:
    return Lesson(1, 2, DAY, time.fromisoformat(begin), time.fromisoformat(end))


def a_slot(
    *days: int,
    id: int = 1,
    begin: str | None = "14:00",
    end: str = "16:00",
    period: Period = ALWAYS,
    seen: bool = True,
) -> Slot:
    begins, ends = (time.fromisoformat(begin), time.fromisoformat(end)) if begin else (None, None)
    return Slot(id, 1, 2, days, begins, ends, period, seen=seen)


def days_of(slot: Slot, group: Period = ALWAYS, holidays: tuple[date, ...] = (), days: int = 14) -> list[int]:
    lessons = lessons_of(slot, group, holidays, DAY, DAY + timedelta(days=days - 1))
    return [(lesson.day - DAY).days for lesson in lessons]


@pytest.mark.parametrize(
    ("begin", "end", "begins", "ends", "closes"),
    [
        ("14:00", "16:00", "2026-11-16T09:00", "2026-11-16T11:00", "2026-11-16T19:00"),
        ("00:15", "02:00", "2026-11-15T19:15", "2026-11-15T21:00", "2026-11-16T19:00"),
        ("23:50", "01:20", "2026-11-16T18:50", "2026-11-16T20:20", "2026-11-17T19:00"),
        ("22:00", "00:00", "2026-11-16T17:00", "2026-11-16T19:00", "2026-11-17T19:00"),
    ],
)
def test_a_lesson_uses_the_centres_clock(begin: str, end: str, begins: str, ends: str, closes: str) -> None:
    """The day in UTC does not matter (T1, D-6, D-25).

    A lesson over midnight is open to the end of the day on which it ends.
    """
    lesson = a_lesson(begin, end)
    times = (lesson.begins_at(TASHKENT), lesson.ends_at(TASHKENT), lesson.closes_at(TASHKENT))
    assert [one.astimezone(UTC).isoformat()[:16] for one in times] == [begins, ends, closes]


@pytest.mark.parametrize("zone", ["Asia/Tashkent", "America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
def test_a_lessons_phase_changes_exactly_at_its_ends(zone: str) -> None:
    """Not started, active, ended; in any zone of the centre (D-68, R2-256)."""
    here, lesson = ZoneInfo(zone), a_lesson()
    begins, ends = lesson.begins_at(here), lesson.ends_at(here)
    edges = {
        begins - SECOND: LessonStatus.NOT_STARTED,
        begins: LessonStatus.ACTIVE,
        ends - SECOND: LessonStatus.ACTIVE,
        ends: LessonStatus.ENDED,
    }
    assert {at: lesson.status(at.astimezone(UTC), here) for at in edges} == edges
    assert (begins.astimezone(here).date(), begins.astimezone(here).time()) == (DAY, time(14))


def test_a_daylight_saving_change_extends_the_save_window() -> None:
    """The day of the change has 25 hours, and the teacher has all of them (T1)."""
    new_york = ZoneInfo("America/New_York")
    lesson = Lesson(1, 2, date(2026, 11, 1), time(0, 30), time(3))
    open_for = lesson.closes_at(new_york).astimezone(UTC) - lesson.begins_at(new_york).astimezone(UTC)
    assert open_for == timedelta(hours=24, minutes=30)


def test_a_schedule_generates_lessons_on_its_weekdays() -> None:
    """1 Monday … 7 Sunday, both ends included (D-71)."""
    assert days_of(a_slot(1, 3, 7)) == [0, 2, 6, 7, 9, 13]
    assert days_of(a_slot(1), days=8) == [0, 7]
    assert days_of(a_slot()) == []
    assert days_of(a_slot(1, begin=None)) == []


def test_holidays_have_no_lessons() -> None:
    """The centre is closed on those days (R2-052)."""
    assert days_of(a_slot(1, 3), holidays=(DAY, DAY + timedelta(days=9))) == [2, 7]


def test_a_holiday_of_branches_is_none_elsewhere() -> None:
    """The centre's days count in every branch, a branch's own in it alone (D-153)."""
    later = DAY + timedelta(days=9)
    calendar = HolidayCalendar(frozenset({DAY}), {1: frozenset({later})})
    assert [calendar.days_of(office_id) for office_id in (1, 2, None)] == [{DAY, later}, {DAY}, {DAY}]


def test_a_lesson_lies_within_the_dates_of_its_entry_and_group() -> None:
    """The overlap of both, ends included; an open end does not limit.

    D-25, D-48, D-71.
    """
    tuesday, monday = DAY + timedelta(days=1), DAY + timedelta(days=7)
    assert days_of(a_slot(1, period=Period(tuesday, None))) == [7]
    assert days_of(a_slot(1, period=Period(None, DAY))) == [0]
    assert days_of(a_slot(1), Period(monday, None)) == [7]
    assert days_of(a_slot(1), Period(None, monday)) == [0, 7]
    assert days_of(a_slot(1, period=Period(None, DAY)), Period(monday, None)) == []


def timetable(
    *slots: Slot, group: Period = ALWAYS, seen: bool = True, ended: bool = False, had: tuple[datetime, ...] = ()
) -> Timetable:
    return Timetable(1, group, slots, seen, ended, had)


def ago(days: int, at: str = "14:00") -> datetime:
    """That many days before the day."""
    return datetime.combine(DAY - timedelta(days=days), time.fromisoformat(at))


def test_lessons_are_generated_sixty_days_ahead_and_a_month_back() -> None:
    """Today included; a month back only for a group without lessons (D-71)."""
    every_day = a_slot(*range(1, 8))
    known = [lesson.day for lesson in timetable(every_day).lessons((), NOON)]
    assert (known[0], known[-1]) == (DAY, DAY + timedelta(days=DAYS_AHEAD))
    new = [lesson.day for lesson in timetable(every_day, seen=False).lessons((), NOON)]
    assert (new[0], new[-1]) == (DAY - timedelta(days=DAYS_BACK), DAY + timedelta(days=DAYS_AHEAD))


def test_an_ended_group_gets_no_lessons() -> None:
    """Ended by status or by its last day, on which it still meets (D-71)."""
    every_day = a_slot(*range(1, 8))
    assert timetable(every_day, group=Period(None, DAY - timedelta(days=1)), seen=False).lessons((), NOON) == []
    assert timetable(every_day, ended=True, seen=False).lessons((), NOON) == []
    assert [one.day for one in timetable(every_day, group=Period(None, DAY)).lessons((), NOON)] == [DAY]


def test_of_two_entries_at_one_time_the_first_makes_the_lesson() -> None:
    """A lesson is group, day and start: an assistant makes no second one (D-71)."""
    lessons = timetable(a_slot(1, id=5), a_slot(1, 2, id=6)).lessons((), NOON)
    assert {(lesson.day.isoweekday(), lesson.schedule_id) for lesson in lessons} == {(1, 5), (2, 6)}
    assert len({lesson.identity for lesson in lessons}) == len(lessons)


SINCE = Period(DAY - timedelta(days=14), None)


def behind(table: Timetable) -> list[int]:
    """The lessons generated for past days and today, as days ago."""
    return [(DAY - one.day).days for one in table.lessons((), NOON) if one.day <= DAY]


def test_a_late_entry_generates_from_its_first_day() -> None:
    """For a known group with lessons on Mondays; today's is still ahead (D-71, D-46)."""
    mondays = tuple(ago(days) for days in range(7, 29, 7))
    late = a_slot(3, id=2, period=SINCE, seen=False)
    assert behind(timetable(a_slot(1), late, had=mondays)) == [0, 12, 5]
    assert behind(timetable(a_slot(1), a_slot(3, id=2, period=SINCE), had=mondays)) == [0], "it was there in time"
    longer = a_slot(3, id=2, period=Period(DAY - timedelta(days=200), None), seen=False)
    assert max(behind(timetable(a_slot(1), longer, had=mondays))) <= DAYS_BACK


def test_an_entry_without_a_first_day_begins_today() -> None:
    """It implies nothing about past days; this morning's lesson is generated (D-71)."""
    late = a_slot(*range(1, 8), begin="09:00", end="11:00", seen=False)
    assert behind(timetable(late, had=(ago(3, "18:00"),))) == [0]


def test_a_replacing_entry_does_not_repeat_past_days() -> None:
    """Lessons held on Mondays were not also held on Tuesdays (D-71, A2).

    The school makes a new entry of each change.
    """
    mondays = tuple(ago(days) for days in range(7, 29, 7))
    instead = a_slot(2, id=2, period=Period(DAY - timedelta(days=60), None), seen=False)
    assert behind(timetable(instead, had=mondays)) == [6]
    # the entry of Mondays still exists: then both were held
    assert behind(timetable(a_slot(1), instead, had=mondays)) == [0, 27, 20, 13, 6]


def test_a_lesson_ahead_is_generated_despite_one_held_this_morning() -> None:
    """Moved at noon from nine to six in the evening (D-71)."""
    instead = a_slot(1, id=2, begin="18:00", end="20:00", seen=False)
    assert behind(timetable(instead, had=(ago(0, "09:00"),))) == [0]


DAYS = st.dates(DAY - timedelta(days=60), DAY + timedelta(days=70))
SLOTS = st.builds(
    lambda id, days, hour, started, ended, seen: a_slot(
        *days, id=id, begin=f"{hour:02}:00", end=f"{hour + 1:02}:00", period=Period(started, ended), seen=seen
    ),
    *(st.integers(1, 9), st.sets(st.integers(1, 7)), st.integers(8, 20)),
    *(st.none() | DAYS, st.none() | DAYS, st.booleans()),
)
LINES = st.lists(SLOTS, max_size=4, unique_by=lambda slot: slot.id)
HAD = st.lists(st.builds(ago, st.integers(0, DAYS_BACK), st.sampled_from(["08:00", "09:00", "14:00"])), max_size=8)


@settings(max_examples=300, deadline=None)
@given(slots=LINES, had=HAD, holidays=st.frozensets(DAYS, max_size=5), seen=st.booleans())
def test_a_late_entry_generates_only_its_own_days(
    slots: list[Slot], had: list[datetime], holidays: frozenset[date], seen: bool
) -> None:
    """Past lessons come only from new entries (D-25, D-46, D-71).

    They lie in the entry's dates, on its weekday, on no holiday, and later than all lessons of an older schedule; a
    second generation changes nothing.
    """
    known = seen or bool(had)
    table = timetable(*slots, seen=known, had=tuple(had))
    made = table.lessons(holidays, NOON)
    by_id = {slot.id: slot for slot in slots}
    ours = {_begun(one) for slot in slots for one in lessons_of(slot, ALWAYS, (), DAY - timedelta(days=DAYS_BACK), DAY)}
    older = [begun for begun in had if begun <= NOON and begun not in ours]
    for lesson in made:
        slot = by_id[lesson.schedule_id or 0]
        assert slot.period.covers(lesson.day)
        assert lesson.day.isoweekday() in slot.days_of_week
        assert lesson.day not in holidays
        if known and _begun(lesson) <= NOON:
            assert not slot.seen
            assert lesson.day >= (slot.period.started or DAY)
            assert all(begun.date() < lesson.day for begun in older)
    again = [replace(slot, seen=slot.seen or any(one.schedule_id == slot.id for one in made)) for slot in slots]
    now_there = tuple({*had, *(_begun(one) for one in made if one.day <= DAY)})
    later = timetable(*again, seen=known or bool(made), had=now_there).lessons(holidays, NOON)
    assert {_begun(one) for one in later} <= {_begun(one) for one in made}


def _begun(lesson: Lesson) -> datetime:
    return datetime.combine(lesson.day, lesson.begin)


@pytest.mark.parametrize(
    ("other", "meets"),
    [
        (a_slot(1, id=2, begin="15:59", end="17:00"), True),
        (a_slot(1, id=2, begin="16:00", end="17:00"), False),
        (a_slot(1, id=2, begin="12:00", end="14:00"), False),
        (a_slot(1, id=2, begin="13:00", end="14:01"), True),
        (a_slot(2, 4, id=2), False),
        (a_slot(1, id=1), False),
        (a_slot(1, id=2, begin=None), False),
        (a_slot(1, id=2, period=Period(None, DAY)), False),
    ],
)
def test_two_entries_clash_at_a_common_hour_of_a_common_day(other: Slot, meets: bool) -> None:
    """Not when one ends as the other begins, nor at other times of the year.

    R2-052.
    """
    line = a_slot(1, 3, id=1, period=Period(DAY + timedelta(days=1), None))
    assert clash(line, other) is meets
    assert clash(other, line) is meets
