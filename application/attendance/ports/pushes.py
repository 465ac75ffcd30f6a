"""What giving attendance back to the school needs (D-26): a register that takes marks, and the rows on their way."""

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
    """The school has had this key with other marks: nothing of these was taken."""


class AttendanceUnsupported(Exception):
    """The school does not take attendance: it stays here."""


@dataclass(frozen=True)
class OutgoingMark:
    """A mark as it is given to the school. ``student``: the school's id of him; ``version`` grows with corrections."""

    student: str
    value: MarkValue
    at: datetime
    version: int


@dataclass(frozen=True)
class AttendanceBatch:
    """The marks of a lesson. ``group``: the school's id; ``lesson``: ours, which the school keeps beside the marks."""

    lesson: int
    group: str
    day: date
    rows: Sequence[OutgoingMark]


@dataclass(frozen=True)
class UnsentMark:
    """A student whose mark the school did not take: its code and its words. ``retryable``: another try may help."""

    student: str
    code: str
    message: str
    retryable: bool


@dataclass(frozen=True)
class PushResult:
    """What became of marks, by the school's ids; who is in neither was not spoken of."""

    saved: frozenset[str]
    refused: Sequence[UnsentMark]


@runtime_checkable
class AttendanceRegister(Protocol):
    """A school that takes marks."""

    async def give(self, marks: AttendanceBatch, key: str) -> PushResult:
        """Gives a class to the school; the same key and marks may be given any number of times and count once.

        Raises SchoolUnavailable where no answer came that can be understood: the school may have taken them, or not.
        Raises KeyReused, TakesNoAttendance.
        """
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class SchoolAttendance(Protocol):
    """The school that the settings name at this moment, as far as attendance goes."""

    async def takes_attendance(self) -> bool:
        """Whether marks go to the school at all; quick enough to be asked at each save."""
        ...

    def attendance(self) -> AbstractAsyncContextManager[AttendanceRegister | None]:
        """The register to give marks to; None where the school takes none."""
        ...


@dataclass(frozen=True)
class PendingPush:
    """Marks that one push carries. ``students``: ours by the school's ids; ``last``: no try is promised after this."""

    push_id: int
    marks: AttendanceBatch
    students: dict[str, int]
    last: bool


@runtime_checkable
class AttendancePushStore(Protocol):
    """The rows of ``attendance_pushes``."""

    async def open(self, lesson_id: int, uow: UnitOfWork) -> list[PendingPush]:
        """What is to be given of a lesson, push by push; marks that were corrected since are left out for good."""
        ...

    async def stay_here(self, lesson_id: int, uow: UnitOfWork) -> None:
        """The school takes none: what waits of this lesson is not on its way any more."""
        ...

    async def told(self, push: PendingPush, taken: PushResult, now: datetime, uow: UnitOfWork) -> None:
        """Writes what the school said, where the mark is still the one that was given (D-26)."""
        ...

    async def unknown(self, push: PendingPush, reason: str, now: datetime, uow: UnitOfWork) -> None:
        """What of a push was not answered: whether the school has it is not known."""
        ...

    async def again(self, lesson_id: int, student_ids: Sequence[int], push_id: int, uow: UnitOfWork) -> int:
        """Marks of these students that may be sent again go with this push; gives how many."""
        ...

    async def sendable(self, lesson_id: int, student_ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> list[int]:
        """Those of these students whose marks may be sent again. Raises NotFound for a foreign lesson."""
        ...

    async def settle(self) -> int:
        """Marks whose job was given up are unknown; gives how many."""
        ...


@runtime_checkable
class PushViews(Protocol):
    """Reads about pushes."""

    async def one(self, push_id: int, actor: Actor) -> PushAnswer:
        """Where a push is. Raises NotFound, also for one of a foreign group."""
        ...
