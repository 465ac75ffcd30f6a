"""A console for fault tests: processes, database, school, address."""

import asyncio
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx

from adapters.clock import SystemClock
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from entrypoints.embedded.servers import postgres
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.embedded.console import Console
from tests.faults.support import moving, programs
from tests.faults.support.proxy import FaultyProxy, a_proxy

UP = (sys.executable, "-m", programs.__name__, "up")
PASSWORD = "the-faults'-superadmin"
TOKEN = "the-faults'-school"
SECRET = "the-faults'-own-secret-key-of-many-signs"
STAFF = "/api/staff"
START_WITHIN_SECONDS = 120.0
PAGE = 40


@dataclass
class Centre:
    """A console under faults.

    ``url``: the database as the tests reach it, which no fault affects.
    """

    home: Path
    url: str
    school: GeneratedSchool
    faults: Faults
    school_line: FaultyProxy
    variables: Mapping[str, str]
    console: Console = field(init=False)
    token: str = ""

    @property
    def port(self) -> int:
        return self.console.port

    async def start(self, port: int | None = None) -> float:
        """Starts the console, also after a kill of everything; returns the seconds."""
        began = time.monotonic()
        self.console = Console(self.home, port=port, command=UP, **self.variables)
        await asyncio.to_thread(self.console.wait_for, programs.READY, START_WITHIN_SECONDS)
        return time.monotonic() - began

    async def sign_in(self) -> None:
        """The superadmin's token for calls from the test."""
        async with self.browser() as http:
            answer = await http.post(f"{STAFF}/auth/sign-in", json={"login": "superadmin", "password": PASSWORD})
            self.token = answer.raise_for_status().json()["data"]["accessToken"]

    def browser(self) -> httpx.AsyncClient:
        """An API client with its own connections and a long timeout, to detect hangs."""
        address = f"http://127.0.0.1:{self.port}"
        headers = {"Authorization": f"Bearer {self.token or '-'}"}
        # reading the authorities' certificates, which plain HTTP never uses, costs more than most requests
        return httpx.AsyncClient(base_url=address, timeout=30, headers=headers, verify=False)

    # --- processes

    def pid(self, program: str) -> int:
        """The pid of a program of the console: worker, api, relay, nats, school, postgres."""
        if program == "postgres":
            return int((self.home / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        words = "nats-server" if program == "nats" else f"{programs.__name__} {program}"
        return self.console.pid_of(words)

    def kill(self, program: str, word: signal.Signals = signal.SIGKILL) -> float:
        """Kills one program; returns the moment."""
        os.kill(self.pid(program), word)
        return time.monotonic()

    def kill_everything(self) -> float:
        """SIGKILL to the supervisor and every process it ever started, at once."""
        for pid in [self.console.started.pid, *self.console.processes()]:
            attempt(lambda pid=pid: os.kill(pid, signal.SIGKILL))  # type: ignore[misc]
        self.console.started.wait(10)
        return time.monotonic()

    def wipe_nats(self) -> None:
        """Deletes everything that JetStream has stored.

        A broker that has just started has stored nothing.
        """
        with suppress(FileNotFoundError):
            shutil.rmtree(self.home / "nats" / "streams")

    def set_clock_ahead(self, seconds: float) -> None:
        """Sets the clock of every program of the console ahead."""
        (self.home / programs.CLOCK).write_text(str(seconds))

    def log_of(self, program: str) -> str:
        """The log of a program."""
        return (self.home / "logs" / f"{program}.log").read_text(errors="replace")

    # --- database

    @asynccontextmanager
    async def sql(self) -> AsyncIterator[Any]:
        """A connection, as soon as the database accepts one."""
        deadline = time.monotonic() + 60
        while True:
            try:
                connection = await asyncpg.connect(**asyncpg_arguments(self.url), timeout=5)
                break
            except (OSError, asyncpg.PostgresError):
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.1)
        try:
            yield connection
        finally:
            await connection.close(timeout=5)

    async def rows(self, statement: str, *arguments: object) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        async with self.sql() as connection:
            return [tuple(row) for row in await connection.fetch(statement, *arguments)]

    async def value(self, statement: str, *arguments: object) -> Any:
        """One value."""
        async with self.sql() as connection:
            return await connection.fetchval(statement, *arguments)

    @asynccontextmanager
    async def uow(self) -> AsyncIterator[Callable[[], PostgresUnitOfWork]]:
        """Creates units of work for the actions of staff."""
        engine = create_engine(self.url)
        try:
            yield lambda: PostgresUnitOfWork(engine, SystemClock())
        finally:
            await engine.dispose()

    # --- synchronisation

    async def synchronise(self) -> int:
        """Starts a run, or returns the one in progress."""
        await self.sign_in()
        async with self.browser() as http:
            answer = await http.put(f"{STAFF}/synchronization/all")
        if answer.status_code == 202:
            return int(answer.json()["data"]["run"]["id"])
        running = "select coalesce(max(id), 0) from sync_runs where status in ('waiting', 'running')"
        return int(await self.value(running))

    async def expire_lease(self) -> None:
        """Expires the lease of the current run's worker, as after thirty silent seconds."""
        async with self.sql() as sql:
            await sql.execute("update sync_runs set lease_until = now() where status = 'running'")

    async def wait_for_run(self, run_id: int, seconds: float = 90) -> dict[str, Any]:
        """Waits for the end of a run and returns it."""
        deadline = time.monotonic() + seconds
        while True:
            found = await self.rows("select status, reason from sync_runs where id = $1", run_id)
            if found and found[0][0] not in ("waiting", "running"):
                return {"status": found[0][0], "reason": found[0][1]}
            assert time.monotonic() < deadline, f"run {run_id} does not end: {found}"
            await asyncio.sleep(0.1)


def attempt(do: Callable[[], object]) -> None:
    """Does it unless it is too late for it."""
    with suppress(ProcessLookupError):
        do()


@asynccontextmanager
async def a_centre(
    home: Path, *, students: int = 600, seed: int = 1, with_tables: bool = True, **variables: str
) -> AsyncIterator[Centre]:
    """A running console with our tables, a school and a signed-in superadmin.

    The school outlives the console. ``url``: the database as the tests reach it, if the console is given another route
    to it. ``with_tables``: create our tables, unless a backup has brought them.
    """
    school, faults = GeneratedSchool(students, seed), Faults()
    async with (
        serve(school, TOKEN, faults=faults, max_page=PAGE) as school_url,
        a_proxy(("127.0.0.1", int(school_url.rpartition(":")[2]))) as line,
    ):
        given = {
            "CONSOLE_SCHOOL_URL": f"http://{line.address}",
            "CONSOLE_SCHOOL_TOKEN": TOKEN,
            "CONSOLE_SUPERADMIN_PASSWORD": PASSWORD,
            "CONSOLE_SECRET_KEY": SECRET,
            "CONSOLE_DEMO": "off",
        }
        url = variables.pop("url", "") or postgres.address(home / "postgres")
        centre = Centre(home, url, school, faults, line, given | variables)
        try:
            await centre.start()
            if with_tables:
                async with centre.sql() as connection:
                    await connection.execute(moving.TABLES)
            await centre.sign_in()
            yield centre
        finally:
            if centre.console.started.poll() is None:
                await asyncio.to_thread(centre.console.end, signal.SIGTERM, 60)
