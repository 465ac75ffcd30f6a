"""Homework statistics of teachers on PostgreSQL."""

from datetime import datetime
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from application.groups.views import GroupScope
from application.homework.statistics.scope import Days
from contracts.homework.teacher_statistics import TeacherFiguresPage, TeacherStatistics, TeacherStatisticsQuery


class PostgresTeachersHomework:
    """See ``application.homework.statistics.ports.TeachersHomework``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._zone = zone

    async def page(
        self, query: TeacherStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> TeacherFiguresPage:
        raise NotImplementedError

    async def one(self, teacher_id: int, days: Days, scope: GroupScope, now: datetime) -> TeacherStatistics:
        raise NotImplementedError
