"""Rate limit of passwords: waits that grow with failed attempts (D-10).

It applies at sign-in and wherever the present password is verified.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from weakref import WeakValueDictionary

from application.ports import UnitOfWork
from domain.access.login_attempts import LoginAttempts
from domain.shared.errors import DomainError

# another process may count the first failure of a subject concurrently
MAX_COMMIT_ATTEMPTS = 3
_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def lock_attempts(subject: str) -> AsyncIterator[None]:
    """Serialises the attempts of one subject.

    Otherwise concurrent attempts would evade the wait.
    """
    lock = _locks.get(subject)
    if lock is None:
        lock = _locks[subject] = asyncio.Lock()
    async with lock:
        yield


async def reject_while_waiting(subjects: tuple[str, ...], uow: UnitOfWork, now: datetime) -> None:
    """Raises DomainError("access.too_many_tries") while a subject has to wait.

    The error carries the seconds left of the longest wait.
    """
    reject_counted(
        [attempts for subject in subjects if (attempts := await uow.find(LoginAttempts, subject=subject))], now
    )


def reject_counted(counted: Iterable[LoginAttempts], now: datetime) -> None:
    """Raises the same for attempts that are already loaded."""
    seconds = max((attempts.wait(now).total_seconds() for attempts in counted), default=0)
    if seconds > 0:
        raise DomainError("access.too_many_tries", seconds=int(seconds) + 1)


async def count_failure(subjects: tuple[str, ...], uow: UnitOfWork, now: datetime) -> None:
    """Counts a wrong password for each subject, in a commit of its own."""
    for attempt in range(1, MAX_COMMIT_ATTEMPTS + 1):
        try:
            return await _count(subjects, uow, now)
        except DomainError as error:
            if error.code != "shared.conflict" or attempt == MAX_COMMIT_ATTEMPTS:
                raise


async def _count(subjects: tuple[str, ...], uow: UnitOfWork, now: datetime) -> None:
    async with uow:
        for subject in subjects:
            attempts = await uow.find(LoginAttempts, lock=True, subject=subject)
            if attempts is None:
                attempts = LoginAttempts(subject, 0, now, now)
                uow.add(attempts)
            attempts.record_failure(now)
        await uow.commit()


async def clear_failures(subject: str, uow: UnitOfWork) -> None:
    """Deletes the failed attempts after a correct password, in the caller's commit."""
    attempts = await uow.find(LoginAttempts, lock=True, subject=subject)
    if attempts is not None:
        await uow.remove(attempts)
