"""Ports of the homework database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.homework_database.homework import (
    DatabaseHomeworkCard,
    DatabaseHomeworkPage,
    DatabaseQuery,
    HomeworkOrder,
    UsePage,
    UsesQuery,
)
from contracts.homework_database.publishing import Drafts
from contracts.homework_database.topics import (
    DatabaseFilters,
    HomeworkOfTopic,
    SwitchOptions,
    TopicLessons,
)
from contracts.homework_database.tree import (
    Chapters,
    DatabaseLessonCard,
    DatabaseLessonPage,
    LessonsQuery,
    TreeOrder,
)
from contracts.shared import Named
from domain.homework_database.difference import LessonState
from domain.homework_database.publishing import LessonPublication, LessonRestoration
from domain.homework_database.slots import Slots

# what a change begins with: the record by whose id its course is found
Of = Literal["course", "chapter", "lesson", "homework", "topic"]


@dataclass(frozen=True)
class CourseChange:
    """A change of a course's database: its number, one higher than of the last one.

    Changes of a course follow each other: the next one begins when this transaction has ended.
    """

    course_id: int
    number: int


@dataclass(frozen=True)
class ChosenDrafts:
    """Chapters and lessons of a course, with the change that touched one last."""

    chapters: Sequence[int]
    lessons: Sequence[LessonState]
    changed_in: int


@runtime_checkable
class DatabaseStore(Protocol):
    """Writes of the homework database, in the caller's transaction."""

    async def begin_change(self, of: Of, id: int, uow: UnitOfWork) -> CourseChange:
        """Locks the database of a course and counts the change. Raises NotFound."""
        ...

    async def order(self, course_id: int, uow: UnitOfWork) -> TreeOrder:
        """Returns the order of chapters and lessons."""
        ...

    async def set_chapters(self, change: CourseChange, ids: Sequence[int], uow: UnitOfWork) -> None:
        """Numbers the chapters of the course in this order, which counts as a move."""
        ...

    async def set_lessons(self, change: CourseChange, chapters: Mapping[int, Sequence[int]], uow: UnitOfWork) -> None:
        """Numbers lessons by chapter in one statement, which counts as a move."""
        ...

    async def slots(self, lesson_id: int, uow: UnitOfWork) -> Slots:
        """Returns the order of a lesson's homework."""
        ...

    async def set_slots(self, lessons: Mapping[int, Slots], uow: UnitOfWork) -> None:
        """Puts homework into lessons and numbers it in one statement."""
        ...

    async def homework_order(self, lesson_id: int, uow: UnitOfWork) -> HomeworkOrder:
        """Returns the order of a lesson's homework as it is answered."""
        ...

    async def was_published(self, of: Literal["lesson", "homework"], id: int, uow: UnitOfWork) -> bool:
        """True if a record has been published at some time: it is archived, not deleted."""
        ...

    async def lessons_of_chapter(self, chapter_id: int, uow: UnitOfWork) -> Mapping[int, str | None]:
        """Returns the lessons of a chapter: id → never, current or archived publication.

        ``None``: never published; else ``current`` or ``archived``.
        """
        ...

    async def topics_of(self, lesson_id: int, uow: UnitOfWork) -> list[Named]:
        """Returns the topics that a lesson belongs to."""
        ...

    async def delete_lessons(self, ids: Sequence[int], now: datetime, uow: UnitOfWork) -> None:
        """Deletes lessons that were never published, with their homework."""
        ...

    async def delete_homework(self, ids: Sequence[int], now: datetime, uow: UnitOfWork) -> None:
        """Deletes homework that was never published, and expires its files."""
        ...

    async def usable_lessons(self, course_id: int, ids: Sequence[int], uow: UnitOfWork) -> frozenset[int]:
        """Returns those lessons of the course that are not archived, nor to be."""
        ...


@runtime_checkable
class DraftStore(Protocol):
    """Publishing and discarding of drafts, in the caller's transaction."""

    async def chosen(
        self, course_id: int, chapter_ids: Collection[int], lesson_ids: Collection[int], uow: UnitOfWork
    ) -> ChosenDrafts:
        """Returns the drafts of the course that these choose, by their place.

        Raises NotFound for a chapter or lesson of another course.
        """
        ...

    async def publish(
        self,
        change: CourseChange,
        lessons: Sequence[LessonPublication],
        user_id: int | None,
        now: datetime,
        uow: UnitOfWork,
    ) -> Mapping[int, int]:
        """Writes publications and editions; returns the number by lesson."""
        ...

    async def restore(
        self, change: CourseChange, lessons: Sequence[LessonRestoration], now: datetime, uow: UnitOfWork
    ) -> None:
        """Restores drafts and deletes what was never published."""
        ...


@runtime_checkable
class TopicLessonStore(Protocol):
    """The lessons of topics, in the caller's transaction."""

    async def topic(self, topic_id: int, course_id: int, uow: UnitOfWork) -> Named:
        """Returns a topic of the course. Raises NotFound for another one's."""
        ...

    async def topic_lessons(self, topic_id: int, uow: UnitOfWork) -> TopicLessons:
        """Returns the lessons of a topic, with the version of their list."""
        ...

    async def set_topic_lessons(self, topic_id: int, lesson_ids: Sequence[int], uow: UnitOfWork) -> TopicLessons:
        """Replaces the lessons of a topic."""
        ...


@runtime_checkable
class DatabaseViews(Protocol):
    """Reads of the homework database. A record that is missing raises NotFound."""

    async def chapters(self, course_id: int, *, drafts: bool, archived: bool) -> Chapters:
        """Returns the tree of a course, as a draft or as published."""
        ...

    async def lesson(self, lesson_id: int, language: str) -> DatabaseLessonCard:
        """Returns a lesson with its homework; obstacles in the language."""
        ...

    async def homework(self, homework_id: int) -> DatabaseHomeworkCard:
        """Returns one homework."""
        ...

    async def drafts(self, course_id: int, language: str) -> Drafts:
        """Returns what differs from what is published; obstacles in the language."""
        ...


@runtime_checkable
class DatabaseLists(Protocol):
    """Lists of the homework database, what its topics have, and where it was given.

    A record that is missing raises NotFound.
    """

    async def lessons(self, query: LessonsQuery) -> DatabaseLessonPage:
        """Returns a page of lessons."""
        ...

    async def page(self, query: DatabaseQuery) -> DatabaseHomeworkPage:
        """Returns a page of homework."""
        ...

    async def of_topic(self, topic_id: int) -> HomeworkOfTopic:
        """Returns the homework of a topic."""
        ...

    async def switch_options(self, homework_id: int) -> SwitchOptions:
        """Returns the topics to which a homework may go."""
        ...

    async def uses(self, homework_id: int, query: UsesQuery, actor: Actor) -> UsePage:
        """Returns a page of the groups to which a homework was given.

        Groups of the caller's branches.
        """
        ...

    async def filters(self, course_id: int | None) -> DatabaseFilters:
        """Returns the choices of lists and forms."""
        ...
