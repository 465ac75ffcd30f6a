"""Exports of homework statistics (R2-057, R2-066).

Their rows are computed; the columns are those of the screens.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from application.actor import Actor
from application.files.spreadsheets import CellValue
from application.homework.statistics.ports import HomeworkStatistics, TeachersHomework
from application.homework.statistics.scope import days_of, statistics_scope
from contracts import exports
from contracts.homework.statistics import GroupFigures, GroupStatisticsQuery
from contracts.homework.teacher_statistics import TeacherFiguresRow, TeacherStatisticsQuery
from contracts.shared import MAX_PAGE, ListQuery, Named, check

SECONDS_PER_HOUR = 3600
Cell = Callable[[Any], CellValue]

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
COLUMNS: Mapping[str, Mapping[str, Cell]] = {
    exports.GROUP_STATISTICS: GROUP_COLUMNS,
    exports.TEACHER_STATISTICS: TEACHER_COLUMNS,
}
QUERIES: Mapping[str, type[ListQuery]] = {
    exports.GROUP_STATISTICS: GroupStatisticsQuery,
    exports.TEACHER_STATISTICS: TeacherStatisticsQuery,
}


@dataclass(frozen=True)
class ComputedRows:
    """The rows of a computed list, as ``application.files.spreadsheets.RowStream``."""

    rows: Sequence[Any]
    cells: Sequence[Cell]

    @property
    def total(self) -> int:
        """The number of rows."""
        return len(self.rows)

    async def batches(self) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
        """Yields all rows at once: they are as many as groups or teachers."""
        yield [[read(row) for read in self.cells] for row in self.rows]


class StatisticsExports:
    """The computed lists, restricted to what their reader sees."""

    def __init__(self, groups: HomeworkStatistics, teachers: TeachersHomework, zone: ZoneInfo) -> None:
        self._groups = groups
        self._teachers = teachers
        self._zone = zone

    async def rows(
        self, name: str, query: ListQuery, columns: Sequence[str], actor: Actor, now: datetime
    ) -> ComputedRows:
        """Reads every row of a list, whatever its page. Raises ValidationError."""
        check(query)
        whole: Any = msgspec.structs.replace(query, page=1, per_page=MAX_PAGE)
        days = days_of(whole.from_date, whole.to_date, now.astimezone(self._zone).date())
        scope = statistics_scope(actor)
        found: Sequence[Any]
        if name == exports.GROUP_STATISTICS:
            found = (await self._groups.groups(whole, days, scope, now)).groups
        else:
            found = (await self._teachers.page(whole, days, scope, now)).teachers
        return ComputedRows(found, [COLUMNS[name][column] for column in columns])


def _names(those: Sequence[Named]) -> str:
    return ", ".join(one.name for one in those)


def _hours(seconds: int | None) -> float | None:
    return None if seconds is None else round(seconds / SECONDS_PER_HOUR, 1)
