"""A console of the tests with its demo school, and actions outside the browser."""

import asyncio
import json
import os
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
from playwright.async_api import APIRequestContext, async_playwright

from adapters.postgres.core.engine import asyncpg_arguments
from application.access import users
from application.actor import system
from entrypoints.embedded.servers import postgres
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from tests.embedded.console import console

PROJECT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "entrypoints.cli")
STUDENTS = 2000
PASSWORD = "the-tests'-superadmin"
STARTS_WITHIN_SECONDS = 90
RUN_ENDS_WITHIN_SECONDS = 120


@dataclass
class Centre:
    """A running console: address, data directory, process and API client."""

    address: str
    home: Path
    pid: int
    calls: APIRequestContext

    async def sign_in(self, login: str = "superadmin", password: str = PASSWORD) -> dict[str, Any]:
        """The API's answer to a sign-in."""
        answer = await self.calls.post("/api/staff/auth/sign-in", data={"login": login, "password": password})
        assert answer.ok, await answer.text()
        return dict((await answer.json())["data"])

    async def call(self, verb: str, path: str, token: str, **sent: Any) -> dict[str, Any]:
        """A call of the staff API with a token; returns ``data``."""
        headers = {"Authorization": f"Bearer {token}"}
        answer = await self.calls.fetch(f"/api/staff{path}", method=verb, headers=headers, **sent)
        assert answer.ok, await answer.text()
        return dict((await answer.json())["data"])

    async def synchronise(self, kind: str = "all") -> dict[str, Any]:
        """A whole run to its end."""
        token = (await self.sign_in())["accessToken"]
        await self.call("PUT", f"/synchronization/{kind}", token)
        for _ in range(RUN_ENDS_WITHIN_SECONDS * 10):
            state = await self.call("GET", f"/synchronization/{kind}", token)
            if not state["running"]:
                return dict(state["run"])
            await asyncio.sleep(0.1)
        raise AssertionError("the run doesn't end")

    @asynccontextmanager
    async def database(self) -> AsyncIterator[Any]:
        """The console's database, for inspection or damage."""
        connection = await asyncpg.connect(**asyncpg_arguments(postgres.address(self.home / "postgres")))
        try:
            yield connection
        finally:
            await connection.close()

    async def sql(self, statement: str) -> None:
        """A statement on the database behind the console's back."""
        async with self.database() as connection:
            await connection.execute(statement)

    async def command(self, *words: str) -> dict[str, Any]:
        """A command of ``markaz`` with ``--json``."""
        environment = os.environ | {"CONSOLE_HOME": str(self.home), "CONSOLE_SUPERADMIN_PASSWORD": PASSWORD}
        running = await asyncio.create_subprocess_exec(
            *COMMAND, *words, "--json", cwd=PROJECT, env=environment, stdout=-1, stderr=-1
        )
        output, errors = await running.communicate()
        assert running.returncode == 0, errors.decode()
        return dict(json.loads(output))

    async def open_account(self, login: str, role: str, password: str, *, all_branches: bool = False) -> None:
        """An account whose first password is already changed."""
        given = {"CONSOLE_HOME": str(self.home), "CONSOLE_SUPERADMIN_PASSWORD": PASSWORD}
        container = Container(settings=read_settings(given, make_secrets=False))
        try:
            use = {"actor": system(), "uow": container.uow(), "passwords": container.passwords()}
            await users.create_user(login, role, all_offices=all_branches, **use)
            chosen = await container.passwords().hash(password)
        finally:
            await close(container)
        async with self.database() as database:
            own = "update users set password_hash = $2, must_change_password = false where login = $1"
            await database.execute(own, login, chosen)

    def set_school_faults(self, *faults: str) -> None:
        """Sets the faults of the demo school; none without arguments."""
        port = (self.home / "school" / "port").read_text().strip()
        self._tell_school(port, "faults", {"faults": list(faults)})

    def change_school(self, **what: int) -> None:
        """Lets the demo school change: new, moved, left, renamed … students."""
        port = (self.home / "school" / "port").read_text().strip()
        self._tell_school(port, "change", what)

    def _tell_school(self, port: str, call: str, content: object) -> None:
        token = (self.home / "secrets" / "school_token").read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Hh-Version": "1"}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/simulator/{call}", json.dumps(content).encode(), headers
        )
        urllib.request.urlopen(request, timeout=120).close()


@asynccontextmanager
async def a_running_centre(home: Path, **variables: str) -> AsyncIterator[Centre]:
    """A freshly started console on a data directory.

    Variables are settings, `CONSOLE_…`.
    """
    assert (PROJECT / "web/dist/index.html").is_file(), "The console is not built. Build it: tools/setup"
    given = {"CONSOLE_SUPERADMIN_PASSWORD": PASSWORD} | variables
    with console(home, command=(*COMMAND, "up"), **given) as started:
        started.wait_for("Markaz is ready", STARTS_WITHIN_SECONDS)
        address = f"http://127.0.0.1:{started.port}"
        async with async_playwright() as playwright:
            calls = await playwright.request.new_context(base_url=address)
            yield Centre(address, home, started.started.pid, calls)
            await calls.dispose()
