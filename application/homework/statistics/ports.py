"""Ports of homework statistics and reminders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    LessonFiguresPage,
    LessonHomework,
    LessonHomeworkQuery,
    LessonStatisticsQuery,
    RemindOptions,
    StatisticsFilters,
    StatisticsQuery,
    StudentFiguresPage,
    StudentStatistics,
)
from contracts.homework.teacher_statistics import TeacherFiguresPage, TeacherStatistics, TeacherStatisticsQuery


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

    async def lessons(
        self, group_id: int, query: LessonStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> LessonFiguresPage:
        """Returns a page of the lessons' homework in these days."""
        ...

    async def student(
        self, group_id: int, student_id: int, days: Days, scope: GroupScope, of_texts: GroupScope, now: datetime
    ) -> StudentStatistics:
        """Returns one student's homework, its text only for a group of ``of_texts``.

        Raises NotFound for a student who has none in the group.
        """
        ...

    async def lesson(
        self,
        group_id: int,
        lesson_id: int,
        homework_id: int,
        query: LessonHomeworkQuery,
        scope: GroupScope,
        now: datetime,
    ) -> LessonHomework:
        """Returns the results of one homework.

        Without anything that was written or uploaded (D-90).


        Raises NotFound for homework of another lesson or group.
        """
        ...

    async def filters(self, scope: GroupScope) -> StatisticsFilters:
        """Returns the branches, categories, courses and teachers of the groups."""
        ...

    async def remindable(self, group_id: int, today: date, scope: GroupScope) -> RemindOptions:
        """Returns homework of the last seven days with those who have not handed in."""
        ...


@runtime_checkable
class TeachersHomework(Protocol):
    """Reads of the statistics of teachers, from the groups within a scope (D-106)."""

    async def page(
        self, query: TeacherStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> TeacherFiguresPage:
        """Returns a page of teachers.

        Those with anything counted in these days, or work that waits.
        """
        ...

    async def one(self, teacher_id: int, days: Days, scope: GroupScope, now: datetime) -> TeacherStatistics:
        """Returns one teacher by group, week and day.

        Raises NotFound for one who neither teaches a group of the scope nor has anything counted there.
        """
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


@dataclass(frozen=True)
class CounterDifference:
    """A day's counters of a teacher in a group that differed from the work itself.

    ``missing``: what they lacked by name, negative where they counted too much; times as their number.
    """

    day: date
    group_id: int
    teacher_id: int
    missing: Mapping[str, int]


@runtime_checkable
class CounterStore(Protocol):
    """Recounts of the counters, which each writing transaction updates by itself."""

    async def recount(self, first: date, last: date, uow: UnitOfWork) -> list[CounterDifference]:
        """Counts the days anew, both included.

        Corrects their counters and those of their months, and returns what differed.
        """
        ...

    async def record(
        self,
        first: date,
        last: date,
        differences: int,
        shown: Sequence[CounterDifference],
        now: datetime,
        uow: UnitOfWork,
        *,
        nightly: bool,
    ) -> None:
        """Records a recount; the newest nightly one is shown by the statistics."""
        ...
