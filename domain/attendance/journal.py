"""The journal: days × students of a group, and how they attended, in numbers (D-24, D-27, D-46, D-48)."""

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

DAYS_MAX = 100


@dataclass(frozen=True)
class CellView:
    """What a cell shows: none where nothing is marked. ``counts``: it is in the numbers; ``outside``: nothing is, as
    his time in the group had not begun (D-46)."""

    status: AttendanceStatus | None
    reason: Reason | None = None
    counts: bool = False
    outside: bool = False


NOTHING, NOT_YET_HIS = CellView(None), CellView(None, outside=True)


@dataclass(frozen=True)
class JournalRow:
    """A student with a cell for each lesson, in their order."""

    student_id: int
    cells: Sequence[CellView]
    tally: Tally


@dataclass(frozen=True)
class Journal:
    """``of_lessons``: how the class attended each lesson; ``tally``: all of them together."""

    lines: Sequence[JournalRow]
    of_lessons: Sequence[Tally]
    tally: Tally


def journal(
    lessons: Sequence[Lesson],
    group: Period,
    roster: Mapping[int, Sequence[Enrolled]],
    kept: Mapping[int, Mapping[int, StoredMark]],
    span: Period,
) -> Journal:
    """The journal of these lessons. ``roster``: the periods of everybody who was ever in the group; ``kept``: what is
    marked, by lesson and student; ``span``: the days that were asked for: who was not in the group then, and of whom
    nothing is marked, has no line.
    """
    sheets = [AttendanceSheet(lesson, group, roster, kept.get(lesson.id, {})) for lesson in lessons]
    marked = {student for sheet in sheets for student in sheet.kept}
    there = [student for student, periods in roster.items() if student in marked or _was_there(periods, span)]
    lines = [_line(student, sheets) for student in there]
    of_lessons = [_tally(line.cells[number] for line in lines) for number in range(len(sheets))]
    return Journal(lines, of_lessons, sum(of_lessons, Tally()))


def kept_period(started: date | None, ended: date | None, taken_out: date | None) -> Period | None:
    """The days of an enrolment that the school has taken out of its register: they end then, and what was marked
    until then stays (A2, D-48). None where it was taken out before it began."""
    return Period(started, ended).overlap(Period(None, taken_out))


def asked_span(started: date | None, ended: date | None, days: Sequence[date], today: date) -> Period:
    """The days to show, both ends included. None asked for: the month of today, or, where the group has no lesson in
    it, of its nearest one. Raises ValidationError for more than a hundred days, or an end before the beginning.
    """
    if started is None and ended is None:
        nearest = min(days, key=lambda day: (_months_between(day, today), day), default=today)
        return month_of(nearest)
    first = started or (ended or today) - timedelta(days=DAYS_MAX - 1)
    last = ended or first + timedelta(days=DAYS_MAX - 1)
    if last < first:
        raise ValidationError({"toDate": [FieldError("limit.ends_before_it_begins")]})
    if (last - first).days >= DAYS_MAX:
        raise ValidationError({"toDate": [FieldError("limit.days_at_most", {"limit": DAYS_MAX})]})
    return Period(first, last)


def month_of(day: date) -> Period:
    """The whole month that a day is in."""
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
    kept = sheet.kept.get(student_id)
    if kept is None or status is None or status is AttendanceStatus.NO_CLASS:
        if status is None:
            return NOT_YET_HIS if sheet.outside(student_id) else NOTHING
        return CellView(status)
    return CellView(status, kept.value.reason, kept.counted)


def _tally(cells: Iterable[CellView]) -> Tally:
    said = Counter(cell.status for cell in cells if cell.counts)
    return Tally(said[AttendanceStatus.ATTENDED], said[AttendanceStatus.LATE], said[AttendanceStatus.ABSENT])
