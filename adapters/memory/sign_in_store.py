"""Signing in, in memory, over the unit of work in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.memory.database import MemoryDatabase
from adapters.memory.unit_of_work import MemoryUnitOfWork
from application.access.ports import SignInCandidate, SignInTransaction
from application.actor import Actor
from application.ports import Clock
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User


class MemorySignInStore:
    """See ``application.access.ports.SignInStore``."""

    def __init__(self, database: MemoryDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find_account(self, login: str, subjects: tuple[str, ...]) -> SignInCandidate:
        async with MemoryUnitOfWork(self._database, self._clock) as uow:
            user = await uow.find(User, login=login)
            attempts = [
                attempts for subject in subjects if (attempts := await uow.find(LoginAttempts, subject=subject))
            ]
        return SignInCandidate(user.id if user else None, user.password_hash if user else None, tuple(attempts))

    async def is_known_browser(self, login: str, sessions: tuple[int, ...]) -> bool:
        async with MemoryUnitOfWork(self._database, self._clock) as uow:
            user = await uow.find(User, login=login)
            opened = await uow.find_all(Session, user_id=user.id) if user else []
        return any(session.id in sessions and session.vouches_for_browser() for session in opened)

    @asynccontextmanager
    async def begin_sign_in(self, user_id: int) -> AsyncIterator[SignInTransaction]:
        async with MemoryUnitOfWork(self._database, self._clock) as uow:
            user = await uow.load(User, user_id, lock=True)
            role = await uow.load(Role, user.role_id)
            yield MemorySignInTransaction(uow, user, role, self._database.next_id(Session))


class MemorySignInTransaction:
    """See ``application.access.ports.SignInTransaction``."""

    def __init__(self, uow: MemoryUnitOfWork, user: User, role: Role, session_id: int) -> None:
        self.user, self.role, self.session_id = user, role, session_id
        self._uow = uow

    def audit(self, verb: str, entity: str, entity_id: int | None, *, actor: Actor) -> None:
        self._uow.audit(verb, entity, entity_id, actor=actor)

    async def commit(self, session: Session, *, clear_attempts_of: str) -> None:
        attempts = await self._uow.find(LoginAttempts, lock=True, subject=clear_attempts_of)
        if attempts is not None:
            await self._uow.remove(attempts)
        if session.fcm_token:
            for other in await self._uow.find_all(Session, fcm_token=session.fcm_token):
                other.fcm_token = None
        self._uow.add(session)
        await self._uow.commit()
