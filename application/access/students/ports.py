"""Ports of students who sign in to their application."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.access.student_sign_in import StudentProfile


@dataclass(frozen=True)
class StudentCandidate:
    """The student of a login; without one both fields are None."""

    student_id: int | None
    password_hash: str | None


@runtime_checkable
class StudentAccounts(Protocol):
    """Accounts of students in the centre's register, and their open sessions."""

    async def find_account(self, login: str) -> StudentCandidate:
        """Returns the candidate before its password is verified.

        The login is compared without regard to case, unless two students' logins differ in nothing else.
        """
        ...

    async def actor(self, student_id: int, session_id: int) -> Actor | None:
        """Returns the student as the caller of an open session, or None.

        None means that the session has ended, or that the student is blocked or no longer in the register.
        """
        ...

    async def profile(self, student_id: int) -> StudentProfile:
        """Returns the profile of a student. Raises NotFound."""
        ...
