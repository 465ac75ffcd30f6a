"""Ports of study courses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.courses.courses import (
    CourseCard,
    CourseFilters,
    CourseGroupPage,
    CourseGroupsQuery,
    CourseOrder,
    CoursePage,
    CoursesQuery,
    MonthList,
)
from contracts.courses.curriculum import Curriculum, TopicCard
from domain.courses.curriculum import CourseCurriculum

# reading courses, months and topics: the forms of each need the names of the others (D-101)
COURSES, MONTHS, CURRICULUM, DATABASE = "study:courses", "study:months", "study:curriculum", "study:homework_db"
READERS = (COURSES, MONTHS, CURRICULUM, DATABASE)


@dataclass(frozen=True)
class LockedOrder:
    """The order of courses, locked until the end of the transaction."""

    version: int
    ids: Sequence[int]


@runtime_checkable
class CourseViews(Protocol):
    """Reads about study courses, which belong to the centre (D-149)."""

    async def page(self, query: CoursesQuery) -> CoursePage:
        """Returns a page of courses in their order."""
        ...

    async def card(self, course_id: int) -> CourseCard:
        """Returns one course with its months. Raises NotFound."""
        ...

    async def filters(self, language: str) -> CourseFilters:
        """Returns the choices of filters and forms, statuses in the language."""
        ...

    async def groups(self, course_id: int, query: CourseGroupsQuery, actor: Actor) -> CourseGroupPage:
        """Returns the course's groups of the caller's branches, by name. Raises NotFound."""
        ...

    async def months(self, course_id: int) -> MonthList:
        """Returns the study months. Raises NotFound."""
        ...

    async def curriculum(self, course_id: int | None, study_month_id: int | None) -> Curriculum:
        """Returns the topics of a course, or of one of its months. Raises NotFound."""
        ...

    async def topic(self, topic_id: int, actor: Actor) -> TopicCard:
        """Returns one topic, with groups of the caller's branches. Raises NotFound."""
        ...


@runtime_checkable
class CourseStore(Protocol):
    """Orders and curricula, inside a unit of work.

    What is written is seen by ``order`` and ``curriculum`` of the same unit of work.
    """

    async def lock_order(self, uow: UnitOfWork) -> LockedOrder:
        """Locks the order of courses."""
        ...

    async def save_order(self, ids: Sequence[int], uow: UnitOfWork) -> None:
        """Writes the locked order, under a new version."""
        ...

    async def order(self, uow: UnitOfWork) -> CourseOrder:
        """Returns the order of courses."""
        ...

    async def has_category(self, category_id: int, uow: UnitOfWork) -> bool:
        """Checks if a category of courses exists."""
        ...

    async def lock_curriculum(self, course_id: int, uow: UnitOfWork) -> CourseCurriculum:
        """Locks a course and returns its months with their topics. Raises NotFound."""
        ...

    async def lock_topic(self, topic_id: int, uow: UnitOfWork) -> None:
        """Waits for records that take the topic, and keeps others from it.

        Called under the lock of its course, before the curriculum is read.
        """
        ...

    async def course_of_month(self, study_month_id: int, uow: UnitOfWork) -> int:
        """Returns the course of a study month. Raises NotFound."""
        ...

    async def course_of_topic(self, topic_id: int, uow: UnitOfWork) -> int:
        """Returns the course of a topic. Raises NotFound."""
        ...

    async def save_curriculum(self, curriculum: CourseCurriculum, uow: UnitOfWork) -> None:
        """Writes what differs of a locked curriculum, and sets ids and its new version."""
        ...

    async def curriculum(self, course_id: int, uow: UnitOfWork) -> Curriculum:
        """Returns the topics of a course."""
        ...

    async def months(self, course_id: int, uow: UnitOfWork) -> MonthList:
        """Returns the study months of a course."""
        ...

    async def uses_of_course(self, course_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        """Counts the records that refer to a course, its months or topics, by kind.

        Kinds without records are left out.
        """
        ...

    async def uses_of_topic(self, topic_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        """Counts the records that refer to a topic, as ``uses_of_course``."""
        ...
