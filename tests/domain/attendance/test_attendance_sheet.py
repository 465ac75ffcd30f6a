"""Attendance sheets: the class, the state of each cell, and a save's outcome."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from domain.attendance.attendance_sheet import AttendanceSheet, Enrolled, Entry, MarkedBy, SaveOutcome, SaveWindow, mark
from domain.attendance.lesson import Lesson
from domain.attendance.marking import Marking, marking
from domain.attendance.marks import AttendanceStatus, CurrentMark, Mark, MarkValue, Reason, StoredMark
from domain.attendance.tally import Tally, of_cell, of_lesson, of_marks
from domain.groups.enrolments import ACTIVE, FINISHED, LEFT, NOT_COUNTED, Period
from domain.shared.errors import DomainError

ZONE = ZoneInfo("Asia/Tashkent")
DAY = date(2026, 11, 16)
BEFORE, AFTER = DAY - timedelta(days=1), DAY + timedelta(days=1)
LESSON = Lesson(1, 2, DAY, time(14), time(16))
BEGINS = LESSON.begins_at(ZONE)
NOW = BEGINS + timedelta(minutes=5)
SECOND = timedelta(seconds=1)
TEACHER, OFFICE = 7, 8
ATTENDED, ABSENT = MarkValue(AttendanceStatus.ATTENDED), MarkValue(AttendanceStatus.ABSENT, Reason.WITHOUT_REASON)


def enrolled(started: date | None = None, ended: date | None = None, action: int = ACTIVE) -> Enrolled:
    return Enrolled(Period(started, ended), action)


def sheet(
    *periods: Enrolled, kept: StoredMark | None = None, lesson: Lesson = LESSON, **more: object
) -> AttendanceSheet[StoredMark]:
    """The attendance sheet of a class of one, student 1."""
    return AttendanceSheet(lesson, Period(None, None), {1: periods or (enrolled(),)}, {1: kept} if kept else {}, **more)  # type: ignore[arg-type]


def kept(value: MarkValue = ATTENDED, *, by_office: bool = False, **more: object) -> StoredMark:
    return StoredMark(value, OFFICE if by_office else TEACHER, BEGINS, by_office, **more)  # type: ignore[arg-type]


def saved(
    on: AttendanceSheet[StoredMark],
    entered: Mark,
    reason: Reason | None = None,
    marked_by: MarkedBy = MarkedBy.TEACHER,
    *,
    knows: bool = False,
) -> SaveOutcome:
    return mark(on, [Entry(1, entered, reason)], marked_by, ZONE, confirmed=frozenset({1} if knows else ()))


def refusal(outcome: SaveOutcome) -> str:
    assert not outcome.changes
    (one,) = outcome.refusals
    return one.code


@pytest.mark.parametrize(
    ("marked_by", "at", "expected"),
    [
        (MarkedBy.TEACHER, BEGINS - SECOND, "attendance.not_begun"),
        (MarkedBy.TEACHER, BEGINS, SaveWindow.OPEN),
        (MarkedBy.TEACHER, LESSON.closes_at(ZONE) - SECOND, SaveWindow.OPEN),
        (MarkedBy.TEACHER, LESSON.closes_at(ZONE), SaveWindow.LATE),
        (MarkedBy.TEACHER, LESSON.closes_at(ZONE) + timedelta(hours=24) - SECOND, SaveWindow.LATE),
        (MarkedBy.TEACHER, LESSON.closes_at(ZONE) + timedelta(hours=24), "attendance.over"),
        (MarkedBy.OFFICE, BEGINS - SECOND, "attendance.not_begun"),
        (MarkedBy.OFFICE, BEGINS, SaveWindow.OPEN),
        (MarkedBy.OFFICE, LESSON.closes_at(ZONE) + timedelta(days=900), SaveWindow.OPEN),
    ],
)
def test_the_save_window_is_exact_to_the_second(marked_by: MarkedBy, at: datetime, expected: SaveWindow | str) -> None:
    """A teacher: from the start to the day's end, a day more as late (D-25, D-70).

    The office: from the start on.
    """
    try:
        found: SaveWindow | str = sheet().save_window(marked_by, at, ZONE)
    except DomainError as refused:
        found = refused.code
    assert found == expected


@pytest.mark.parametrize("group", [Period(AFTER, None), Period(None, BEFORE)])
def test_a_lesson_outside_the_groups_dates_can_not_be_marked(group: Period) -> None:
    """A group's dates may change after its lessons were generated (D-25)."""
    with pytest.raises(DomainError, match="outside_group"):
        replace(sheet(), group=group).save_window(MarkedBy.OFFICE, NOW, ZONE)


@pytest.mark.parametrize(
    ("period", "belongs"),
    [
        (enrolled(None, None), True),
        (enrolled(DAY, DAY), True),
        (enrolled(AFTER), False),
        (enrolled(None, BEFORE), False),
        (enrolled(BEFORE, DAY, FINISHED), True),
        (enrolled(BEFORE, None, LEFT), False),
        (enrolled(BEFORE, None, NOT_COUNTED), True),
    ],
)
def test_a_student_enrolled_that_day_can_be_marked(period: Enrolled, belongs: bool) -> None:
    """Both ends are included; an unknown leaving day excludes (D-25, D-48)."""
    outcome = saved(sheet(period), Mark.ATTENDED)
    if belongs:
        assert len(outcome.changes) == 1
    else:
        assert refusal(outcome) == "attendance.not_in_group"


def test_a_student_never_in_the_group_can_not_be_marked() -> None:
    """D-25: who was never in the group."""
    outcome = mark(sheet(), [Entry(99, Mark.ATTENDED)], MarkedBy.OFFICE, ZONE)
    assert [(one.student_id, one.code) for one in outcome.refusals] == [(99, "attendance.not_in_group")]


@pytest.mark.parametrize(
    ("period", "marked", "held", "cell"),
    [
        (enrolled(), None, True, None),
        (enrolled(), ATTENDED, True, AttendanceStatus.ATTENDED),
        (enrolled(), ABSENT, True, AttendanceStatus.ABSENT),
        (enrolled(), ATTENDED, False, AttendanceStatus.NO_CLASS),
        (enrolled(), None, False, AttendanceStatus.NO_CLASS),
        (enrolled(None, BEFORE), None, True, AttendanceStatus.ENDED),
        (enrolled(None, BEFORE), None, False, AttendanceStatus.ENDED),
        (enrolled(None, BEFORE), ABSENT, True, AttendanceStatus.ABSENT),
        (enrolled(AFTER), None, True, None),
    ],
)
def test_the_state_of_a_cell(
    period: Enrolled, marked: MarkValue | None, held: bool, cell: AttendanceStatus | None
) -> None:
    """Not marked is empty; a mark stands whatever became of the enrolment.

    D-24, D-46, A2.
    """
    lesson = LESSON if held else replace(LESSON, no_class_reason="svet yo'q")
    assert sheet(period, kept=kept(marked) if marked else None, lesson=lesson).cell(1) is cell


def test_between_two_periods_the_cell_is_ended() -> None:
    """Each day is decided on its own (D-48, WISH-18)."""
    twice = (enrolled(None, BEFORE, FINISHED), enrolled(AFTER))
    assert sheet(*twice).cell(1) is AttendanceStatus.ENDED
    assert sheet(*twice, lesson=replace(LESSON, day=AFTER)).cell(1) is None


@pytest.mark.parametrize(
    ("periods", "marked", "outside"),
    [
        ((enrolled(),), None, False),
        ((enrolled(DAY),), None, False),
        ((enrolled(AFTER),), None, True),
        ((enrolled(AFTER),), ABSENT, False),
        ((enrolled(None, BEFORE),), None, False),
        ((enrolled(BEFORE, None, LEFT),), None, True),
        ((enrolled(None, BEFORE, FINISHED), enrolled(AFTER)), None, False),
    ],
)
def test_a_day_before_the_enrolment_is_not_unmarked(
    periods: tuple[Enrolled, ...], marked: MarkValue | None, outside: bool
) -> None:
    """Distinct from not marked and from ended; a mark stands in any case.

    D-46, D-48.
    """
    for lesson in (LESSON, replace(LESSON, no_class_reason="svet yo'q")):
        assert sheet(*periods, kept=kept(marked) if marked else None, lesson=lesson).outside(1) is outside


@pytest.mark.parametrize(
    ("entered", "reason", "cell"),
    [
        (Mark.ATTENDED, None, MarkValue(AttendanceStatus.ATTENDED)),
        (Mark.ATTENDED, Reason.REASONABLE, MarkValue(AttendanceStatus.ATTENDED)),
        (Mark.DID_NOT_PARTICIPATE, Reason.REASONABLE, MarkValue(AttendanceStatus.ABSENT, Reason.REASONABLE)),
        (Mark.LATE, Reason.ON_THE_ROAD, MarkValue(AttendanceStatus.LATE, Reason.ON_THE_ROAD)),
    ],
)
def test_a_mark_of_the_form_is_stored_as_an_attendance_status(
    entered: Mark, reason: Reason | None, cell: MarkValue
) -> None:
    """ "Did not participate" is absent; only late and absent have a reason.

    D-24, R2-258, R2-259.
    """
    (change,) = saved(sheet(), entered, reason).changes
    assert (change.after, change.before) == (CurrentMark(cell), None)


@pytest.mark.parametrize("entered", [Mark.LATE, Mark.DID_NOT_PARTICIPATE])
def test_late_and_absent_require_a_reason(entered: Mark) -> None:
    """D-24, R2-202."""
    assert refusal(saved(sheet(), entered)) == "attendance.reason_required"


@pytest.mark.parametrize(
    ("minutes", "cell"),
    [
        (-31, None),
        (-30, AttendanceStatus.ATTENDED),
        (0, AttendanceStatus.ATTENDED),
        (10, AttendanceStatus.ATTENDED),
        (11, AttendanceStatus.LATE),
        (30, AttendanceStatus.LATE),
        (31, None),
    ],
)
def test_a_door_entry_proposes_a_status_by_its_time(minutes: int, cell: AttendanceStatus | None) -> None:
    """Within 30 minutes of the start; late after ten minutes (D-24, R1-449).

    *Come* is stored as the proposal.
    """
    on = sheet(entered={1: BEGINS + timedelta(minutes=minutes)})
    assert on.proposal(1, ZONE) is cell
    outcome = saved(on, Mark.COME)
    if cell is None:
        assert refusal(outcome) == "attendance.nothing_proposed"
    else:
        assert replace(outcome.changes[0].after.value, reason_is_default=False) == MarkValue(
            cell, Reason.ON_THE_ROAD if cell is AttendanceStatus.LATE else None
        )


def test_an_equal_mark_changes_nothing() -> None:
    """Also if the office set it, and for a student who has left the class (A4)."""
    for on in (sheet(kept=kept()), sheet(kept=kept(by_office=True)), sheet(enrolled(None, BEFORE), kept=kept())):
        assert saved(on, Mark.ATTENDED) == SaveOutcome([], [])


def test_a_correction_records_the_previous_mark() -> None:
    """The previous and the new value, and who set each (A8, D-47)."""
    stood = kept(ABSENT)
    (change,) = saved(sheet(kept=stood), Mark.LATE, Reason.REASONABLE, MarkedBy.OFFICE).changes
    assert change == (1, CurrentMark(MarkValue(AttendanceStatus.LATE, Reason.REASONABLE), by_office=True), stood)


@pytest.mark.parametrize(("office", "marked_by", "knows"), list(product((False, True), MarkedBy, (False, True))))
def test_the_offices_mark_is_replaced_only_by_the_office_or_with_confirmation(
    office: bool, marked_by: MarkedBy, knows: bool
) -> None:
    """Every combination of previous author, new author and confirmation.

    A11, D-47.
    """
    outcome = saved(sheet(kept=kept(by_office=office)), Mark.LATE, Reason.REASONABLE, marked_by, knows=knows)
    if office and marked_by is MarkedBy.TEACHER and not knows:
        assert refusal(outcome) == "attendance.office_mark"
    else:
        assert [change.after.by_office for change in outcome.changes] == [marked_by is MarkedBy.OFFICE]


def test_each_entry_is_decided_on_its_own() -> None:
    """A student who can't be marked does not block the others (A1)."""
    on: AttendanceSheet[StoredMark] = AttendanceSheet(
        LESSON, Period(None, None), {1: (enrolled(),), 2: (enrolled(AFTER),), 3: (enrolled(),)}, {}
    )
    outcome = mark(on, [Entry(n, Mark.ATTENDED) for n in (1, 2, 3)], MarkedBy.TEACHER, ZONE)
    assert [change.student_id for change in outcome.changes] == [1, 3]
    assert [(one.student_id, one.code) for one in outcome.refusals] == [(2, "attendance.not_in_group")]


def test_a_lesson_that_did_not_take_place_can_not_be_marked() -> None:
    """An existing mark may be repeated (D-24)."""
    no_class = replace(LESSON, no_class_reason="bayram")
    assert refusal(saved(sheet(lesson=no_class), Mark.ATTENDED)) == "attendance.no_class"
    assert saved(sheet(lesson=no_class, kept=kept()), Mark.ATTENDED) == SaveOutcome([], [])


def test_uncounted_days_are_marked_but_not_counted() -> None:
    """Not counted in statistics (D-62)."""
    (change,) = saved(sheet(enrolled(action=NOT_COUNTED)), Mark.ATTENDED).changes
    assert not change.after.counted
    assert of_marks([change.after]) == Tally()


USUAL = MarkValue(AttendanceStatus.ABSENT, Reason.WITHOUT_REASON, reason_is_default=True)
EXCUSED = MarkValue(AttendanceStatus.ABSENT, Reason.REASONABLE)


@pytest.mark.parametrize(
    ("stored", "reason", "is_default", "becomes"),
    [
        (None, Reason.WITHOUT_REASON, True, USUAL),
        # a person chooses the reason that was there as a default, or another one
        (USUAL, Reason.WITHOUT_REASON, False, ABSENT),
        (USUAL, Reason.REASONABLE, False, EXCUSED),
        # sent again: nothing changes
        (USUAL, Reason.WITHOUT_REASON, True, None),
        # a chosen reason is not replaced by a default, whichever it is
        (ABSENT, Reason.WITHOUT_REASON, True, None),
        (EXCUSED, Reason.WITHOUT_REASON, True, None),
        # another status has no reason yet
        (MarkValue(AttendanceStatus.LATE, Reason.REASONABLE), Reason.WITHOUT_REASON, True, USUAL),
        (ATTENDED, Reason.WITHOUT_REASON, True, USUAL),
    ],
)
def test_a_default_reason_stays_one_until_a_person_chooses(
    stored: MarkValue | None, reason: Reason, is_default: bool, becomes: MarkValue | None
) -> None:
    """The reason is asked, not pre-chosen as final (D-24)."""
    on = sheet(kept=kept(stored)) if stored else sheet()
    outcome = mark(on, [Entry(1, Mark.DID_NOT_PARTICIPATE, reason, is_default)], MarkedBy.TEACHER, ZONE)
    assert [change.after.value for change in outcome.changes] == ([becomes] if becomes else [])


def test_choosing_the_default_reason_is_told_from_a_correction() -> None:
    """The school and the first mark of a correction know no difference (D-24, D-47)."""
    chosen, corrected, first = (
        saved(on, Mark.DID_NOT_PARTICIPATE, reason).changes[0]
        for on, reason in (
            (sheet(kept=kept(USUAL)), Reason.WITHOUT_REASON),
            (sheet(kept=kept(USUAL)), Reason.REASONABLE),
            (sheet(), Reason.WITHOUT_REASON),
        )
    )
    assert [one.only_chooses for one in (chosen, corrected, first)] == [True, False, False]


def test_a_late_entry_at_the_door_has_a_default_reason() -> None:
    """R1-449, D-24: the door knows when the student came, not why."""
    late = sheet(entered={1: BEGINS + timedelta(minutes=20)})
    (change,) = saved(late, Mark.COME).changes
    assert change.after.value == MarkValue(AttendanceStatus.LATE, Reason.ON_THE_ROAD, reason_is_default=True)
    (change,) = saved(late, Mark.COME, Reason.REASONABLE).changes
    assert change.after.value == MarkValue(AttendanceStatus.LATE, Reason.REASONABLE)


def test_a_mark_and_its_reason_are_consistent() -> None:
    """Attended has no reason, late and absent have one (A9)."""
    for status, reason in (
        (AttendanceStatus.ATTENDED, Reason.REASONABLE),
        (AttendanceStatus.LATE, None),
        (AttendanceStatus.ABSENT, None),
    ):
        with pytest.raises(ValueError, match="reason"):
            MarkValue(status, reason)
    with pytest.raises(ValueError, match="reason"):
        MarkValue(AttendanceStatus.ATTENDED, reason_is_default=True)


@pytest.mark.parametrize(
    ("tally", "percentage"),
    [
        (Tally(), None),
        (Tally(1, 0, 0), 100.0),
        (Tally(0, 0, 1), 0.0),
        (Tally(1, 1, 1), 66.7),
        (Tally(1, 0, 2), 33.3),
        (Tally(1999, 0, 1), 100.0),
        (Tally(5, 2, 1), 87.5),
    ],
)
def test_a_percentage_has_one_decimal(tally: Tally, percentage: float | None) -> None:
    """Attended and late of the marked; none without data, which is not zero (D-27)."""
    assert tally.percentage == percentage


def test_only_marked_cells_of_held_lessons_count() -> None:
    """ "No class", ended and not marked are in neither number (A7, D-27, D-46)."""
    assert [of_cell(cell) for cell in (None, AttendanceStatus.NO_CLASS, AttendanceStatus.ENDED)] == [Tally()] * 3
    marks = [
        kept(),
        kept(ABSENT),
        kept(MarkValue(AttendanceStatus.LATE, Reason.REASONABLE)),
        kept(ABSENT, counted=False),
    ]
    assert of_lesson(LESSON, marks) == Tally(1, 1, 1)
    assert of_lesson(replace(LESSON, no_class_reason="bayram"), marks) == Tally()
    assert of_lesson(LESSON, marks) + -of_lesson(LESSON, marks) == Tally()


@pytest.mark.parametrize(
    ("period", "marked", "held", "found"),
    [
        (enrolled(), None, True, Marking.NONE),
        (enrolled(), ATTENDED, True, Marking.PARTLY),
        (enrolled(AFTER), ATTENDED, True, Marking.NONE),
        (enrolled(), ATTENDED, False, Marking.NO_CLASS),
        (enrolled(), None, False, Marking.NO_CLASS),
    ],
)
def test_the_marking_of_a_lesson_waits_for_those_who_belong_to_it(
    period: Enrolled, marked: MarkValue | None, held: bool, found: Marking
) -> None:
    """D-157: student 2 is in the class and unmarked; student 1 as given."""
    lesson = LESSON if held else replace(LESSON, no_class_reason="svet yo'q")
    one = sheet(period, kept=kept(marked) if marked else None, lesson=lesson)
    both = replace(one, roster={**one.roster, 2: (enrolled(),), 3: (enrolled(BEFORE, None, LEFT),)})
    assert both.marking is found
    assert 3 not in both.belonging


@pytest.mark.parametrize(
    ("students", "unmarked", "marks", "found"),
    [
        (20, 20, 0, "none"),
        (20, 18, 2, "partly"),
        (20, 1, 19, "partly"),
        (20, 0, 20, "marked"),
        (20, 0, 21, "marked"),
        (20, 20, 1, "none"),
        (0, 0, 0, "none"),
        (0, 0, 3, "marked"),
    ],
)
def test_two_of_twenty_is_not_a_marked_class(students: int, unmarked: int, marks: int, found: str) -> None:
    """D-157: partly from the first mark until the last."""
    assert marking(students, unmarked, marks, took_place=True).value == found
    assert marking(students, unmarked, marks, took_place=False) is Marking.NO_CLASS
