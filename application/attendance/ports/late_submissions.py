"""Ports for deciding late submissions (D-70)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from application.actor import Actor
from application.attendance.late_submission_presenter import Waiting
from application.ports import UnitOfWork


@dataclass(frozen=True)
class WaitingSubmission:
    """A pending late submission.

    ``entries``: as sent by the form (``studentId``, ``mark``, ``reason``).
    """

    id: int
    lesson_id: int
    entries: Sequence[dict[str, Any]]
    sent_by: str
    sent_at: datetime


@runtime_checkable
class LateSubmissionStore(Protocol):
    """Late submissions of the actor's branches."""

    async def waiting(self, actor: Actor) -> Sequence[Waiting]:
        """Returns the pending submissions, oldest first."""
        ...

    async def lessons(self, ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, int]:
        """Returns the lesson of each given, or each pending, submission, oldest first.

        Raises NotFound if a given one does not exist.
        """
        ...

    async def lock(self, sheet_id: int, uow: UnitOfWork) -> WaitingSubmission | None:
        """Locks the submission until the end of the transaction.

        Returns None if it is no longer pending.
        """
        ...

    async def decide(self, sheet_id: int, *, confirm: bool, now: datetime, actor: Actor, uow: UnitOfWork) -> None:
        """Marks the submission as confirmed or rejected."""
        ...
