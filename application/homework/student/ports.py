"""Ports of a student's own homework."""

from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.ports import UnitOfWork
from contracts.homework.student_work import OwnHomework, OwnHomeworkPage, OwnHomeworkQuery
from domain.homework.attempt import Attempt


@runtime_checkable
class StudentHomework(Protocol):
    """Reads of the homework that was given to a student."""

    async def page(self, student_id: int, query: OwnHomeworkQuery, now: datetime) -> OwnHomeworkPage:
        """Returns a page of the student's homework, newest first."""
        ...

    async def one(self, student_id: int, homework_id: int, now: datetime) -> OwnHomework:
        """Returns one homework with attempts and messages.

        Raises NotFound for one that was not given to the student.
        """
        ...


@runtime_checkable
class AttemptStore(Protocol):
    """Writes around the hand-ins of a locked submission, in the caller's transaction."""

    async def newest(self, submission_id: int, uow: UnitOfWork) -> list[Attempt]:
        """Returns the two newest hand-ins, the newest first."""
        ...

    async def successor_of_teacher(self, homework_id: int, today: date, uow: UnitOfWork) -> int | None:
        """Returns who has taken the group over from the lesson's teacher (D-106).


        None while that one has a lesson of the group today or later, or nobody has.
        """
        ...

    async def stored_bytes(self, student_id: int, uow: UnitOfWork) -> int:
        """Returns the size of all files that the student has uploaded."""
        ...

    async def release_files(self, attempt: Attempt, now: datetime, uow: UnitOfWork) -> None:
        """Makes the files of a withdrawn hand-in expire."""
        ...
