"""The journal's cells and which of them count (A2, A7)."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from domain.attendance.attendance_sheet import Enrolled
from domain.attendance.journal import clipped_period, journal, month_of, requested_span
from domain.attendance.lesson import Lesson
from domain.attendance.marks import AttendanceStatus, MarkValue, Reason, StoredMark
from domain.attendance.tally import Tally
from domain.groups.enrolments import ACTIVE, LEFT, NOT_COUNTED, Period
from domain.shared.errors import ValidationError

FIRST = date(2026, 11, 2)
GROUP = Period(date(2026, 1, 5), None)
SPAN = Period(date(2026, 11, 1), date(2026, 11, 30))
AHMAD, BOBUR = 7, 8


def lesson(number: int, reason: str | None = None) -> Lesson:
    """The lesson of a day in November, from its second on."""
    day = FIRST + timedelta(days=number - 1)
    return Lesson(1, 2, day, time(14), time(16), no_class_reason=reason, id=number)


def stored_mark(status: AttendanceStatus, reason: Reason | None = None, *, counted: bool = True) -> StoredMark:
    return StoredMark(MarkValue(status, reason), 1, datetime(2026, 11, 2, 15, tzinfo=UTC), counted=counted)


HERE, LATE = stored_mark(AttendanceStatus.ATTENDED), stored_mark(AttendanceStatus.LATE, Reason.ON_THE_ROAD)
ABSENT = stored_mark(AttendanceStatus.ABSENT, Reason.WITHOUT_REASON)
ALWAYS = [Enrolled(Period(date(2026, 1, 5), None), ACTIVE)]


def test_percentages_count_marked_cells_only() -> None:
    """An unmarked cell is neither absent nor present.

    R2-203, R2-204, D-27, D-46, A7.
    """
    lessons = [lesson(number) for number in (1, 2, 3, 4)]
    stored_marks = {1: {AHMAD: HERE, BOBUR: ABSENT}, 2: {AHMAD: LATE}, 3: {AHMAD: ABSENT}}
    result = journal(lessons, GROUP, {AHMAD: ALWAYS, BOBUR: ALWAYS}, stored_marks, SPAN)
    ahmad, bobur = result.lines
    assert [cell.status for cell in ahmad.cells] == [
        AttendanceStatus.ATTENDED,
        AttendanceStatus.LATE,
        AttendanceStatus.ABSENT,
        None,
    ]
    assert [cell.reason for cell in ahmad.cells] == [None, Reason.ON_THE_ROAD, Reason.WITHOUT_REASON, None]
    assert (ahmad.tally.percentage, bobur.tally.percentage) == (66.7, 0.0)
    assert [one.percentage for one in result.of_lessons] == [50.0, 100.0, 0.0, None]
    assert (result.tally, result.tally.percentage) == (Tally(1, 1, 2), 50.0)


def test_a_journal_without_marks_has_no_percentage() -> None:
    """None is not zero (D-27, A7)."""
    result = journal([lesson(1)], GROUP, {AHMAD: ALWAYS}, {}, SPAN)
    assert (result.lines[0].tally.percentage, result.tally.percentage) == (None, None)


def test_a_lesson_that_did_not_take_place_does_not_count() -> None:
    """ "No class" overrides earlier marks (D-24)."""
    result = journal([lesson(1, "suv yo'q")], GROUP, {AHMAD: ALWAYS}, {1: {AHMAD: ABSENT}}, SPAN)
    assert result.lines[0].cells[0].status == AttendanceStatus.NO_CLASS
    assert result.tally == Tally()


def test_cells_are_empty_before_an_enrolment_and_ended_after_it() -> None:
    """The first and the last day belong to the enrolment (D-24, D-46, D-48, A7)."""
    lessons = [lesson(number) for number in (1, 2, 3, 4)]
    enrolments = [Enrolled(Period(lessons[1].day, lessons[2].day), LEFT)]
    stored_marks = {number: {BOBUR: HERE} for number in (2, 3)}
    line = journal(lessons, GROUP, {BOBUR: enrolments}, stored_marks, SPAN).lines[0]
    assert [cell.status for cell in line.cells] == [
        None,
        AttendanceStatus.ATTENDED,
        AttendanceStatus.ATTENDED,
        AttendanceStatus.ENDED,
    ]
    assert [cell.outside for cell in line.cells] == [True, False, False, False]
    assert line.tally == Tally(attended=2)


def test_a_student_who_returned_has_a_gap() -> None:
    """Two periods, and ended between them (D-48)."""
    lessons = [lesson(number) for number in (1, 2, 3)]
    enrolments = [
        Enrolled(Period(date(2026, 1, 5), lessons[0].day), LEFT),
        Enrolled(Period(lessons[2].day, None), ACTIVE),
    ]
    cells = journal(lessons, GROUP, {BOBUR: enrolments}, {3: {BOBUR: HERE}}, SPAN).lines[0].cells
    assert [cell.status for cell in cells] == [None, AttendanceStatus.ENDED, AttendanceStatus.ATTENDED]
    assert not any(cell.outside for cell in cells), "his own, and nobody has marked it"


def test_uncounted_days_are_shown_but_not_counted() -> None:
    """The mark is visible and in no percentage (D-62)."""
    enrolments = [Enrolled(Period(date(2026, 1, 5), None), NOT_COUNTED)]
    stored_marks = {1: {AHMAD: stored_mark(AttendanceStatus.ABSENT, Reason.REASONABLE, counted=False)}}
    line = journal([lesson(1)], GROUP, {AHMAD: enrolments}, stored_marks, SPAN).lines[0]
    assert line.cells[0].status == AttendanceStatus.ABSENT
    assert line.tally.percentage is None


def test_a_departed_student_stays_in_the_journal_of_their_days() -> None:
    """Moved, stopped or finished; absent from other months (A2, D-48)."""
    left = {BOBUR: [Enrolled(Period(date(2026, 1, 5), date(2026, 11, 1)), LEFT)]}
    assert [line.student_id for line in journal([], GROUP, left, {}, SPAN).lines] == [BOBUR]
    assert journal([], GROUP, left, {}, Period(date(2026, 11, 2), None)).lines == []


def test_a_mark_stays_whatever_became_of_the_enrolment() -> None:
    """Also if the school now sends an earlier end or no enrolment (A2, D-48)."""
    stored_marks = {2: {BOBUR: HERE}}
    lessons = [lesson(number) for number in (1, 2, 3)]
    earlier = [Enrolled(Period(date(2026, 1, 5), date(2026, 10, 30)), LEFT)]
    for periods, around in ((earlier, AttendanceStatus.ENDED), ([], None)):
        line = journal(lessons, GROUP, {BOBUR: periods}, stored_marks, SPAN).lines[0]
        assert [cell.status for cell in line.cells] == [around, AttendanceStatus.ATTENDED, around]
        assert line.tally == Tally(attended=1)


def test_an_enrolment_removed_at_the_school_keeps_its_past_days() -> None:
    """One that is removed before it began has no days (A2)."""
    assert clipped_period(FIRST, None, date(2026, 11, 9)) == Period(FIRST, date(2026, 11, 9))
    assert clipped_period(FIRST, date(2026, 11, 4), date(2026, 11, 9)) == Period(FIRST, date(2026, 11, 4))
    assert clipped_period(FIRST, None, None) == Period(FIRST, None)
    assert clipped_period(FIRST, None, date(2026, 11, 1)) is None


TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        ([date(2026, 11, 2), date(2026, 12, 1)], TODAY),
        ([date(2026, 9, 30), date(2026, 10, 1)], date(2026, 10, 1)),
        ([date(2027, 2, 1), date(2027, 3, 1)], date(2027, 2, 1)),
        ([date(2026, 10, 31), date(2026, 12, 1)], date(2026, 10, 1)),
        ([], TODAY),
    ],
)
def test_the_default_month_is_the_nearest_with_lessons(days: list[date], shown: date) -> None:
    """An ended group shows its last month, not an empty one (R2-203)."""
    assert requested_span(None, None, days, TODAY) == month_of(shown)


def test_at_most_a_hundred_days_are_accepted() -> None:
    """Both ends are included."""
    first = date(2026, 1, 1)
    assert requested_span(first, first + timedelta(days=99), [], TODAY) == Period(first, first + timedelta(days=99))
    assert requested_span(first, first, [], TODAY) == Period(first, first)
    assert requested_span(first, None, [], TODAY) == Period(first, first + timedelta(days=99))
    assert requested_span(None, first, [], TODAY) == Period(first - timedelta(days=99), first)
    for last in (first + timedelta(days=100), first - timedelta(days=1)):
        with pytest.raises(ValidationError) as refused:
            requested_span(first, last, [], TODAY)
        assert list(refused.value.fields) == ["toDate"]


def test_a_month_has_all_its_days() -> None:
    """28 to 31 days."""
    assert month_of(date(2026, 2, 14)) == Period(date(2026, 2, 1), date(2026, 2, 28))
    assert month_of(date(2028, 2, 1)) == Period(date(2028, 2, 1), date(2028, 2, 29))
    assert month_of(date(2026, 12, 31)) == Period(date(2026, 12, 1), date(2026, 12, 31))
