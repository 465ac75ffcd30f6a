"""One suite for the unit of work, in memory and on PostgreSQL."""

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import asyncpg
import pytest

from adapters.memory.clock import MovableClock
from adapters.memory.database import MemoryDatabase
from adapters.memory.unit_of_work import MemoryUnitOfWork
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.unit_of_work import OUTBOX_CHANNEL, PostgresUnitOfWork
from application.actor import Actor, system
from application.idempotency import IdempotencyKey, IdempotentUnitOfWork, run_once
from application.ports import UnitOfWork
from contracts.events import Event
from contracts.shared import Empty
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role, RoleType
from domain.access.sessions import Session
from domain.access.users import User, UserStatus
from domain.jobs.job import Job, JobState
from domain.people.student import StickyField
from domain.shared.errors import DomainError, NotFound
from domain.sync.run import RunStatus, SyncRun
from domain.sync.types import RunType
from tests.support.builders import a_branch, a_user_with
from tests.support.errors import raises_error
from tests.support.storing import store

NOON = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)
SYSTEM = system(request_id="request-1")


class RoleRenamed(Event, kw_only=True):
    """An event of this suite."""

    topic: ClassVar[str] = "role.renamed"

    id: int


class RolesMoved(Event, kw_only=True):
    """An event of this suite that lists objects."""

    topic: ClassVar[str] = "roles.moved"

    moves: list[dict[str, int]]


class RoleCreated(RoleRenamed, kw_only=True):
    """Another event, extended once."""

    topic: ClassVar[str] = "role.created"
    version: ClassVar[int] = 2


@dataclass
class Place:
    """A database with its units of work, and readers of committed state."""

    uow: Callable[[], UnitOfWork]
    rows: Callable[[str], Any]
    notified: Callable[[], Any]
    two_users_of_two_branches: Callable[[], Any]

    async def a_role(self, name: str = "Manager") -> Role:
        """A committed role."""
        async with self.uow() as uow:
            role = Role(name, RoleType.STAFF, {"users:students": ["read"]})
            uow.add(role)
            await uow.commit()
        return role

    async def a_user(self, login: str = "Shahzoda") -> User:
        """A committed account."""
        role = await self.a_role(f"Role of {login}")
        async with self.uow() as uow:
            user = User(login, "hash", role.id or 0)
            uow.add(user)
            await uow.commit()
        return user

    async def present(self, kind: type, id: int | None) -> Any:
        """The committed aggregate."""
        async with self.uow() as uow:
            return await uow.load(kind, id or 0)


@pytest.fixture(params=["memory", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Both implementations."""
    found: Place = request.getfixturevalue(f"place_{request.param}")
    return found


@pytest.fixture
def place_memory() -> Place:
    """In memory."""
    return _in_memory()


@pytest.fixture
async def place_postgres(database_url: str) -> AsyncIterator[Place]:
    """On the real database."""
    engine, sql = create_engine(database_url), await asyncpg.connect(**asyncpg_arguments(database_url))
    heard: list[str] = []
    await sql.add_listener(OUTBOX_CHANNEL, lambda *arguments: heard.append(arguments[2]))
    await sql.set_type_codec("jsonb", encoder=str, decoder=json.loads, schema="pg_catalog")
    try:
        yield _on_postgres(engine, sql, heard)
    finally:
        await sql.close()
        await engine.dispose()


def _in_memory() -> Place:
    database, clock = MemoryDatabase(), MovableClock(NOON)

    async def rows(table: str) -> list[dict[str, Any]]:
        return database.audits if table == "audits" else database.outbox

    async def notified() -> int:
        return database.notified

    async def two_users() -> tuple[int, int, int]:
        async with MemoryUnitOfWork(database, clock) as uow:
            role = Role("R", RoleType.STAFF, {})
            uow.add(role)
            await uow.flush()
            mine, theirs = User("mine", "h", role.id or 0), User("theirs", "h", role.id or 0)
            uow.add(mine)
            uow.add(theirs)
            await uow.commit()
        database.offices |= {(User, mine.id or 0): (1,), (User, theirs.id or 0): (2,)}
        return 1, mine.id or 0, theirs.id or 0

    return Place(lambda: MemoryUnitOfWork(database, clock), rows, notified, two_users)


def _on_postgres(engine: Any, sql: Any, heard: list[str]) -> Place:
    async def rows(table: str) -> list[dict[str, Any]]:
        return [dict(row) for row in await sql.fetch(f"select * from {table} order by id")]

    async def notified() -> int:
        await sql.execute("select 1")
        return len(heard)

    async def two_users() -> tuple[int, int, int]:
        here, there = a_branch(), a_branch()
        mine, theirs = a_user_with({}).of(here), a_user_with({}).of(there)
        await store(sql, mine, theirs)
        return here.id or 0, mine.id or 0, theirs.id or 0

    return Place(lambda: PostgresUnitOfWork(engine, MovableClock(NOON)), rows, notified, two_users)


async def test_both_are_a_unit_of_work(place: Place) -> None:
    """Use cases get either from a container."""
    assert isinstance(place.uow(), UnitOfWork)
    assert isinstance(place.uow(), IdempotentUnitOfWork)


async def test_a_transaction_unwraps_to_its_own_technology_only(place: Place) -> None:
    """An adapter of another technology gets a TypeError from any unit of work."""
    async with place.uow() as uow:
        with pytest.raises(TypeError):
            uow.unwrap(dict)


async def test_what_is_committed_is_read_by_others(place: Place) -> None:
    """Every field comes back equal, and an account is found by its login in any case."""
    user = await place.a_user("Shahzoda")
    async with place.uow() as uow:
        found = await uow.find(User, login="SHAHZODA")
        assert found is not None
        assert (found.id, found.login, found.status, found.version) == (user.id, "Shahzoda", UserStatus.NEW, 1)
        assert found.password_changed_at is None
        role = await uow.load(Role, found.role_id)
        assert role.permissions == {"users:students": ["read"]}


async def test_an_id_exists_after_flush_and_no_row_before_commit(place: Place) -> None:
    """Others see nothing of an open transaction."""
    async with place.uow() as uow:
        role = Role("Kassir", RoleType.STAFF, {})
        uow.add(role)
        await uow.flush()
        assert role.id
        async with place.uow() as other:
            assert await other.find(Role, name="Kassir") is None
        assert await uow.count(Role, name="Kassir") == 1
        await uow.commit()
    assert (await place.present(Role, role.id)).name == "Kassir"


async def test_leaving_without_commit_rolls_back(place: Place) -> None:
    """Neither the change nor its audit record, event or job is stored.

    Architecture: one transaction.
    """
    role = await place.a_role()

    async def fail() -> None:
        async with place.uow() as uow:
            mine = await uow.load(Role, role.id or 0)
            mine.name = "Boshqa"
            uow.add(Role("Yangi", RoleType.STAFF, {}))
            uow.audit("access.roles_created", "role", role.id, actor=SYSTEM)
            uow.emit(RoleRenamed(id=role.id or 0))
            await uow.enqueue("sync.run", {"runId": 1}, actor=SYSTEM)
            await uow.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with place.uow() as uow:
        assert [found.name for found in await uow.find_all(Role)] == ["Manager"]
        assert await uow.count(Job) == 0
    assert await place.rows("audits") == []
    assert await place.rows("outbox") == []
    assert await place.notified() == 0


async def test_the_change_its_audit_its_event_and_its_job_are_one_commit(place: Place) -> None:
    """D-15 and the outbox: all of it is there, and the relay is woken once."""
    actor = Actor(7, "Karimova", address="10.0.0.9", request_id="request-7")
    async with place.uow() as uow:
        user_role = Role("Manager", RoleType.STAFF, {})
        uow.add(user_role)
        await uow.flush()
        uow.audit(
            "access.user_created",
            "role",
            user_role.id,
            actor=actor,
            permission="staff_control:roles",
            before={"name": "a"},
            after={"name": "b"},
            login="x",
        )
        uow.emit(RoleCreated(id=user_role.id or 0), request_id="request-7", after=timedelta(hours=1))
        job_id = await uow.enqueue("report.make", {"of": "March"}, actor=system(request_id="request-8"))
        await uow.commit()
    (audit,) = await place.rows("audits")
    assert audit["at"] == NOON
    assert (audit["actor_id"], audit["actor_name"], audit["address"]) == (7, "Karimova", "10.0.0.9")
    assert (audit["verb"], audit["entity"], audit["entity_id"]) == ("access.user_created", "role", user_role.id)
    assert (audit["permission"], audit["request_id"]) == ("staff_control:roles", "request-7")
    assert (audit["params"], audit["before"], audit["after"]) == ({"login": "x"}, {"name": "a"}, {"name": "b"})
    event, job_row = await place.rows("outbox")
    assert (event["topic"], event["version"], event["payload"]) == ("role.created", 2, {"id": user_role.id})
    assert (job_row["topic"], job_row["payload"]) == ("job", {"jobId": job_id, "kind": "report.make"})
    assert (event["request_id"], job_row["request_id"]) == ("request-7", "request-8")
    assert event["available_at"] - job_row["available_at"] > timedelta(minutes=59)
    assert event["published_at"] is None
    job = await place.present(Job, job_id)
    assert (job.kind, job.payload, job.state, job.tries) == ("report.make", {"of": "March"}, JobState.WAITING, 0)
    assert await place.notified() == 1


async def test_a_commit_without_messages_wakes_no_relay(place: Place) -> None:
    """A plain change sends no notification."""
    await place.a_role()
    assert await place.notified() == 0


async def test_an_unpublished_event_is_withdrawn(place: Place) -> None:
    """D-69: by its kind and fields, in the commit, and never without it."""
    async with place.uow() as uow:
        uow.emit(RoleRenamed(id=1), after=timedelta(seconds=10))
        uow.emit(RoleRenamed(id=2), after=timedelta(seconds=10))
        uow.emit(RoleCreated(id=1), after=timedelta(seconds=10))
        await uow.commit()
    async with place.uow() as uow:
        assert await uow.withdraw_event(RoleRenamed, id=1) == 1
    assert len(await place.rows("outbox")) == 3
    async with place.uow() as uow:
        assert await uow.withdraw_event(RoleRenamed, id=1) == 1
        assert await uow.withdraw_event(RoleRenamed, id=7) == 0
        await uow.commit()
    left = [(row["topic"], row["payload"]["id"]) for row in await place.rows("outbox")]
    assert left == [("role.renamed", 2), ("role.created", 1)]


async def test_an_event_is_withdrawn_by_a_part_of_what_it_lists(place: Place) -> None:
    """D-69: of a listed object the named fields decide."""
    async with place.uow() as uow:
        uow.emit(RolesMoved(moves=[{"id": 1, "to": 5}, {"id": 2, "to": 6}]))
        await uow.commit()
    async with place.uow() as uow:
        assert await uow.withdraw_event(RolesMoved, moves=[{"id": 1, "to": 6}]) == 0
        assert await uow.withdraw_event(RolesMoved, moves=[{"id": 2}]) == 1
        await uow.commit()
    assert await place.rows("outbox") == []


async def test_a_second_commit_writes_only_later_changes(place: Place) -> None:
    """A use case that commits twice does not send its messages twice."""
    async with place.uow() as uow:
        uow.audit("access.signed_in", "session", 1, actor=SYSTEM)
        uow.emit(RoleRenamed(id=1))
        await uow.commit()
        uow.add(Role("Keyingi", RoleType.STAFF, {}))
        await uow.commit()
    assert len(await place.rows("audits")) == 1
    assert [row["topic"] for row in await place.rows("outbox")] == ["role.renamed"]


async def test_an_aggregate_with_a_composite_text_key_is_stored(place: Place) -> None:
    """A sticky field is identified by entity, id and field."""
    async with place.uow() as uow:
        uow.add(StickyField("student", 7, "first_name", "Shahzoda"))
        uow.add(StickyField("student", 7, "phone"))
        await uow.commit()
    async with place.uow() as uow:
        sticky = await uow.find(StickyField, lock=True, entity="student", entity_id=7, field="first_name")
        assert sticky is not None
        assert sticky.school_value == "Shahzoda"
        await uow.remove(sticky)
        await uow.commit()
    async with place.uow() as uow:
        assert await uow.count(StickyField, entity="student", entity_id=7) == 1


async def test_a_missing_aggregate_is_not_found(place: Place) -> None:
    """NotFound by id, None by fields."""
    async with place.uow() as uow:
        with pytest.raises(NotFound):
            await uow.load(User, 999)
        assert await uow.find(User, login="nobody") is None
        assert await uow.find_all(User, role_id=1) == []
        assert await uow.count(User) == 0


async def test_a_caller_of_one_branch_does_not_find_those_of_another(place: Place) -> None:
    """Unknown and invisible give the same answer; a caller of all branches sees both.

    D-12.
    """
    here, mine, theirs = await place.two_users_of_two_branches()
    caller = Actor(1, "Caller", office_ids=(here,))
    everywhere, nowhere = Actor(1, "Caller", all_offices=True), Actor(1, "Caller")
    async with place.uow() as uow:
        assert (await uow.load(User, mine, seen_by=caller)).id == mine
        assert (await uow.load(User, theirs, seen_by=everywhere)).id == theirs
        for actor, id in ((caller, theirs), (nowhere, mine)):
            with pytest.raises(NotFound):
                await uow.load(User, id, seen_by=actor)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (Role("Manager", RoleType.STAFF, {}), Role("Manager", RoleType.ACADEMIC, {}), "access.role_name_taken"),
        (SyncRun(RunType.ALL), SyncRun(RunType.STUDENTS), "sync.in_progress"),
        (LoginAttempts("login:a", 1, NOON, NOON), LoginAttempts("login:a", 2, NOON, NOON), "shared.conflict"),
    ],
)
async def test_a_taken_unique_key_is_rejected_with_its_own_code(
    place: Place, first: Any, second: Any, code: str
) -> None:
    """Unique keys that users meet have a code each; errId 245 is one of them."""
    async with place.uow() as uow:
        uow.add(copy.copy(first))
        await uow.commit()
    async with place.uow() as uow:
        uow.add(copy.copy(second))
        with raises_error(code):
            await uow.flush()


async def test_a_login_is_taken_in_any_case(place: Place) -> None:
    """Shahzoda and SHAHZODA would be one at sign-in."""
    user = await place.a_user("Shahzoda")
    async with place.uow() as uow:
        uow.add(User("SHAHZODA", "hash", user.role_id))
        with raises_error("access.login_taken"):
            await uow.commit()


async def test_a_read_sees_pending_changes_and_rejects_a_taken_key(place: Place) -> None:
    """Between ``add`` and ``flush`` a read finds the new aggregate and a taken key.

    The aggregate is complete; a taken key is rejected there as well.
    """
    role = await place.a_role()
    async with place.uow() as uow:
        uow.add(User("yangi", "hash", role.id or 0, first_name="Shahzoda", last_name="Karimova"))
        found = await uow.find(User, login="yangi")
        assert found is not None
        await uow.commit()
    async with place.uow() as uow:
        uow.add(User("YANGI", "hash", role.id or 0))
        with raises_error("access.login_taken"):
            await uow.find_all(User)


async def test_a_finished_run_excludes_no_other(place: Place) -> None:
    """Only an active run excludes others."""
    async with place.uow() as uow:
        uow.add(SyncRun(RunType.ALL, status=RunStatus.DONE))
        uow.add(SyncRun(RunType.ALL))
        await uow.commit()
        assert await uow.count(SyncRun) == 2
        assert await uow.count(SyncRun, status="done") == 1


async def test_a_dangling_reference_is_rejected(place: Place) -> None:
    """An account needs its role, which may have been deleted meanwhile."""
    async with place.uow() as uow:
        uow.add(User("login", "hash", 4711))
        with raises_error("shared.stale"):
            await uow.commit()


async def test_the_later_of_two_concurrent_changes_is_stale(place: Place) -> None:
    """D-8: a save over an unseen change is rejected, and nothing of it is written."""
    role = await place.a_role()
    async with place.uow() as mine, place.uow() as theirs:
        old, new = await mine.load(Role, role.id or 0), await theirs.load(Role, role.id or 0)
        new.name = "Boshqacha"
        await theirs.commit()
        old.name = "Mening"
        mine.audit("access.roles_created", "role", role.id, actor=SYSTEM)
        with raises_error("shared.stale"):
            await mine.commit()
    present = await place.present(Role, role.id)
    assert (present.name, present.version) == ("Boshqacha", 2)
    assert await place.rows("audits") == []


async def test_the_version_counts_changes_not_commits(place: Place) -> None:
    """Loading, or writing what was there, is no change."""
    role = await place.a_role()
    for name in ("Manager", "Yangi", "Yangi"):
        async with place.uow() as uow:
            mine = await uow.load(Role, role.id or 0)
            mine.name, mine.permissions = name, dict(mine.permissions)
            await uow.commit()
    assert (await place.present(Role, role.id)).version == 2


async def test_one_unit_of_work_may_write_an_aggregate_twice(place: Place) -> None:
    """After a flush the same aggregate is still in use."""
    role = await place.a_role()
    async with place.uow() as uow:
        mine = await uow.load(Role, role.id or 0)
        mine.name = "Bir"
        await uow.flush()
        mine.name = "Ikki"
        await uow.commit()
        mine.name = "Uch"
        await uow.commit()
    present = await place.present(Role, role.id)
    assert (present.name, present.version) == ("Uch", 4)


async def test_a_replaced_dictionary_is_written(place: Place) -> None:
    """Rights are given as a new dictionary."""
    role = await place.a_role()
    async with place.uow() as uow:
        mine = await uow.load(Role, role.id or 0)
        mine.permissions = mine.permissions | {"users:staff": ["read"]}
        await uow.commit()
    assert (await place.present(Role, role.id)).permissions == {"users:students": ["read"], "users:staff": ["read"]}


async def test_an_aggregate_is_one_object_within_a_unit_of_work(place: Place) -> None:
    """Two parts of a use case share one copy; earlier copies are not changed."""
    role = await place.a_role()
    async with place.uow() as uow:
        first = await uow.load(Role, role.id or 0)
        assert await uow.find(Role, name="Manager") is first
        assert (await uow.find_all(Role))[0] is first


async def test_a_removed_aggregate_is_gone_at_the_commit(place: Place) -> None:
    """And not before, for others."""
    async with place.uow() as uow:
        uow.add(LoginAttempts("login:a", 1, NOON, NOON))
        await uow.commit()
    async with place.uow() as uow:
        attempts = await uow.find(LoginAttempts, subject="login:a")
        assert attempts is not None
        await uow.remove(attempts)
        async with place.uow() as other:
            assert await other.count(LoginAttempts) == 1
        await uow.commit()
    async with place.uow() as uow:
        assert await uow.count(LoginAttempts) == 0


async def test_find_all_is_in_the_order_of_ids(place: Place) -> None:
    """The order of writing does not matter."""
    user = await place.a_user()
    async with place.uow() as uow:
        for n in (3, 1, 2):
            session = Session(
                user_id=user.id or 0,
                refresh_digest=f"digest {n}",
                sealed_refresh=b"sealed",
                created_at=NOON,
                rotated_at=NOON,
                last_seen_at=NOON,
            )
            uow.add(session)
        await uow.commit()
    async with place.uow() as uow:
        found = await uow.find_all(Session, user_id=user.id, ended_at=None)
    assert [session.id for session in found] == sorted(session.id or 0 for session in found)
    assert len(found) == 3
    assert found[0].sealed_refresh == b"sealed"


async def test_a_lock_waits_and_then_shows_the_other_change(place: Place) -> None:
    """Decisions about one row are serialised, also if it was read without lock."""
    user = await place.a_user()
    order: list[str] = []

    async def refresh(name: str, ready: asyncio.Event, go: asyncio.Event) -> None:
        async with place.uow() as uow:
            await uow.find(User, id=user.id)
            ready.set()
            await go.wait()
            mine = await uow.load(User, user.id or 0, lock=True)
            order.append(f"{name} sees {mine.block_reason!r}")
            await asyncio.sleep(0.02)
            mine.block_reason += name
            await uow.commit()

    go, ready = asyncio.Event(), [asyncio.Event(), asyncio.Event()]
    both = asyncio.gather(refresh("a", ready[0], go), refresh("b", ready[1], go))
    for one in ready:
        await one.wait()
    go.set()
    await both
    first, second = order
    assert first in ("a sees ''", "b sees ''")
    assert second == f"{'b' if first[0] == 'a' else 'a'} sees '{first[0]}'"
    assert sorted((await place.present(User, user.id)).block_reason) == ["a", "b"]


async def test_many_are_loaded_in_order_and_locked(place: Place) -> None:
    """Those that exist, by id, each once; another unit of work waits for the lock.

    It then sees the committed change.
    """
    ids = [(await place.a_role(f"Role {n}")).id or 0 for n in range(3)]
    order: list[str] = []

    async def second() -> None:
        async with place.uow() as other:
            seen = await other.load(Role, ids[1], lock=True)
            order.append(seen.name)

    async with place.uow() as uow:
        found = await uow.load_many(Role, [ids[2], ids[1], 4711, ids[1], ids[0]])
        assert [role.id for role in found] == ids
        waiting = asyncio.create_task(second())
        await asyncio.sleep(0.1)
        assert order == []
        found[1].name = "Renamed"
        await uow.commit()
    await waiting
    assert order == ["Renamed"]


async def test_a_lock_ends_with_its_unit_of_work(place: Place) -> None:
    """A failing use case blocks nobody."""
    role = await place.a_role()

    async def fail() -> None:
        async with place.uow() as uow:
            await uow.load(Role, role.id or 0, lock=True)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with asyncio.timeout(5), place.uow() as uow:
        assert (await uow.load(Role, role.id or 0, lock=True)).name == "Manager"


async def test_one_instance_serves_one_transaction_after_another(place: Place) -> None:
    """Use cases open the same unit of work several times."""
    uow = place.uow()
    async with uow:
        uow.add(Role("Birinchi", RoleType.STAFF, {}))
        uow.audit("access.roles_created", "role", None, actor=SYSTEM)
    async with uow:
        assert await uow.count(Role) == 0
        uow.add(Role("Ikkinchi", RoleType.STAFF, {}))
        await uow.commit()
    async with uow:
        assert [role.name for role in await uow.find_all(Role)] == ["Ikkinchi"]
    assert await place.rows("audits") == []


async def test_a_unit_of_work_beside_commits_even_if_the_other_rolls_back(place: Place) -> None:
    """A wrong password counts although its request is rejected and rolled back."""
    role = await place.a_role()

    async def refuse() -> Empty:
        async with uow:
            mine = await uow.load(Role, role.id or 0)
            mine.name = "Boshqa"
            async with uow.independent() as aside:
                aside.add(LoginAttempts("login:a", 1, NOON, NOON))
                await aside.commit()
            await uow.commit()
        raise DomainError("shared.illegal_move")

    uow: Any = place.uow()
    with raises_error("shared.illegal_move"):
        await run_once(refuse, Empty, _key(), uow, secret=False)
    assert (await place.present(Role, role.id)).name == "Manager"
    async with place.uow() as other:
        assert await other.count(LoginAttempts) == 1


def _key(body: str = "body", key: str = "key-1") -> IdempotencyKey:
    return IdempotencyKey(7, "POST /roles", key, body)


async def _make(uow: Any, name: str, work: list[str], key: IdempotencyKey, *, secret: bool = False) -> str:
    async def make() -> str:
        work.append(name)
        async with uow:
            uow.add(Role(name, RoleType.STAFF, {}))
            uow.audit("access.roles_created", "role", None, actor=SYSTEM)
            await uow.commit()
        return f"made {name}"

    return await run_once(make, str, key, uow, secret=secret)


async def test_a_repeated_key_gets_the_first_response(place: Place) -> None:
    """D-8: one effect, one audit record, the same response; another body is rejected."""
    work: list[str] = []
    assert await _make(place.uow(), "Kassir", work, _key()) == "made Kassir"
    assert await _make(place.uow(), "Boshqa", work, _key()) == "made Kassir"
    with raises_error("shared.other_body"):
        await _make(place.uow(), "Boshqa", work, _key("another body"))
    assert await _make(place.uow(), "Boshqa", work, _key(key="key-2")) == "made Boshqa"
    async with place.uow() as uow:
        assert [role.name for role in await uow.find_all(Role)] == ["Kassir", "Boshqa"]
    assert (work, len(await place.rows("audits"))) == (["Kassir", "Boshqa"], 2)


async def test_a_secret_is_shown_once(place: Place) -> None:
    """D-8: a new password is not stored for a repetition."""
    await _make(place.uow(), "Kassir", [], _key(), secret=True)
    with raises_error("shared.shown_once"):
        await _make(place.uow(), "Kassir", [], _key(), secret=True)


async def test_a_rejection_is_not_stored(place: Place) -> None:
    """Corrected and sent again under the same key it is processed as new.

    Nothing of the rejected request is left.
    """
    await place.a_role("Manager")
    with raises_error("access.role_name_taken"):
        await _make(place.uow(), "Manager", [], _key())
    assert await _make(place.uow(), "Kassir", [], _key()) == "made Kassir"
    assert len(await place.rows("audits")) == 1


async def test_concurrent_requests_of_one_key_have_one_effect(place: Place) -> None:
    """A double click: both get the same response."""
    ids = await asyncio.gather(*(_make(place.uow(), f"Role {n}", [], _key()) for n in range(6)))
    assert len(set(ids)) == 1
    async with place.uow() as uow:
        assert await uow.count(Role) == 1


async def test_an_enqueued_job_is_known_as_unsent_by_its_payload(place: Place) -> None:
    """Once committed; another payload is another job."""
    async with place.uow() as uow:
        await uow.enqueue("sync.run", {"runId": 7, "full": True}, actor=SYSTEM)
        await uow.commit()
    async with place.uow() as uow:
        assert [await uow.is_unpublished({"runId": number}) for number in (7, 70)] == [True, False]
