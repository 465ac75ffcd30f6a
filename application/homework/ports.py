"""Ports of checking homework."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.groups.views import GroupScope
from application.ports import UnitOfWork
from contracts.homework.checking import Chat, QueueFilters, QueueQuery, RemarkRow, SubmissionPage
from domain.homework.attempt import Attempt


@dataclass(frozen=True)
class CheckContext:
    """The facts of a submission that a check needs beside its row.

    ``attempt``: the newest hand-in. ``lesson_number``, ``lesson_date``, ``topic``: what the homework was given for.
    """

    student_name: str
    group_name: str
    lesson_number: int
    lesson_date: date
    topic: str | None
    attempt: Attempt | None


@runtime_checkable
class SubmissionViews(Protocol):
    """Reads of submissions within a scope; all raise NotFound for others."""

    async def page(self, query: QueueQuery, actor: Actor, scope: GroupScope, now: datetime) -> SubmissionPage:
        """Returns a page of submissions of homework, oldest deadline first."""
        ...

    async def filters(self, scope: GroupScope, now: datetime) -> QueueFilters:
        """Returns groups, teachers and statuses with the numbers of their submissions."""
        ...

    async def chat(self, submission_id: int, actor: Actor, scope: GroupScope, now: datetime) -> Chat:
        """Returns the work of a student for homework, with its history."""
        ...

    async def remarks(self, actor: Actor) -> list[RemarkRow]:
        """Returns the caller's remarks and the shared ones of colleagues."""
        ...


@runtime_checkable
class SubmissionStore(Protocol):
    """Writes around submissions, in the caller's transaction."""

    async def visible(self, ids: Sequence[int], scope: GroupScope, uow: UnitOfWork) -> frozenset[int]:
        """Returns those of the submissions of homework that are within the scope."""
        ...

    async def context(self, submission_id: int, uow: UnitOfWork) -> CheckContext:
        """Returns the facts that a check needs."""
        ...

    async def names_of(self, user_ids: Sequence[int], uow: UnitOfWork) -> dict[int, str]:
        """Returns the names of checkers."""
        ...

    async def is_late(self, check_id: int, uow: UnitOfWork) -> bool:
        """Returns True if the hand-in that a check scored was late."""
        ...

    async def remove_messages(self, check_id: int, now: datetime, uow: UnitOfWork) -> None:
        """Deletes the messages that came with a check.

        Their files are unclaimed uploads of the checker again, as before it (D-72)."""
        ...

    async def save_draft(self, submission_id: int, user_id: int, score: str, message: str, uow: UnitOfWork) -> None:
        """Inserts or replaces the draft of a checker."""
        ...

    async def delete_draft(self, submission_id: int, user_id: int, uow: UnitOfWork) -> None:
        """Deletes the draft of a checker, if there is one."""
        ...
