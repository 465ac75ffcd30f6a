"""What deciding about late sheets needs (D-70)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from application.actor import Actor
from application.attendance.late_submission_presenter import Waiting
from application.ports import UnitOfWork


@dataclass(frozen=True)
class WaitingSubmission:
    """A sheet that waits for the office. ``entries``: as the form sends them (``studentId``, ``mark``, ``reason``)."""

    id: int
    lesson_id: int
    entries: Sequence[dict[str, Any]]
    sent_by: str
    sent_at: datetime


@runtime_checkable
class LateSubmissionStore(Protocol):
    """Late sheets, of the actor's branches."""

    async def waiting(self, actor: Actor) -> Sequence[Waiting]:
        """Those that wait, the oldest first."""
        ...

    async def lessons(self, ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, int]:
        """Of these sheets, or of all that wait where none is named: the lesson of each, the oldest first.

        Raises NotFound where one that is named is not there.
        """
        ...

    async def take(self, sheet_id: int, uow: UnitOfWork) -> WaitingSubmission | None:
        """The sheet, held until the end of the transaction; None where it waits no more."""
        ...

    async def decide(self, sheet_id: int, *, confirm: bool, now: datetime, actor: Actor, uow: UnitOfWork) -> None:
        """It is confirmed or refused."""
        ...
