"""The centre and the school of the synchronisation tests, and their actions."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import asyncpg
import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.sync.runs import PostgresSyncViews
from adapters.postgres.sync.sync_store import PostgresSyncStore
from adapters.security.cipher import AesCipher
from application.actor import Actor, system
from application.ports import UnitOfWork
from application.sync.approval import approve_run
from application.sync.commands import start_synchronisation
from application.sync.execution import run_synchronisation
from application.sync.ports import SchoolRegister
from application.sync.revert import revert_run, run_revert
from contracts.sync.runs import ApproveRun
from domain.jobs.job import WorkFailed
from domain.sync.types import RunType

SECRET = "the-tests'-secret-key"
ACTOR = system()


class Clock:
    """The real time, or the time that a test sets."""

    def __init__(self) -> None:
        self.at: datetime | None = None

    def now(self) -> datetime:
        return self.at or datetime.now(UTC)


@dataclass
class Centre:
    """The console's side: its database, its staff's and its worker's actions."""

    url: str
    uow: UnitOfWork
    sql: Any
    clock: Clock
    cipher: AesCipher
    views: PostgresSyncViews
    pool: ReadPool

    async def start(self, kind: RunType = RunType.ALL, *, full: bool = False) -> int:
        """Staff start a synchronisation."""
        return await start_synchronisation(
            kind, full=full, school="memory", actor=ACTOR, uow=self.uow, clock=self.clock
        )

    async def perform(self, run_id: int, school: SchoolRegister, **more: Any) -> None:
        """The worker runs the job; the result is read from the run."""
        async with PostgresSyncStore(self.url, self.cipher) as sync_store:
            with suppress(WorkFailed):
                await self.perform_with(sync_store, run_id, school, **more)

    async def perform_with(
        self, sync_store: PostgresSyncStore, run_id: int, school: SchoolRegister, **more: Any
    ) -> None:
        """The use case of the job."""
        await run_synchronisation(
            run_id,
            actor=ACTOR,
            school=school,
            sync_store=sync_store,
            uow=self.uow,
            clock=self.clock,
            cipher=self.cipher,
            **more,
        )

    async def synchronise(
        self, school: SchoolRegister, kind: RunType = RunType.ALL, *, full: bool = False
    ) -> dict[str, Any]:
        """Starts and runs a synchronisation; returns the ended run."""
        run_id = await self.start(kind, full=full)
        await self.perform(run_id, school)
        return await self.run(run_id)

    async def a_person(self, login: str = "nodira") -> Actor:
        """A member of staff with an account who may start a run."""
        await self.sql.execute("insert into roles (name, type) values ('Admin', 1) on conflict do nothing")
        added = "insert into users (login, password_hash, role_id) select $1, '', id from roles limit 1 returning id"
        return replace(ACTOR, id=await self.value(added, login), name=login)

    async def approve(self, run_id: int, school: SchoolRegister, by: Actor, comment: str = "") -> dict[str, Any]:
        """A person approves a stopped run, and the worker runs it."""
        approving = await approve_run(
            run_id, ApproveRun(comment=comment), actor=by, uow=self.uow, clock=self.clock, runs=self.views
        )
        await self.perform(approving, school)
        return await self.run(approving)

    async def revert(self, run_id: int, by: Actor) -> dict[str, Any]:
        """A person reverts a run, and the worker runs it."""
        reverting = await revert_run(run_id, actor=by, uow=self.uow, clock=self.clock)
        await self.run_revert(reverting)
        return await self.run(reverting)

    async def run_revert(self, run_id: int) -> None:
        """The worker runs the revert."""
        async with PostgresSyncStore(self.url, self.cipher) as sync_store:
            await run_revert(run_id, actor=ACTOR, sync_store=sync_store, uow=self.uow, clock=self.clock)

    async def run(self, run_id: int) -> dict[str, Any]:
        """A stored run; its parts by feed."""
        row = dict(await self.sql.fetchrow("select * from sync_runs where id = $1", run_id))
        row["parts"] = {part["feed"]: part for part in row["parts"]}
        return row

    async def rows(self, statement: str, *arguments: object) -> list[tuple[Any, ...]]:
        """Rows of a query as plain tuples."""
        return [tuple(row) for row in await self.sql.fetch(statement, *arguments)]

    async def value(self, statement: str, *arguments: object) -> Any:
        """One value."""
        return await self.sql.fetchval(statement, *arguments)


@asynccontextmanager
async def a_centre(url: str) -> AsyncIterator[Centre]:
    """A centre that has never been synchronised."""
    engine, clock, reads = create_engine(url), Clock(), ReadPool(url, size=2)
    sql = await asyncpg.connect(**asyncpg_arguments(url))
    await sql.set_type_codec("jsonb", encoder=json.dumps, decoder=json.loads, schema="pg_catalog")
    try:
        uow, cipher = PostgresUnitOfWork(engine, clock), AesCipher(SECRET, "papers")
        yield Centre(url, uow, sql, clock, cipher, PostgresSyncViews(reads), reads)
    finally:
        await reads.close()
        await sql.close()
        await engine.dispose()


@pytest.fixture
async def centre(database_url: str) -> AsyncIterator[Centre]:
    """A centre that has never been synchronised."""
    async with a_centre(database_url) as centre:
        yield centre


@pytest.fixture
def school() -> SchoolInMemory:
    """A school that the test fills."""
    return SchoolInMemory(page_size=3)
