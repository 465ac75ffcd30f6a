"""Centres of several sizes on one durable PostgreSQL, the API and its peer.

The API serves one of them, with the bare peer beside it.
"""

import asyncio
import json
import os
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments, set_json_codecs
from adapters.postgres.core.migrate import upgrade
from adapters.security.passwords import ArgonPasswords
from entrypoints.embedded.servers.postgres import embedded_postgres
from entrypoints.embedded.supervisor import METRICS
from tests.benchmarks.scale import fill
from tests.benchmarks.support.measure import Server
from tests.embedded.ports import free_port
from tests.support.accounts import Account
from tests.support.builders import PASSWORD, Branch, a_user_with
from tests.support.groups import ZONE
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

PROJECT = Path(__file__).resolve().parents[3]
#: Only the caller's own branches are visible: a third of all.
BRANCHES = (1, 2, 3)
ACCOUNTS = 40
API = "entrypoints.http"
# as in /proc/net/tcp
LISTENING = "0A"


@dataclass
class Databases:
    """One PostgreSQL with a database for each size."""

    url: str
    pid: int
    home: Path
    sizes: list[int] = field(default_factory=list)

    def database(self, students: int) -> str:
        """The URL of the database of this size."""
        return self.url.replace("/markaz?", f"/centre_{students}?")

    async def build(self, students: int) -> None:
        """Creates and fills a centre with accounts.

        Accounts of three branches that may read students, and one that may not.
        """
        sql = await asyncpg.connect(**asyncpg_arguments(self.url))
        await sql.execute(f"create database centre_{students}")
        await sql.close()
        await upgrade(self.database(students))
        await fill(self.database(students), students)
        hashed = await ArgonPasswords().hash(PASSWORD)
        async with self.sql(students) as sql:
            await store(sql, *_accounts(await _branches(sql)), secrets=SecretStorage(hash_password=lambda _: hashed))
        self.sizes.append(students)

    @asynccontextmanager
    async def sql(self, students: int) -> AsyncIterator[Any]:
        """A connection to the centre of this size, in the centre's zone as lists use."""
        settings = {"timezone": ZONE.key}
        connection = await asyncpg.connect(**asyncpg_arguments(self.database(students)), server_settings=settings)
        await set_json_codecs(connection)
        try:
            yield connection
        finally:
            await connection.close()


async def _branches(sql: Any) -> list[Branch]:
    rows = await sql.fetch("select id, name from offices where id = any ($1) order by id", list(BRANCHES))
    branches = [Branch(row["name"]) for row in rows]
    for branch, row in zip(branches, rows, strict=True):
        branch.id = row["id"]
    return branches


def _accounts(branches: list[Branch]) -> list[Account]:
    seeing = [a_user_with({"users:students": ["read"]}).of(*branches).called(f"desk{n}") for n in range(ACCOUNTS)]
    return [*seeing, a_user_with({}).of(*branches).called("nothing")]


@contextmanager
def databases(home: Path) -> Iterator[Databases]:
    """A durable PostgreSQL, as in production."""
    with embedded_postgres(home / "postgres", durable=True) as url:
        pid = int((home / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        yield Databases(url, pid, home)


@dataclass
class ServedCentre:
    """The API over one centre, and the servers to measure."""

    databases: Databases
    students: int
    port: int
    pids: tuple[int, ...]

    async def ours(self, login: str = "desk0") -> Server:
        """The API with a session of a member of staff of three branches."""
        signed_in = await asyncio.to_thread(self.sign_in, login)
        return Server(self.port, self.pids, f"Authorization: Bearer {signed_in['accessToken']}\r\n")

    def sign_in(self, login: str) -> dict[str, Any]:
        """The API's answer to a sign-in."""
        body = json.dumps({"login": login, "password": PASSWORD}).encode()
        address = f"http://127.0.0.1:{self.port}/api/staff/auth/sign-in"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return dict(json.load(answer)["data"])

    @asynccontextmanager
    async def peer(self) -> AsyncIterator[Server]:
        """The bare server over the same database, in as many processes."""
        words = ("tests.benchmarks.support.peer", str(port := free_port()), self.databases.database(self.students))
        async with _served(words, port, {}, len(self.pids)) as pids:
            yield Server(port, pids)


@asynccontextmanager
async def served_centre(
    databases: Databases, students: int, *program: str, processes: int = 1, **more: str
) -> AsyncIterator[ServedCentre]:
    """Serves the centre of this size.

    ``program``: another than the API's own, such as one with a defect; ``processes``: the number on one port; ``more``:
    settings of its environment.
    """
    port = free_port()
    environment = {
        "CONSOLE_HOME": str(databases.home / "console"),
        "CONSOLE_DATABASE_URL": databases.database(students),
        "CONSOLE_SECRET_KEY": "the-benchmarks'-own-secret-key-of-32",
        "CONSOLE_SCHOOL_TOKEN": "none",
        "CONSOLE_DEMO": "off",
        "CONSOLE_PORT": str(port),
        "CONSOLE_API_PROCESSES": str(processes),
        **more,
    }
    if processes > 1:
        (figures := databases.home / METRICS).mkdir(parents=True, exist_ok=True)
        environment["PROMETHEUS_MULTIPROC_DIR"] = str(figures)
    async with _served(program or (API,), port, environment, processes) as pids:
        yield ServedCentre(databases, students, port, pids)


@asynccontextmanager
async def _served(
    program: tuple[str, ...], port: int, environment: dict[str, str], processes: int
) -> AsyncIterator[tuple[int, ...]]:
    log = tempfile.TemporaryFile()  # noqa: SIM115 - it goes with the process
    running = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", *program, cwd=PROJECT, env=os.environ | environment, stdout=log, stderr=log
        )
        for _ in range(processes)
    ]
    try:
        for _ in range(600):
            if _listening(port) == processes:
                break
            assert all(one.returncode is None for one in running), f"{program[0]} has ended"
            await asyncio.sleep(0.05)
        yield tuple(one.pid for one in running)
    finally:
        for one in running:
            one.terminate()
        await asyncio.gather(*(one.wait() for one in running))


def _listening(port: int) -> int:
    """The number of processes that listen on this port of 127.0.0.1."""
    sockets = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    return sum(one[1] == f"0100007F:{port:04X}" and one[3] == LISTENING for one in sockets)
