"""Ports for pushing attendance to the school (D-26)."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.attendance.attendance_sheets import PushAnswer
from domain.attendance.marks import MarkValue


class KeyReused(Exception):
    """The school received this key with other marks and saved none of these."""


class AttendanceUnsupported(Exception):
    """The school does not accept attendance: the marks stay local."""


@dataclass(frozen=True)
class OutgoingMark:
    """A mark as it is sent to the school.

    ``student``: the school's id; ``version`` grows with corrections.
    """

    student: str
    value: MarkValue
    at: datetime
    version: int


@dataclass(frozen=True)
class AttendanceBatch:
    """The marks of a lesson.

    ``group``: the school's id; ``lesson``: our id, which the school stores with the marks.
    """

    lesson: int
    group: str
    day: date
    rows: Sequence[OutgoingMark]


@dataclass(frozen=True)
class UnsentMark:
    """A student whose mark the school rejected, with its code and message.

    ``retryable``: a retry may succeed.
    """

    student: str
    code: str
    message: str
    retryable: bool


@dataclass(frozen=True)
class PushResult:
    """The result of a push, by the school's ids.

    Students in neither list have no answer.
    """

    saved: frozenset[str]
    refused: Sequence[UnsentMark]


@runtime_checkable
class AttendanceRegister(Protocol):
    """A school that accepts marks."""

    async def push(self, marks: AttendanceBatch, key: str) -> PushResult:
        """Sends the marks of a class; the same key and marks count once.

        Raises SchoolUnavailable without an intelligible answer: the school may or may not have saved the marks. Raises
        KeyReused, AttendanceUnsupported.
        """
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class SchoolAttendance(Protocol):
    """The currently configured school, for attendance."""

    async def takes_attendance(self) -> bool:
        """Returns whether marks go to the school; cheap enough for each save."""
        ...

    def attendance(self) -> AbstractAsyncContextManager[AttendanceRegister | None]:
        """Opens the register to push to; None if the school accepts no attendance.

        Raises NotLive on a copy.
        """
        ...


@dataclass(frozen=True)
class PendingPush:
    """The marks of one push.

    ``students``: our ids by the school's ids; ``last``: no retry follows this try.
    """

    push_id: int
    marks: AttendanceBatch
    students: dict[str, int]
    last: bool


@runtime_checkable
class AttendancePushStore(Protocol):
    """The rows of ``attendance_pushes``."""

    async def pending(self, lesson_id: int, uow: UnitOfWork) -> list[PendingPush]:
        """Returns the pending pushes of a lesson.

        Marks that were corrected since are dropped.
        """
        ...

    async def cancel(self, lesson_id: int, uow: UnitOfWork) -> None:
        """Cancels the pending pushes of a lesson: the school accepts none."""
        ...

    async def record_result(self, push: PendingPush, taken: PushResult, now: datetime, uow: UnitOfWork) -> None:
        """Records the school's answer for marks that are still current (D-26)."""
        ...

    async def mark_unknown(self, push: PendingPush, reason: str, now: datetime, uow: UnitOfWork) -> None:
        """Marks the unanswered part of a push as unknown at the school."""
        ...

    async def retry(self, lesson_id: int, student_ids: Sequence[int], push_id: int, uow: UnitOfWork) -> int:
        """Moves the retryable marks of these students to this push; returns the count."""
        ...

    async def retryable(self, lesson_id: int, student_ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> list[int]:
        """Filters these students by retryable marks.

        Raises NotFound for a lesson outside the actor's scope.
        """
        ...

    async def mark_abandoned_unknown(self) -> int:
        """Marks the pushes of failed jobs as unknown; returns the count."""
        ...


@runtime_checkable
class PushViews(Protocol):
    """Reads about pushes."""

    async def one(self, push_id: int, actor: Actor) -> PushAnswer:
        """Returns the state of a push.

        Raises NotFound, also for a group outside the actor's scope.
        """
        ...
