"""Ports of giving homework."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.groups.views import GroupScope
from application.ports import UnitOfWork
from contracts.homework.files import FileCard
from contracts.homework.giving import (
    FormLesson,
    GroupHomeworkPage,
    GroupHomeworkQuery,
    HomeworkCard,
    HomeworkOfLesson,
    NotSubmittedStudents,
    TopicGeneration,
)
from contracts.shared import Named
from domain.attendance.lesson import Lesson
from domain.homework.generation import SourceHomework
from domain.homework.submission import Submission


@dataclass(frozen=True)
class GivingContext:
    """A locked lesson with what giving homework needs.

    ``topics``: of the group's course. ``in_class``: students in the group on the lesson's day; ``others``: students
    of today's class who were not.
    """

    lesson: Lesson
    group_name: str
    topics: frozenset[int]
    in_class: Sequence[int]
    others: Sequence[int]


@dataclass(frozen=True)
class HomeworkChoices:
    """The lessons and topics of a form."""

    lessons: list[FormLesson]
    topics: list[Named]


@runtime_checkable
class HomeworkStore(Protocol):
    """Writes of homework, in the caller's transaction."""

    async def lesson(self, lesson_id: int, scope: GroupScope, uow: UnitOfWork) -> GivingContext:
        """Locks a lesson of a group in the scope. Raises NotFound."""
        ...

    async def check_visible(self, homework_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        """Raises NotFound unless the homework is of a group in the scope."""
        ...

    async def add_submissions(self, submissions: Sequence[Submission], uow: UnitOfWork) -> None:
        """Inserts the submissions of a homework just given in one statement."""
        ...

    async def move_due(self, homework_id: int, before: datetime, after: datetime, uow: UnitOfWork) -> None:
        """Moves the students' deadlines with the homework's.

        A later one of a student, given after a rejection, is never shortened.
        """
        ...

    async def submission_ids(self, homework_id: int, uow: UnitOfWork) -> Mapping[int, int]:
        """Locks the submissions and returns the number of hand-ins by id."""
        ...

    async def discard_files(self, homework_id: int, now: datetime, uow: UnitOfWork) -> None:
        """Expires the files of the homework, of its hand-ins and of its messages."""
        ...


@runtime_checkable
class HomeworkSource(Protocol):
    """The homework database, as giving reads it; published homework only (D-85)."""

    async def topics(self, group_id: int) -> list[TopicGeneration]:
        """Returns what can be generated, by topic of the group's course."""
        ...

    async def of_topic(self, topic_id: int) -> list[SourceHomework]:
        """Returns the homework of a topic as it is published at one moment.

        By the order of its lessons, the main one of each first.
        """
        ...

    async def files(self, edition_ids: Sequence[int]) -> Mapping[int, list[FileCard]]:
        """Returns the files of editions by edition; empty lists are missing."""
        ...

    async def published(
        self, topic_id: int, publication_ids: Sequence[int], since: datetime, uow: UnitOfWork
    ) -> list[SourceHomework]:
        """Returns the homework of those publications that belong to the topic.

        Of former ones, those replaced after ``since``. The order is that of ``of_topic``.
        """
        ...

    async def add_variants(self, homework_id: int, variants: Sequence[SourceHomework], uow: UnitOfWork) -> list[int]:
        """Copies variants to a homework just given, with their files; returns their ids."""
        ...

    async def copy_files(self, edition_id: int, homework_id: int, uow: UnitOfWork) -> list[str]:
        """Copies the files of an edition to a homework; returns their names."""
        ...


@runtime_checkable
class HomeworkViews(Protocol):
    """Reads of homework within a scope; all raise NotFound for others."""

    async def one(self, homework_id: int, scope: GroupScope) -> HomeworkCard:
        """Returns one homework."""
        ...

    async def newest_of(self, lesson_id: int, scope: GroupScope) -> int:
        """Returns the id of the newest homework of a lesson."""
        ...

    async def with_works(self, homework_id: int, scope: GroupScope, now: datetime) -> HomeworkOfLesson:
        """Returns one homework with the work of every student."""
        ...

    async def page(
        self, group_id: int, query: GroupHomeworkQuery, scope: GroupScope, now: datetime
    ) -> GroupHomeworkPage:
        """Returns a page of a group's homework."""
        ...

    async def choices(self, group_id: int, lesson_id: int | None, scope: GroupScope, now: datetime) -> HomeworkChoices:
        """Returns the lessons and topics to which homework can be given."""
        ...

    async def topics(self, group_id: int, scope: GroupScope) -> list[Named]:
        """Returns the topics of the group's course, in order."""
        ...

    async def not_submitted(self, homework_id: int, scope: GroupScope) -> NotSubmittedStudents:
        """Returns the students who have not handed a homework in."""
        ...
