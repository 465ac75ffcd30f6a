"""Exports of lists whose rows are computed.

Homework statistics (R2-057, R2-066) and the homework database (R2-388); the columns are those of the screens.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.exports.spreadsheet_columns import CellContext
from application.actor import Actor
from application.files.spreadsheets import CellValue
from application.homework.statistics.ports import HomeworkStatistics, TeachersHomework
from application.homework.statistics.scope import days_of, statistics_scope
from application.homework_database.ports import DatabaseLists
from contracts import exports
from contracts.homework.statistics import GroupFigures, GroupStatisticsQuery
from contracts.homework.teacher_statistics import TeacherFiguresRow, TeacherStatisticsQuery
from contracts.homework_database.homework import DatabaseHomeworkRow, DatabaseQuery
from contracts.shared import MAX_PAGE, ListQuery, Named, check
from contracts.texts import translate

SECONDS_PER_HOUR = 3600
Cell = Callable[[Any, CellContext], CellValue]

GROUP_COLUMNS: Mapping[str, Callable[[GroupFigures], CellValue]] = {
    "name": lambda row: row.name,
    "course": lambda row: row.course,
    "office": lambda row: row.office,
    "teacher": lambda row: row.teacher,
    "homework": lambda row: row.homework,
    "given": lambda row: row.figures.counts.given,
    "accepted": lambda row: row.figures.counts.accepted,
    "rejected": lambda row: row.figures.counts.rejected,
    "waiting": lambda row: row.figures.counts.waiting,
    "uncompleted": lambda row: row.figures.counts.uncompleted,
    "notDue": lambda row: row.figures.counts.not_due,
    "notGiven": lambda row: row.figures.counts.not_given,
    "averageScore": lambda row: row.figures.average_score,
    "percentage": lambda row: row.figures.percentage,
}
TEACHER_COLUMNS: Mapping[str, Callable[[TeacherFiguresRow], CellValue]] = {
    "fullName": lambda row: row.full_name,
    "offices": lambda row: _names(row.offices),
    "courses": lambda row: _names(row.courses),
    "lessons": lambda row: row.figures.lessons,
    "lessonsWithHomework": lambda row: row.figures.lessons_with_homework,
    "givenShare": lambda row: row.figures.given_share,
    "homeworkGiven": lambda row: row.figures.homework_given,
    "handIns": lambda row: row.figures.hand_ins,
    "checked": lambda row: row.figures.checked,
    "checkedShare": lambda row: row.figures.checked_share,
    "medianHours": lambda row: _hours(row.figures.median_seconds),
    "worstHours": lambda row: _hours(row.figures.worst_seconds),
    "waitingNow": lambda row: row.figures.waiting,
    "waitingOver24h": lambda row: row.figures.waiting_over_24h,
    "averageScore": lambda row: row.figures.average_score,
    "rejected": lambda row: row.figures.rejected,
    "rejectedShare": lambda row: row.figures.rejected_share,
    "reminders": lambda row: row.figures.reminders,
}


def _state(row: DatabaseHomeworkRow, of: CellContext) -> str:
    """The change that is not published, else the edition; as the screen."""
    if row.is_archived:
        return translate("export.database.archived", of.language)
    if row.change:
        return translate(f"export.database.change.{row.change}", of.language)
    if row.edition is None:
        return translate("export.database.unpublished", of.language)
    return translate("export.database.edition", of.language, number=row.edition)


DATABASE_COLUMNS: Mapping[str, Callable[[DatabaseHomeworkRow, CellContext], CellValue]] = {
    "homework": lambda row, _: row.description,
    "kind": lambda row, of: translate(f"homework_database.{row.kind}", of.language, letter=row.letter or "").strip(),
    "lesson": lambda row, _: row.lesson.name,
    "chapter": lambda row, _: row.chapter.name,
    "course": lambda row, _: row.course.name,
    "files": lambda row, _: row.files,
    "groups": lambda row, _: row.groups,
    "state": _state,
    "author": lambda row, _: row.author.name if row.author else None,
    "saved": lambda row, of: row.saved_at.astimezone(of.zone).date(),
}


def _same_in_every_language(columns: Mapping[str, Callable[[Any], CellValue]]) -> Mapping[str, Cell]:
    def cell(read: Callable[[Any], CellValue]) -> Cell:
        return lambda row, _: read(row)

    return {name: cell(read) for name, read in columns.items()}


@dataclass(frozen=True)
class ComputedExport:
    """The query of a list, and its columns in their order."""

    query: type[ListQuery]
    columns: Mapping[str, Cell]


COMPUTED_EXPORTS: Mapping[str, ComputedExport] = {
    exports.GROUP_STATISTICS: ComputedExport(GroupStatisticsQuery, _same_in_every_language(GROUP_COLUMNS)),
    exports.TEACHER_STATISTICS: ComputedExport(TeacherStatisticsQuery, _same_in_every_language(TEACHER_COLUMNS)),
    exports.DATABASE_HOMEWORK: ComputedExport(DatabaseQuery, DATABASE_COLUMNS),
}


@dataclass(frozen=True)
class ComputedRows:
    """The rows of a computed list, as ``application.files.spreadsheets.RowStream``."""

    rows: Sequence[Any]
    cells: Sequence[Cell]
    context: CellContext

    @property
    def total(self) -> int:
        """The number of rows."""
        return len(self.rows)

    async def batches(self) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
        """Yields all rows at once: there are some thousands of them at most."""
        yield [[read(row, self.context) for read in self.cells] for row in self.rows]


class ComputedExports:
    """The computed lists, restricted to what their reader sees."""

    def __init__(
        self, groups: HomeworkStatistics, teachers: TeachersHomework, database: DatabaseLists, zone: ZoneInfo
    ) -> None:
        self._groups = groups
        self._teachers = teachers
        self._database = database
        self._zone = zone

    async def rows(
        self, name: str, query: ListQuery, columns: Sequence[str], actor: Actor, now: datetime
    ) -> ComputedRows:
        """Reads every row of a list, whatever its page. Raises ValidationError."""
        check(query)
        found = await self._found(name, msgspec.structs.replace(query, page=1, per_page=MAX_PAGE), actor, now)
        cells = [COMPUTED_EXPORTS[name].columns[column] for column in columns]
        return ComputedRows(found, cells, CellContext(actor.language, self._zone))

    async def _found(self, name: str, query: Any, actor: Actor, now: datetime) -> Sequence[Any]:
        if name == exports.DATABASE_HOMEWORK:
            return (await self._database.page(query)).homework
        days = days_of(query.from_date, query.to_date, now.astimezone(self._zone).date())
        scope = statistics_scope(actor)
        if name == exports.GROUP_STATISTICS:
            return (await self._groups.groups(query, days, scope, now)).groups
        return (await self._teachers.page(query, days, scope, now)).teachers


def _names(those: Sequence[Named]) -> str:
    return ", ".join(one.name for one in those)


def _hours(seconds: int | None) -> float | None:
    return None if seconds is None else round(seconds / SECONDS_PER_HOUR, 1)
