"""One suite for the sign-in store, in memory and on PostgreSQL."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.memory.clock import MovableClock
from adapters.memory.database import MemoryDatabase
from adapters.memory.sign_in_store import MemorySignInStore
from adapters.memory.unit_of_work import MemoryUnitOfWork
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.pool import RawPool, ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.fast_path.sign_in_store import PostgresSignInStore
from application.access.ports import SignInStore, SignInTransaction
from application.actor import Actor
from application.ports import UnitOfWork
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role, RoleType
from domain.access.sessions import Session
from domain.access.users import User, UserStatus
from domain.shared.errors import NotFound

NOON = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)
SUBJECTS = ("login:shahzoda|10.0.0.1", "address:10.0.0.1")


@dataclass
class Place:
    """The store under test, and the unit of work that reads what it committed."""

    store: SignInStore
    uow: Callable[[], UnitOfWork]

    async def an_account(self) -> int:
        """A committed account with two failed attempts."""
        async with self.uow() as uow:
            role = Role("Manager", RoleType.STAFF, {})
            uow.add(role)
            await uow.flush()
            user = User("Shahzoda", "hash", role.id or 0)
            uow.add(user)
            uow.add(LoginAttempts(SUBJECTS[0], 2, NOON, NOON))
            await uow.commit()
        return user.id or 0

    async def sign_in(self, user_id: int, *, commit: bool = True, push: str | None = None) -> SignInTransaction:
        """Opens a session of this account."""
        async with self.store.begin_sign_in(user_id) as transaction:
            user = transaction.user
            user.signed_in()
            actor = Actor(id=user.id, name=user.login)
            transaction.audit("access.signed_in", "session", transaction.session_id, actor=actor)
            if commit:
                await transaction.commit(_session(transaction, push), clear_attempts_of=SUBJECTS[0])
        return transaction


def _session(transaction: SignInTransaction, push: str | None) -> Session:
    return Session(
        id=transaction.session_id,
        user_id=transaction.user.id or 0,
        refresh_digest=f"digest of {transaction.session_id}",
        sealed_refresh=b"sealed",
        created_at=NOON,
        rotated_at=NOON,
        last_seen_at=NOON,
        address="10.0.0.1",
        user_agent="tests",
        fcm_token=push,
    )


@pytest.fixture(params=["memory", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Both implementations."""
    found: Place = request.getfixturevalue(f"place_{request.param}")
    return found


@pytest.fixture
def place_memory() -> Place:
    """In memory."""
    database, clock = MemoryDatabase(), MovableClock(NOON)
    return Place(MemorySignInStore(database, clock), lambda: MemoryUnitOfWork(database, clock))


@pytest.fixture
async def place_postgres(database_url: str) -> AsyncIterator[Place]:
    """On the real database."""
    engine, clock = create_engine(database_url), MovableClock(NOON)
    reads, writes = ReadPool(database_url, size=1), RawPool(database_url, size=1)
    try:
        yield Place(PostgresSignInStore(reads, writes, clock), lambda: PostgresUnitOfWork(engine, clock))
    finally:
        await reads.close()
        await writes.close()
        await engine.dispose()


async def test_a_candidate_is_found_by_login_in_any_case_with_its_failed_attempts(place: Place) -> None:
    """D-10: attempts count by login and address; a subject without any has no row."""
    user_id = await place.an_account()
    candidate = await place.store.find_account("SHAHZODA", SUBJECTS)
    assert (candidate.user_id, candidate.password_hash) == (user_id, "hash")
    assert [(attempts.subject, attempts.failures) for attempts in candidate.attempts] == [(SUBJECTS[0], 2)]


async def test_an_unknown_login_has_no_account_but_its_failed_attempts(place: Place) -> None:
    """Attempts at unknown logins are throttled too."""
    await place.an_account()
    candidate = await place.store.find_account("nobody", SUBJECTS)
    assert (candidate.user_id, candidate.password_hash) == (None, None)
    assert [attempts.subject for attempts in candidate.attempts] == [SUBJECTS[0]]


async def test_a_commit_opens_the_session_and_deletes_the_failed_attempts(place: Place) -> None:
    """Session, status of the account and attempts change in one commit."""
    user_id = await place.an_account()
    transaction = await place.sign_in(user_id)
    async with place.uow() as uow:
        session: Any = await uow.load(Session, transaction.session_id)
        user = await uow.load(User, user_id)
        assert (session.user_id, session.refresh_digest, session.address) == (
            user_id,
            f"digest of {session.id}",
            "10.0.0.1",
        )
        assert user.status == UserStatus.ACTIVE
        assert await uow.count(LoginAttempts) == 0
    assert (transaction.role.name, transaction.role.type) == ("Manager", RoleType.STAFF)


async def test_a_push_token_belongs_to_the_newest_session(place: Place) -> None:
    """P10: on a shared computer the person before gets no messages any more.

    Signing out before is not needed.
    """
    user_id = await place.an_account()
    before, elsewhere, now = [await place.sign_in(user_id, push=token) for token in ("shared", "own", "shared")]
    async with place.uow() as uow:
        tokens = [(await uow.load(Session, one.session_id)).fcm_token for one in (before, elsewhere, now)]
    assert tokens == [None, "own", "shared"]


async def test_a_sign_in_without_commit_rolls_back(place: Place) -> None:
    user_id = await place.an_account()
    await place.sign_in(user_id, commit=False)
    async with place.uow() as uow:
        assert await uow.count(Session) == 0
        assert (await uow.load(User, user_id)).status == UserStatus.NEW
        assert await uow.count(LoginAttempts) == 1


async def test_sessions_have_ids_of_their_own(place: Place) -> None:
    user_id = await place.an_account()
    first, second = await place.sign_in(user_id), await place.sign_in(user_id)
    assert first.session_id != second.session_id


async def test_an_account_that_is_gone_is_not_found(place: Place) -> None:
    with pytest.raises(NotFound):
        await place.sign_in(2_000_000_000)


@pytest.mark.parametrize(
    ("reason", "known"),
    [("", True), ("signed_out", True), ("ended_by_owner", False), ("blocked", False), ("reuse", False)],
)
async def test_a_session_vouches_for_its_browser_unless_it_was_revoked(place: Place, reason: str, known: bool) -> None:
    """D-160: of its own login, in any case, and of no other."""
    user_id = await place.an_account()
    session_id = (await place.sign_in(user_id)).session_id
    async with place.uow() as uow:
        uow.add(User("olim", "hash", (await uow.load(User, user_id)).role_id))
        if reason:
            (await uow.load(Session, session_id, lock=True)).end(reason, NOON)
        await uow.commit()
    assert await place.store.is_known_browser("SHAHZODA", (session_id + 100, session_id)) is known
    for login, sessions in (("olim", (session_id,)), ("nobody", (session_id,)), ("shahzoda", ()), ("shahzoda", (99,))):
        assert not await place.store.is_known_browser(login, sessions)
