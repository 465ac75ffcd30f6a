"""The audit log detects changed, removed or inserted records and only grows.

D-15.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import pytest

from adapters.memory.clock import MovableClock
from adapters.postgres.audit.recent_records import PostgresAudits
from adapters.postgres.core.audit.chain import head_of, seal_pending, verify
from adapters.postgres.core.audit.subject_keys import cipher_of, decrypt
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.outbox import connect
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.security.cipher import AesCipher
from application.actor import system
from application.people.privacy.erase import erase_history
from entrypoints.worker.scheduler import log_audit_head

MASTER = AesCipher("the-tests'-own-secret-key-of-32-signs", "audit-keys")
Log = Callable[[], PostgresUnitOfWork]


@pytest.fixture
async def log(database_url: str) -> AsyncIterator[Log]:
    engine = create_engine(database_url)
    yield lambda: PostgresUnitOfWork(engine, MovableClock(), MASTER)
    await engine.dispose()


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[Any]:
    connection = await connect(database_url)
    yield connection
    await connection.close()


@pytest.fixture
async def forger(database_url: str) -> AsyncIterator[Any]:
    """The database's superuser, past every trigger."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url) | {"user": "postgres"})
    await connection.execute("set session_replication_role = replica")
    yield connection
    await connection.close()


async def _write(log: Log, count: int = 3, **more: Any) -> None:
    for number in range(count):
        async with log() as uow:
            uow.audit("access.signed_in", "session", number + 1, actor=system(), before={"n": number}, **more)
            await uow.commit()


async def test_an_intact_log_is_reported_as_intact(log: Log, sql: Any) -> None:
    """Records that are not sealed yet are reported."""
    await _write(log)
    assert await seal_pending(sql) == 3
    await _write(log, 2)
    verdict = await verify(sql)
    assert (verdict.sound, verdict.sealed, verdict.pending) == (True, 3, 2)


@pytest.mark.parametrize(
    ("forgery", "named"),
    [
        ("update audits set actor_name = 'somebody else' where id = 2", {"changed": [2]}),
        ("update audits set before = '{\"n\": 9}' where id = 3", {"changed": [3]}),
        ("delete from audits where id = 2", {"removed": [2]}),
        ("update audit_seals set audit_ids = '{3,2,1}' where id = 1", {"broken_seals": [1]}),
        ("update audit_seals set audit_ids = '{1,3}' where id = 1", {"broken_seals": [1], "never_sealed": [2]}),
        ("delete from audit_pending where audit_id = 4", {"never_sealed": [4]}),
    ],
)
async def test_tampering_is_named(log: Log, sql: Any, forger: Any, forgery: str, named: dict[str, list[int]]) -> None:
    """Changed, removed, reordered, inserted (ASVS-56)."""
    await _write(log)
    await seal_pending(sql)
    await _write(log, 1)
    await forger.execute(forgery)
    verdict = await verify(sql)
    assert not verdict.sound
    assert {name: getattr(verdict, name) for name in named} == named


async def test_a_truncated_log_is_detected_with_a_stored_head(
    log: Log, sql: Any, forger: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Removing the newest seal leaves an intact chain; a stored head detects it.

    ASVS-56.
    """
    await _write(log)
    await seal_pending(sql)
    early = await head_of(sql)
    await _write(log, 2)
    await seal_pending(sql)
    late = (await verify(sql)).head
    assert late == await head_of(sql)
    caplog.set_level(logging.INFO)
    await log_audit_head(sql)
    assert late in caplog.text
    assert [(await verify(sql, head)).sound for head in (early, late)] == [True, True]
    await forger.execute("delete from audits where id in (4, 5)")
    await forger.execute("delete from audit_seals where id = (select max(id) from audit_seals)")
    assert (await verify(sql)).sound, "by itself it can't be told"
    assert (await verify(sql, early)).sound
    cut = await verify(sql, late)
    assert (cut.sound, cut.cut, cut.head) == (False, late, early)
    await _write(log, 4)
    await seal_pending(sql)
    assert not (await verify(sql, late)).sound, "what comes after does not heal it"


async def test_a_record_that_commits_late_is_sealed_late(log: Log, sql: Any) -> None:
    """A smaller id that becomes visible after a seal is in the next one (D-15)."""
    slow, quick = log(), log()
    async with slow:
        slow.audit("access.signed_in", "session", 1, actor=system())
        slow.defer()
        await slow.commit()
        async with quick:
            quick.audit("access.signed_in", "session", 2, actor=system())
            await quick.commit()
        assert await seal_pending(sql) == 1
        await slow._commit()
        await slow.rollback()
    assert await seal_pending(sql) == 1
    verdict = await verify(sql)
    assert (verdict.sound, verdict.sealed, verdict.pending) == (True, 2, 0)


async def test_concurrent_sealers_seal_each_record_once(log: Log, database_url: str) -> None:
    """Two sealers at once."""
    await _write(log, 20)
    sealers = [await connect(database_url) for _ in range(4)]
    try:
        while any(await asyncio.gather(*(seal_pending(sealer) for sealer in sealers))):
            pass
        verdict = await verify(sealers[0])
        assert (verdict.sound, verdict.sealed) == (True, 20)
    finally:
        for sealer in sealers:
            await sealer.close()


@pytest.mark.parametrize("wiping", ["update audits set verb = 'x'", "delete from audits", "truncate audits cascade"])
async def test_the_application_cannot_modify_the_log(log: Log, sql: Any, wiping: str) -> None:
    """The database itself rejects it (ASVS-56, M7)."""
    await _write(log, 1)
    with pytest.raises(asyncpg.PostgresError, match="only grows"):
        await sql.execute(wiping)


async def test_an_erased_person_is_unreadable_and_the_chain_holds(log: Log, sql: Any) -> None:
    """Personal values before and after are encrypted with the person's key.

    D-15, M7: without it they are provably gone.
    """
    async with log() as uow:
        uow.audit(
            "people.student_changed",
            "student",
            7,
            actor=system(),
            before={"phone": "+998901234567"},
            after={"phone": "+998907654321"},
            personal=True,
        )
        await uow.commit()
    await seal_pending(sql)
    row = await sql.fetchrow("select before, after from audits")
    assert "998" not in str(dict(row))
    cipher = cipher_of(await sql.fetchval("select sealed_key from subject_keys"), MASTER)
    assert decrypt(row["before"], cipher) == {"phone": "+998901234567"}
    await sql.execute("update subject_keys set sealed_key = null, destroyed_at = now()")
    assert decrypt(row["after"], None) == {"phone": {"erased": True}}
    assert (await verify(sql)).sound


async def test_erasing_a_student_destroys_the_key_and_is_recorded(log: Log, sql: Any, database_url: str) -> None:
    """Actor, time and field stay, the values go, and the log is intact (D-15)."""
    await sql.execute("insert into students (first_name) values ('Shahzoda')")
    number = await sql.fetchval("select id from students")
    async with log() as uow:
        uow.audit("people.student_changed", "student", number, actor=system(), after={"phone": "+998"}, personal=True)
        await uow.commit()
    await erase_history(number, "asked by letter 17", actor=system(name="office"), uow=log())
    reads = ReadPool(database_url, size=1)
    try:
        erased, changed = await PostgresAudits(reads, MASTER).newest(2, "student", number)
    finally:
        await reads.close()
    assert changed["after"] == {"phone": {"erased": True}}
    assert (erased["actor_name"], erased["after"]) == ("office", {"reason": "asked by letter 17"})
    async with log() as uow:
        uow.audit("people.student_changed", "student", number, actor=system(), after={"phone": "+1"}, personal=True)
        await uow.commit()
    kept = await sql.fetchval("select after from audits order by id desc limit 1")
    assert kept == {"phone": {"erased": True}}, "of who was erased nothing new is kept either"
    await seal_pending(sql)
    assert (await verify(sql)).sound
