"""Reads homework statistics of teachers (D-106)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.homework.statistics.ports import TeachersHomework
from application.homework.statistics.scope import STUDY, days_of, statistics_scope
from application.ports import Clock
from contracts.homework.teacher_statistics import (
    TeacherFiguresPage,
    TeacherPeriodQuery,
    TeacherStatistics,
    TeacherStatisticsQuery,
)
from contracts.shared import check


@permits(STUDY)
async def list_teacher_statistics(
    query: TeacherStatisticsQuery, *, actor: Actor, teachers_homework: TeachersHomework, clock: Clock, zone: ZoneInfo
) -> TeacherFiguresPage:
    """Lists teachers with what they gave and checked in a period (R2-066).

    The last thirty days by default.


    With the figures of all of them, by day too. Raises ValidationError.
    """
    check(query)
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date())
    return await teachers_homework.page(query, days, statistics_scope(actor), now)


@permits(STUDY)
async def show_teacher_statistics(
    teacher_id: int,
    query: TeacherPeriodQuery,
    *,
    actor: Actor,
    teachers_homework: TeachersHomework,
    clock: Clock,
    zone: ZoneInfo,
) -> TeacherStatistics:
    """Returns one teacher's figures by group, week and day.

    Raises NotFound, ValidationError.
    """
    now = clock.now()
    days = days_of(query.from_date, query.to_date, now.astimezone(zone).date())
    return await teachers_homework.one(teacher_id, days, statistics_scope(actor), now)
