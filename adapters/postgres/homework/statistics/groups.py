"""Homework statistics and reminders on PostgreSQL."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import msgspec

from adapters.postgres.core.counters.counters_sql import spans_of
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.search import name_patterns
from adapters.postgres.homework.statistics import groups_sql as sql
from adapters.postgres.listing.search import name_query
from adapters.postgres.listing.text_search import part_pattern
from application.actor import Actor
from application.groups.views import GroupScope
from application.homework.statistics.scope import Days
from application.ports import UnitOfWork
from contracts.homework.giving import HomeworkLesson
from contracts.homework.statistics import (
    FigureCounts,
    Figures,
    GroupFigures,
    GroupFiguresPage,
    GroupStatistics,
    GroupStatisticsQuery,
    LessonFigures,
    LessonFiguresPage,
    LessonHomework,
    LessonHomeworkHead,
    LessonHomeworkQuery,
    LessonHomeworkWork,
    LessonSortBy,
    LessonStatisticsQuery,
    RemindOption,
    RemindOptions,
    SortBy,
    StatisticsFilters,
    StatisticsQuery,
    StudentFigures,
    StudentFiguresPage,
    StudentStatistics,
    StudentWork,
    UnfinishedStudent,
)
from contracts.shared import Named, Order
from domain.homework.submission import SHOWN, SubmissionStatus
from domain.shared.errors import NotFound


class PostgresHomeworkStatistics:
    """See ``application.homework.statistics.ports.HomeworkStatistics``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def groups(
        self, query: GroupStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> GroupFiguresPage:
        filters = (query.office_ids, query.course_id, query.teacher_id, name_patterns(query.value))
        rows = await self._pool.fetch(
            _sorted(sql.GROUPS, query.sort_by, query.order_by, "g.sort_key"),
            *(now, scope.office_ids, scope.user_id, days.first, days.last, *filters),
            *(
                query.per_page,
                (query.page - 1) * query.per_page,
                *spans_of(days.first, days.last, reaches_today=days.reaches_today),
            ),
        )
        groups = [
            GroupFigures(
                id=row["id"],
                name=row["name"],
                course=row["course"],
                office=row["office"],
                teacher=row["teacher"],
                homework=row["homework"],
                figures=_figures(row),
            )
            for row in rows
        ]
        total = rows[0]["total"] if rows else 0
        return GroupFiguresPage(groups=groups, total=total, from_date=days.first, to_date=days.last)

    async def group(self, group_id: int, days: Days, scope: GroupScope, now: datetime) -> GroupStatistics:
        group = await self._group(group_id, scope)
        (row,) = await self._pool.fetch(sql.OF_GROUP, *_of(group_id, days, now))
        days = _shown_days(days, row)
        return GroupStatistics(
            group=Named(id=group_id, name=group["name"]),
            from_date=days.first,
            to_date=days.last,
            homework=row["homework"],
            lessons=row["lessons"],
            figures=_figures(row),
            study_months=msgspec.convert(group["study_months"], list[Named]),
        )

    async def students(
        self, group_id: int, query: StatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> StudentFiguresPage:
        await self._group(group_id, scope)
        rows = await self._pool.fetch(
            _sorted(sql.STUDENTS, query.sort_by, query.order_by, "x.sort_key"),
            *(*_of(group_id, days, now), query.per_page, (query.page - 1) * query.per_page, name_query(query.value)),
        )
        students = [
            StudentFigures(
                student_id=row["student_id"],
                h_id=row["h_id"],
                full_name=row["full_name"],
                photo=self._photo_links.link(row["photo"]),
                figures=_figures(row),
            )
            for row in rows
        ]
        total, days = rows[0]["total"] if rows else 0, await self._days(group_id, days, now)
        return StudentFiguresPage(students=students, total=total, from_date=days.first, to_date=days.last)

    async def lessons(
        self, group_id: int, query: LessonStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> LessonFiguresPage:
        await self._group(group_id, scope)
        rows = await self._pool.fetch(
            _sorted(sql.LESSONS, query.sort_by, query.order_by, "l.date + l.begin_time"),
            *(*_of(group_id, days, now), query.per_page, (query.page - 1) * query.per_page, part_pattern(query.value)),
        )
        lessons = [
            LessonFigures(
                homework_id=row["homework_id"],
                lesson=_lesson(row),
                topic=row["topic"],
                deadline=row["deadline"],
                reminders=row["reminders"],
                figures=_figures(row),
            )
            for row in rows
        ]
        total, days = rows[0]["total"] if rows else 0, await self._days(group_id, days, now)
        return LessonFiguresPage(lessons=lessons, total=total, from_date=days.first, to_date=days.last)

    async def student(
        self, group_id: int, student_id: int, days: Days, scope: GroupScope, of_texts: GroupScope, now: datetime
    ) -> StudentStatistics:
        group = await self._group(group_id, scope)
        student = await self._pool.fetchrow(sql.STUDENT, student_id, group_id)
        if student is None:
            raise NotFound("Student", student_id)
        found = (*_of(group_id, days, now), student_id)
        (figures,) = await self._pool.fetch(sql.FIGURES_OF_STUDENT, *found)
        works = [dict(row) for row in await self._pool.fetch(sql.WORKS_OF_STUDENT, *found)]
        if await self._pool.fetchrow(sql.GROUP, group_id, of_texts.office_ids, of_texts.user_id) is None:
            works = [work | {"description": ""} for work in works]
        days = await self._days(group_id, days, now)
        return StudentStatistics(
            group=Named(id=group_id, name=group["name"]),
            student=Named(id=student_id, name=student["full_name"]),
            photo=self._photo_links.link(student["photo"]),
            from_date=days.first,
            to_date=days.last,
            figures=_figures(figures),
            works=[StudentWork(**work, shown_status=_shown(work["status"])) for work in works],
        )

    async def lesson(
        self,
        group_id: int,
        lesson_id: int,
        homework_id: int,
        query: LessonHomeworkQuery,
        scope: GroupScope,
        now: datetime,
    ) -> LessonHomework:
        group = await self._group(group_id, scope)
        row = await self._pool.fetchrow(sql.LESSON_HOMEWORK, group_id, lesson_id, homework_id, now)
        if row is None:
            raise NotFound("Homework", homework_id)
        page = (query.status, name_query(query.value), query.per_page, (query.page - 1) * query.per_page)
        works = await self._pool.fetch(sql.LESSON_WORKS.format(order=query.order_by.value), homework_id, now, *page)
        others = await self._pool.fetch(sql.OTHERS, lesson_id, homework_id)
        submissions = [
            LessonHomeworkWork(**{name: work[name] for name in LessonHomeworkWork.__struct_fields__}) for work in works
        ]
        self._photo_links.show(submissions)
        return LessonHomework(
            homework=_lesson_head(row, Named(id=group_id, name=group["name"])),
            submissions=submissions,
            total=works[0]["total"] if works else 0,
            others=[Named(**dict(one)) for one in others],
        )

    async def filters(self, scope: GroupScope) -> StatisticsFilters:
        found: dict[str, list[Named]] = defaultdict(list)
        for row in await self._pool.fetch(sql.FILTERS, scope.office_ids, scope.user_id):
            found[row["kind"]].append(Named(id=row["id"], name=row["name"]))
        return StatisticsFilters(
            offices=found["offices"],
            categories=found["categories"],
            courses=found["courses"],
            teachers=found["teachers"],
            sorts=["name", "averageScore", "rejected", "uncompleted", "accepted", "waiting"],
        )

    async def remindable(self, group_id: int, today: date, scope: GroupScope) -> RemindOptions:
        await self._group(group_id, scope)
        rows = await self._pool.fetch(sql.REMINDABLE, group_id, today)
        return RemindOptions(
            homework=[
                RemindOption(**{**dict(row), "students": msgspec.convert(row["students"], list[UnfinishedStudent])})
                for row in rows
            ]
        )

    async def _days(self, group_id: int, days: Days, now: datetime) -> Days:
        if days.study_month_id is None:
            return days
        (row,) = await self._pool.fetch(sql.OF_GROUP, *_of(group_id, days, now))
        return _shown_days(days, row)

    async def _group(self, group_id: int, scope: GroupScope) -> Any:
        row = await self._pool.fetchrow(sql.GROUP, group_id, scope.office_ids, scope.user_id)
        if row is None:
            raise NotFound("Group", group_id)
        return row


class PostgresReminderStore:
    """See ``application.homework.statistics.ports.ReminderStore``."""

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
        connection = await sql_of(uow).connection()
        values = (group_id, list(homework_ids), list(student_ids), today, actor.id, now)
        wanted: int = await connection.fetchval(sql.WANTED, *values[:3])
        rows = await connection.fetch(sql.REMIND, *values)
        sent = {row["homework_id"]: list(row["students"]) for row in rows}
        return sent, wanted - sum(map(len, sent.values()))


def _shown_days(days: Days, of_group: Any) -> Days:
    """The days of the lessons with homework, where a study month was asked for."""
    if days.study_month_id is None or of_group["first_day"] is None:
        return days
    return replace(days, first=of_group["first_day"], last=of_group["last_day"])


def _of(group_id: int, days: Days, now: datetime) -> tuple[Any, ...]:
    return group_id, days.first, days.last, days.study_month_id, now


def _sorted(statement: str, by: SortBy | LessonSortBy, order: Order, own: str) -> str:
    return statement.format(sort=sql.SORTS.get(by, own), order=order.value)


def _figures(row: Any) -> Figures:
    counts = FigureCounts(**{name: row[name] for name in FigureCounts.__struct_fields__})
    return Figures(counts=counts, average_score=row["average_score"], percentage=row["percentage"])


def _lesson(row: Any) -> HomeworkLesson:
    return HomeworkLesson(
        id=row["lesson_id"],
        number=row["lesson_number"],
        date=row["date"],
        begin_time=row["begin_time"],
        end_time=row["end_time"],
    )


def _lesson_head(row: Any, group: Named) -> LessonHomeworkHead:
    return LessonHomeworkHead(
        id=row["id"],
        group=group,
        lesson=_lesson(row),
        topic=Named(id=row["topic_id"], name=row["topic"]) if row["topic_id"] else None,
        source=row["source"],
        hours=row["hours"],
        given_at=row["given_at"],
        deadline=row["deadline"],
        created_by=Named(id=row["created_by"], name=row["author"]) if row["created_by"] else None,
        figures=_figures(row),
        handed_in=row["handed_in"],
        reminders=row["reminders"],
    )


def _shown(status: int) -> Any:
    return SHOWN[SubmissionStatus(status)].value
