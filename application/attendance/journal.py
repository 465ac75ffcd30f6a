"""The journal of a group: days × students.

It can be shown, narrowed to a month and exported as a spreadsheet (R2-203, R2-204, D-54).
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.journal_export import file_name, journal_spreadsheet
from application.attendance.ports.journal import CellWork, ClassMarks, GroupLessons, JournalViews, NumberedLesson
from application.authorization import Audience, permits
from application.files.spreadsheets import SpreadsheetWriter
from application.ports import Clock
from contracts.attendance import journal as wire
from contracts.attendance.journal import JournalFiltersQuery, JournalQuery
from contracts.shared import Named
from domain.attendance.journal import CellView, Journal, JournalRow, journal, month_of, requested_span
from domain.attendance.tally import Tally
from domain.groups.enrolments import Period
from domain.homework.submission import ShownStatus
from domain.homework.tally import WorkView, homework_percentage
from domain.shared.errors import FieldError, ValidationError

ADMIN, ACADEMIC = "all_groups:journal", "my_groups:journal"


@permits(admin=ADMIN, academic=ACADEMIC)
async def show_journal(
    query: JournalQuery, *, audience: Audience, actor: Actor, journals: JournalViews, clock: Clock, zone: ZoneInfo
) -> wire.Journal:
    """Returns the journal of at most a hundred days, or of a study month (R2-352).

    It includes every student who was in the group then, also those who have left since.

    Raises NotFound for a group of another branch or, for an academic, for a group that they do not teach;
    ValidationError.
    """
    group = await journals.lessons(_group_id(query), audience, actor)
    now = clock.now()
    span, shown = _select_lessons(group, query, now.astimezone(zone).date())
    marked = await journals.marked(group.id, span, now)
    made = journal([one.lesson for one in shown], group.period, marked.roster, marked.marks, span)
    return _JournalPresenter(group, shown, marked, now).present(made, span)


@permits(admin=ADMIN, academic=ACADEMIC)
async def journal_filters(
    query: JournalFiltersQuery, *, audience: Audience, actor: Actor, journals: JournalViews
) -> wire.JournalFilters:
    """Returns the months that have lessons and the available kinds of entries."""
    group = await journals.lessons(_group_id(query), audience, actor)
    months = [_month(name, list(lessons)) for name, lessons in groupby(group.lessons, _month_name)]
    return wire.JournalFilters(
        group=Named(id=group.id, name=group.name), months=months, kinds=["attendance", "homework", "exam"]
    )


@permits(admin=ADMIN, academic=ACADEMIC)
async def download_journal(
    query: JournalQuery,
    *,
    audience: Audience,
    actor: Actor,
    journals: JournalViews,
    spreadsheet_writer: SpreadsheetWriter,
    clock: Clock,
    zone: ZoneInfo,
) -> tuple[str, bytes]:
    """Exports the journal as a spreadsheet: file name and content.

    Every number equals the one on the screen.
    """
    answer = await show_journal(query, audience=audience, actor=actor, journals=journals, clock=clock, zone=zone)
    return file_name(answer), await spreadsheet_writer.render(journal_spreadsheet(answer, actor.language))


def _select_lessons(group: GroupLessons, query: JournalQuery, today: date) -> tuple[Period, list[NumberedLesson]]:
    """Returns the days to show and their lessons.

    A study month holds its own lessons only.
    """
    if query.study_month_id is not None:
        shown = [one for one in group.lessons if one.study_month_id == query.study_month_id]
        return (Period(shown[0].lesson.day, shown[-1].lesson.day) if shown else month_of(today)), shown
    span = requested_span(query.from_date, query.to_date, [one.lesson.day for one in group.lessons], today)
    return span, [one for one in group.lessons if span.covers(one.lesson.day)]


def _group_id(query: JournalFiltersQuery) -> int:
    if query.group_id is None:
        raise ValidationError({"groupId": [FieldError("limit.required")]})
    return query.group_id


class _JournalPresenter:
    """Presents a journal with homework and exams of its lessons."""

    def __init__(self, group: GroupLessons, shown: Sequence[NumberedLesson], marked: ClassMarks, now: datetime) -> None:
        self._group, self._shown, self._works, self._now = group, shown, marked.works, now
        self._exams = marked.exams
        self._people = {person.id: person for person in marked.people}

    def present(self, made: Journal, span: Period) -> wire.Journal:
        """Returns the journal as the screen shows it."""
        if span.started is None or span.ended is None:
            raise ValueError("a journal has a first and a last day")
        works = [self._of_lesson(one.lesson.id, made) for one in self._shown]
        return wire.Journal(
            group=Named(id=self._group.id, name=self._group.name),
            days=[self._day(*one) for one in zip(self._shown, made.of_lessons, works, strict=True)],
            students=[self._student(line) for line in made.lines],
            additional_stats=self._stats(made.tally, [work for of_lesson in works for work in of_lesson]),
            from_date=span.started,
            to_date=span.ended,
        )

    def _of_lesson(self, lesson_id: int, made: Journal) -> list[WorkView]:
        """The homework of the students who have a row."""
        works = self._works.get(lesson_id, {})
        return [works[line.student_id].view for line in made.lines if line.student_id in works]

    def _homework_of(self, lesson_id: int) -> int | None:
        """The homework given last for the lesson."""
        given = [work.homework_id for work in self._works.get(lesson_id, {}).values()]
        return max(given, default=None)

    def _day(self, one: NumberedLesson, tally: Tally, works: Sequence[WorkView]) -> wire.JournalDay:
        lesson = one.lesson
        return wire.JournalDay(
            lesson_id=lesson.id,
            number=one.number,
            date=lesson.day,
            begin_time=f"{lesson.begin:%H:%M}",
            topic=one.topic,
            no_class_reason=lesson.no_class_reason,
            marked=one.marked,
            homework_id=self._homework_of(lesson.id or 0),
            additional_stats=self._stats(tally, works),
        )

    def _student(self, line: JournalRow) -> wire.JournalStudent:
        person = self._people[line.student_id]
        works = [self._works.get(one.lesson.id, {}).get(line.student_id) for one in self._shown]
        exams = [self._exams.get(one.lesson.id, {}).get(line.student_id) for one in self._shown]
        return wire.JournalStudent(
            student_id=person.id,
            h_id=person.h_id,
            full_name=person.full_name,
            photo=person.photo,
            cells=[_cell(*one, self._now) for one in zip(line.cells, works, exams, strict=True)],
            additional_stats=self._stats(line.tally, [work.view for work in works if work is not None]),
        )

    def _stats(self, tally: Tally, works: Iterable[WorkView]) -> wire.AdditionalStats:
        return wire.AdditionalStats(
            attendance_percentage=tally.percentage,
            homework_percentage=homework_percentage(works, self._now),
            attended=tally.attended,
            late=tally.late,
            absent=tally.absent,
        )


def _cell(cell: CellView, work: CellWork | None, exam: int | None, now: datetime) -> wire.JournalCell:
    return wire.JournalCell(
        attendance=cell.status,
        reason=cell.reason,
        reason_is_default=cell.reason_is_default,
        outside=cell.outside,
        homework=work.view.shown.value if work else None,
        homework_score=work.view.score if work else None,
        homework_late=bool(work and work.is_late),
        homework_open=bool(work and work.view.shown is ShownStatus.NOT_DONE and not work.view.counts(now)),
        submission_id=work.submission_id if work else None,
        exam=exam,
    )


def _month_name(one: NumberedLesson) -> str:
    return f"{one.lesson.day:%Y-%m}"


def _month(name: str, lessons: Sequence[NumberedLesson]) -> wire.JournalMonth:
    first, last = lessons[0].lesson.day, lessons[-1].lesson.day
    return wire.JournalMonth(month=name, first=first, last=last, lessons=len(lessons))
