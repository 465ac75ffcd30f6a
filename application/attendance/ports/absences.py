"""Ports of absences: messages about them, and absences in a row (D-158)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import Audience
from application.ports import UnitOfWork
from contracts.attendance.absences import AbsencesInARowPage, AbsencesInARowQuery
from domain.attendance.lesson import Lesson
from domain.messaging.message import SmsMessage


@dataclass(frozen=True)
class StoredSms:
    """The state of a message about an absence."""

    status: str
    provider: str
    error: str | None


@dataclass(frozen=True)
class AbsentStudent:
    """A student absent without a reason; ``name``: first and last name."""

    id: int
    full_name: str
    name: str
    phone: str | None
    reason_is_default: bool
    sms: StoredSms | None


@dataclass(frozen=True)
class MissedLesson:
    """A lesson with the students absent from it without a reason, by name."""

    lesson: Lesson
    group_name: str
    students: Sequence[AbsentStudent]


@runtime_checkable
class AbsenceStore(Protocol):
    """Absences without a reason, and the messages about them."""

    async def missed(self, lesson_ids: Sequence[int], *, actor: Actor, audience: Audience) -> list[MissedLesson]:
        """Returns the lessons in their order of time; a cancelled one has nobody.

        Raises NotFound for a lesson outside the scope of actor and audience (D-54).
        """
        ...

    async def add_once(self, messages: Sequence[SmsMessage], uow: UnitOfWork) -> set[tuple[int, int]]:
        """Inserts the messages whose student has none of the lesson.

        The constraint of the table decides, also between concurrent calls. Returns lesson and student of each new one.
        """
        ...


@runtime_checkable
class AbsenceRows(Protocol):
    """Absences in a row."""

    async def in_a_row(self, query: AbsencesInARowQuery, today: date, actor: Actor) -> AbsencesInARowPage:
        """Returns the students of the actor's branches with three or more."""
        ...
