"""The journal: days × students of a group (D-24, D-27, D-46, D-48)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from domain.attendance.attendance_sheet import AttendanceSheet, Enrolled
from domain.attendance.lesson import Lesson
from domain.attendance.marks import AttendanceStatus, Reason, StoredMark
from domain.attendance.tally import Tally
from domain.groups.enrolments import GOING_ON, Period
from domain.shared.errors import FieldError, ValidationError

MAX_DAYS = 100


@dataclass(frozen=True)
class CellView:
    """A cell of the journal; ``status`` is None if nothing is marked.

    ``reason_is_default``: nobody chose the reason (D-24). ``counts``: the mark is part of the figures. ``outside``: the
    enrolment had not begun (D-46).
    """

    status: AttendanceStatus | None
    reason: Reason | None = None
    reason_is_default: bool = False
    counts: bool = False
    outside: bool = False


NOTHING, NOT_YET_HIS = CellView(None), CellView(None, outside=True)


@dataclass(frozen=True)
class JournalRow:
    """A student with a cell for each lesson, in the order of the lessons."""

    student_id: int
    cells: Sequence[CellView]
    tally: Tally


@dataclass(frozen=True)
class Journal:
    """Rows with figures: ``of_lessons`` of each lesson, ``tally`` of all of them."""

    lines: Sequence[JournalRow]
    of_lessons: Sequence[Tally]
    tally: Tally


def journal(
    lessons: Sequence[Lesson],
    group: Period,
    roster: Mapping[int, Sequence[Enrolled]],
    marks: Mapping[int, Mapping[int, StoredMark]],
    span: Period,
) -> Journal:
    """The journal of these lessons.

    ``roster``: the periods of each student who was ever in the group. ``marks``: marks by lesson and student. ``span``:
    the days shown; a student who was not in the group then and has no mark has no row.
    """
    sheets = [AttendanceSheet(lesson, group, roster, marks.get(lesson.id, {})) for lesson in lessons]
    marked = {student for sheet in sheets for student in sheet.marks}
    shown = [student for student, periods in roster.items() if student in marked or _was_there(periods, span)]
    lines = [_line(student, sheets) for student in shown]
    of_lessons = [_tally(line.cells[number] for line in lines) for number in range(len(sheets))]
    return Journal(lines, of_lessons, sum(of_lessons, Tally()))


def clipped_period(started: date | None, ended: date | None, taken_out: date | None) -> Period | None:
    """The days of an enrolment that the school removed from its register.

    They end at the removal, and earlier marks stay (A2, D-48). None if it was removed before it began.
    """
    return Period(started, ended).overlap(Period(None, taken_out))


def requested_span(started: date | None, ended: date | None, days: Sequence[date], today: date) -> Period:
    """The days to show, both ends included.

    Without dates: the month of the group's lesson nearest to today. Raises ValidationError for more than 100 days and
    for an end before the beginning.
    """
    if started is None and ended is None:
        nearest = min(days, key=lambda day: (_months_between(day, today), day), default=today)
        return month_of(nearest)
    first = started or (ended or today) - timedelta(days=MAX_DAYS - 1)
    last = ended or first + timedelta(days=MAX_DAYS - 1)
    if last < first:
        raise ValidationError({"toDate": [FieldError("limit.ends_before_it_begins")]})
    if (last - first).days >= MAX_DAYS:
        raise ValidationError({"toDate": [FieldError("limit.days_at_most", {"limit": MAX_DAYS})]})
    return Period(first, last)


def month_of(day: date) -> Period:
    """The whole month of a day."""
    first = day.replace(day=1)
    return Period(first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1))


def _months_between(day: date, today: date) -> int:
    return abs((today.year - day.year) * 12 + today.month - day.month)


def _was_there(periods: Iterable[Enrolled], span: Period) -> bool:
    return any(one.period.overlap(span) and (one.action_id in GOING_ON or one.period.ended) for one in periods)


def _line(student_id: int, sheets: Sequence[AttendanceSheet[StoredMark]]) -> JournalRow:
    cells = [_shown(sheet, student_id) for sheet in sheets]
    return JournalRow(student_id, cells, _tally(cells))


def _shown(sheet: AttendanceSheet[StoredMark], student_id: int) -> CellView:
    status = sheet.cell(student_id)
    marks = sheet.marks.get(student_id)
    if marks is None or status is None or status is AttendanceStatus.NO_CLASS:
        if status is None:
            return NOT_YET_HIS if sheet.outside(student_id) else NOTHING
        return CellView(status)
    return CellView(status, marks.value.reason, marks.value.reason_is_default, marks.counted)


def _tally(cells: Iterable[CellView]) -> Tally:
    statuses = Counter(cell.status for cell in cells if cell.counts)
    return Tally(
        statuses[AttendanceStatus.ATTENDED], statuses[AttendanceStatus.LATE], statuses[AttendanceStatus.ABSENT]
    )
