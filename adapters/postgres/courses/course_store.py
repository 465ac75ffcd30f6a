"""Orders and curricula of study courses."""

from collections.abc import Mapping, Sequence

from application.courses.ports import LockedOrder
from application.ports import UnitOfWork
from contracts.courses.courses import CourseOrder, MonthList
from contracts.courses.curriculum import Curriculum
from domain.courses.curriculum import CourseCurriculum


class PostgresCourseStore:
    """See ``application.courses.ports.CourseStore``."""

    async def lock_order(self, uow: UnitOfWork) -> LockedOrder:
        raise NotImplementedError

    async def save_order(self, ids: Sequence[int], uow: UnitOfWork) -> None:
        raise NotImplementedError

    async def order(self, uow: UnitOfWork) -> CourseOrder:
        raise NotImplementedError

    async def has_category(self, category_id: int, uow: UnitOfWork) -> bool:
        raise NotImplementedError

    async def lock_curriculum(self, course_id: int, uow: UnitOfWork) -> CourseCurriculum:
        raise NotImplementedError

    async def course_of_month(self, study_month_id: int, uow: UnitOfWork) -> int:
        raise NotImplementedError

    async def course_of_topic(self, topic_id: int, uow: UnitOfWork) -> int:
        raise NotImplementedError

    async def save_curriculum(self, curriculum: CourseCurriculum, uow: UnitOfWork) -> None:
        raise NotImplementedError

    async def curriculum(self, course_id: int, uow: UnitOfWork) -> Curriculum:
        raise NotImplementedError

    async def months(self, course_id: int, uow: UnitOfWork) -> MonthList:
        raise NotImplementedError

    async def uses_of_course(self, course_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        raise NotImplementedError

    async def uses_of_topic(self, topic_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        raise NotImplementedError
