"""Reads about study courses."""

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor
from contracts.courses.courses import (
    CourseCard, CourseFilters, CourseGroupPage, CourseGroupsQuery, CoursePage, CoursesQuery, MonthList,
)
from contracts.courses.curriculum import Curriculum, TopicCard


class PostgresCourseViews:
    """See ``application.courses.ports.CourseViews``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def page(self, query: CoursesQuery) -> CoursePage:
        raise NotImplementedError

    async def card(self, course_id: int) -> CourseCard:
        raise NotImplementedError

    async def filters(self) -> CourseFilters:
        raise NotImplementedError

    async def groups(self, course_id: int, query: CourseGroupsQuery, actor: Actor) -> CourseGroupPage:
        raise NotImplementedError

    async def months(self, course_id: int) -> MonthList:
        raise NotImplementedError

    async def curriculum(self, course_id: int | None, study_month_id: int | None) -> Curriculum:
        raise NotImplementedError

    async def topic(self, topic_id: int, actor: Actor) -> TopicCard:
        raise NotImplementedError
