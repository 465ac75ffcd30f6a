"""Reads homework statistics of groups and of one student (R2-007, R2-368)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.homework.scope import work_scope
from application.homework.statistics.ports import HomeworkStatistics
from application.homework.statistics.scope import KEYS, OPTIONS, STUDY, days_of, statistics_scope
from application.ports import Clock
from contracts.homework.statistics import (
    GroupFiguresPage,
    GroupStatistics,
    GroupStatisticsQuery,
    LessonFiguresPage,
    LessonHomework,
    LessonHomeworkQuery,
    LessonStatisticsQuery,
    PeriodQuery,
    StatisticsFilters,
    StatisticsQuery,
    StudentFiguresPage,
    StudentStatistics,
)
from contracts.shared import check


@permits(*KEYS)
async def list_group_statistics(
    query: GroupStatisticsQuery, *, actor: Actor, homework_statistics: HomeworkStatistics, clock: Clock, zone: ZoneInfo
) -> GroupFiguresPage:
    """Lists groups with their homework of some days, the last thirty by default.

    Raises ValidationError.
    """
    check(query)
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date())
    return await homework_statistics.groups(query, days, statistics_scope(actor), now)


@permits(*KEYS)
async def statistics_filters(*, actor: Actor, homework_statistics: HomeworkStatistics) -> StatisticsFilters:
    """Returns the branches, courses and teachers by which the groups can be filtered."""
    return await homework_statistics.filters(statistics_scope(actor))


@permits(*KEYS)
async def show_group_statistics(
    group_id: int,
    query: PeriodQuery,
    *,
    actor: Actor,
    homework_statistics: HomeworkStatistics,
    clock: Clock,
    zone: ZoneInfo,
) -> GroupStatistics:
    """Returns the totals of a group's homework in a period (R2-041).

    Raises NotFound, ValidationError.
    """
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date(), query.study_month_id)
    return await homework_statistics.group(group_id, days, statistics_scope(actor), now)


@permits(*KEYS)
async def list_student_statistics(
    group_id: int,
    query: StatisticsQuery,
    *,
    actor: Actor,
    homework_statistics: HomeworkStatistics,
    clock: Clock,
    zone: ZoneInfo,
) -> StudentFiguresPage:
    """Lists the students of a group with their counts, sorted by one (R2-195).

    Raises NotFound, ValidationError.
    """
    check(query)
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date(), query.study_month_id)
    return await homework_statistics.students(group_id, query, days, statistics_scope(actor), now)


@permits(*KEYS)
async def list_lesson_statistics(
    group_id: int,
    query: LessonStatisticsQuery,
    *,
    actor: Actor,
    homework_statistics: HomeworkStatistics,
    clock: Clock,
    zone: ZoneInfo,
) -> LessonFiguresPage:
    """Lists the homework of a group's lessons with its counts (R2-060).

    Without texts (D-90). Raises NotFound, ValidationError.
    """
    check(query)
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date(), query.study_month_id)
    return await homework_statistics.lessons(group_id, query, days, statistics_scope(actor), now)


@permits(*KEYS)
async def show_student_statistics(
    group_id: int,
    student_id: int,
    query: PeriodQuery,
    *,
    actor: Actor,
    homework_statistics: HomeworkStatistics,
    clock: Clock,
    zone: ZoneInfo,
) -> StudentStatistics:
    """Returns the homework of one student in a period (R2-042).

    Its text is empty for the study department, which reads results alone (D-90). Raises NotFound, ValidationError.
    """
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date(), query.study_month_id)
    scope, of_texts = statistics_scope(actor), work_scope(actor, *OPTIONS)
    return await homework_statistics.student(group_id, student_id, days, scope, of_texts, now)


@permits(STUDY)
async def show_lesson_homework(
    group_id: int,
    lesson_id: int,
    homework_id: int,
    query: LessonHomeworkQuery,
    *,
    actor: Actor,
    homework_statistics: HomeworkStatistics,
    clock: Clock,
) -> LessonHomework:
    """Returns the results of a lesson's homework (R2-060).

    Without texts, files and messages (D-90).


    Raises NotFound, ValidationError.
    """
    check(query)
    scope = statistics_scope(actor)
    return await homework_statistics.lesson(group_id, lesson_id, homework_id, query, scope, clock.now())
