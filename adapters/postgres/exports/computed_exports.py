"""Exports of lists whose rows are computed.

Homework statistics (R2-057, R2-066) and the homework database (R2-388); the columns are those of the screens.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.exports.homework_columns import (
    GROUP_COLUMNS,
    LESSON_COLUMNS,
    RESULT_COLUMNS,
    STUDENT_COLUMNS,
    TEACHER_COLUMNS,
    WORK_COLUMNS,
    Cell,
)
from adapters.postgres.exports.spreadsheet_columns import CellContext
from application.actor import Actor
from application.files.spreadsheets import CellValue
from application.homework.scope import work_scope
from application.homework.statistics.ports import HomeworkStatistics, TeachersHomework
from application.homework.statistics.scope import OPTIONS, Days, days_of, statistics_scope
from application.homework_database.ports import DatabaseLists
from contracts import exports
from contracts.homework.statistics import (
    GroupStatisticsQuery,
    LessonsOfGroup,
    ResultsOfLesson,
    StudentsOfGroup,
    WorksOfStudent,
)
from contracts.homework.teacher_statistics import TeacherStatisticsQuery
from contracts.homework_database.homework import DatabaseHomeworkRow, DatabaseQuery
from contracts.shared import MAX_PAGE, ListQuery, check
from contracts.texts import translate


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


@dataclass(frozen=True)
class ComputedExport:
    """The query of a list, and its columns in their order."""

    query: type[ListQuery]
    columns: Mapping[str, Cell]


COMPUTED_EXPORTS: Mapping[str, ComputedExport] = {
    exports.GROUP_STATISTICS: ComputedExport(GroupStatisticsQuery, GROUP_COLUMNS),
    exports.GROUP_STUDENTS: ComputedExport(StudentsOfGroup, STUDENT_COLUMNS),
    exports.GROUP_LESSONS: ComputedExport(LessonsOfGroup, LESSON_COLUMNS),
    exports.LESSON_RESULTS: ComputedExport(ResultsOfLesson, RESULT_COLUMNS),
    exports.STUDENT_WORKS: ComputedExport(WorksOfStudent, WORK_COLUMNS),
    exports.TEACHER_STATISTICS: ComputedExport(TeacherStatisticsQuery, TEACHER_COLUMNS),
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
        """Reads every row of a list, whatever its page. Raises NotFound, ValidationError."""
        check(query)
        found = await self._found(name, msgspec.structs.replace(query, page=1, per_page=MAX_PAGE), actor, now)
        cells = [COMPUTED_EXPORTS[name].columns[column] for column in columns]
        return ComputedRows(found, cells, CellContext(actor.language, self._zone))

    async def _found(self, name: str, query: Any, actor: Actor, now: datetime) -> Sequence[Any]:
        if name == exports.DATABASE_HOMEWORK:
            return (await self._database.page(query)).homework
        scope = statistics_scope(actor)
        if name == exports.LESSON_RESULTS:
            at = (query.group_id, query.lesson_id, query.homework_id)
            return (await self._groups.lesson(*at, query, scope, now)).submissions
        today = now.astimezone(self._zone).date()
        days = days_of(query.from_date, query.to_date, today, getattr(query, "study_month_id", None))
        if name == exports.TEACHER_STATISTICS:
            return (await self._teachers.page(query, days, scope, now)).teachers
        if name == exports.GROUP_STATISTICS:
            return (await self._groups.groups(query, days, scope, now)).groups
        return await self._of_group(name, query, days, actor, now)

    async def _of_group(self, name: str, query: Any, days: Days, actor: Actor, now: datetime) -> Sequence[Any]:
        scope, of_texts = statistics_scope(actor), work_scope(actor, *OPTIONS)
        if name == exports.GROUP_STUDENTS:
            return (await self._groups.students(query.group_id, query, days, scope, now)).students
        if name == exports.GROUP_LESSONS:
            return (await self._groups.lessons(query.group_id, query, days, scope, now)).lessons
        return (await self._groups.student(query.group_id, query.student_id, days, scope, of_texts, now)).works
