"""Ports of homework statistics and reminders."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.groups.views import GroupScope
from application.homework.statistics.scope import Days
from application.ports import UnitOfWork
from contracts.homework.statistics import (
    GroupFiguresPage,
    GroupStatistics,
    GroupStatisticsQuery,
    RemindOptions,
    StatisticsFilters,
    StatisticsQuery,
    StudentFiguresPage,
    StudentStatistics,
)


@runtime_checkable
class HomeworkStatistics(Protocol):
    """Reads of statistics within a scope; all raise NotFound for other groups."""

    async def groups(
        self, query: GroupStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> GroupFiguresPage:
        """Returns a page of groups with homework in these days."""
        ...

    async def group(self, group_id: int, days: Days, scope: GroupScope, now: datetime) -> GroupStatistics:
        """Returns the totals of a group."""
        ...

    async def students(
        self, group_id: int, query: StatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> StudentFiguresPage:
        """Returns a page of the students who have homework in these days, or all of them."""
        ...

    async def student(
        self, group_id: int, student_id: int, days: Days, scope: GroupScope, of_texts: GroupScope, now: datetime
    ) -> StudentStatistics:
        """Returns one student's homework, its text only for a group of ``of_texts``.

        Raises NotFound for a student who has none in the group.
        """
        ...

    async def filters(self, scope: GroupScope) -> StatisticsFilters:
        """Returns the branches, courses and teachers of the groups."""
        ...

    async def remindable(self, group_id: int, today: date, scope: GroupScope) -> RemindOptions:
        """Returns homework of the last seven days with those who have not handed in."""
        ...


@runtime_checkable
class ReminderStore(Protocol):
    """Writes of reminders."""

    async def remind(
        self,
        group_id: int,
        homework_ids: Sequence[int],
        student_ids: Sequence[int],
        today: date,
        *,
        actor: Actor,
        now: datetime,
        uow: UnitOfWork,
    ) -> tuple[dict[int, list[int]], int]:
        """Records the reminders of today.

        Returns the students by homework, and the number of those left out.

        A student who was reminded of the homework today is left out; without ids everybody who has not handed in.
        """
        ...
