"""The HTTP side of the console for tests, on the real PostgreSQL.

The whole application runs in the process of the tests.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any, cast

import asyncpg
import httpx
from dependency_injector import providers
from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send

from adapters.memory.clock import MovableClock
from adapters.memory.passwords import QuickPasswords, quick_hash
from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.pool import ReadPool
from application.actor import system
from application.audit.fields import undeclared
from application.homework.statistics.ports import CounterDifference
from application.homework.statistics.recount import recount_period
from entrypoints.http.app import STAFF, STUDENTS, litestar_app, with_console
from entrypoints.http.browser_cookie import NAME
from entrypoints.settings import read_settings
from entrypoints.wiring import PLANNED_ONCE, Container, close
from tests.support.builders import PASSWORD, Account, Entity, Student
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

SECRET_KEY = "the-tests'-own-secret-key-of-32-signs"
HERE = "10.1.1.1"
# of the records that the console wrote; those that a test inserted have no digest
RECORDED_FIELDS = """
select entity, array_agg(distinct k) as names from audits a
cross join lateral (values (a.before), (a.after)) v (x)
cross join lateral jsonb_object_keys(case when jsonb_typeof(x) = 'object' then x else '{}' end) k
where a.digest <> ''
group by entity
"""


GIVE_ACCESS = """
update students set login = coalesce(login, $2), password_hash = coalesce(password_hash, $3) where id = $1
returning login
"""


@dataclass
class Visitor:
    """A browser, signed out or signed in as an account.

    Paths are below ``prefix`` unless they begin with /api. ``signed_in`` is the response to signing in; ``cookie`` the
    one by which the browser is known again.
    """

    http: httpx.AsyncClient
    token: str = ""
    signed_in: dict[str, Any] = field(default_factory=dict)
    language: str = "en"
    cookie: str = ""
    prefix: str = STAFF

    async def request(self, method: str, path: str, *, headers: dict[str, str] | None = None, **more: Any) -> Any:
        """Sends a request with the arguments of httpx."""
        sent = {"Accept-Language": self.language}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            sent["Cookie"] = f"{NAME}={self.cookie}"
        url = path if path.startswith(("/api", "http")) else self.prefix + path
        answer = await self.http.request(method, url, headers=sent | (headers or {}), **more)
        self.cookie = answer.cookies.get(NAME, self.cookie)
        return answer

    async def get(self, path: str, **params: Any) -> httpx.Response:
        """GET with query parameters."""
        answer: httpx.Response = await self.request("GET", path, params=params)
        return answer

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        """POST with a JSON body."""
        answer: httpx.Response = await self.request("POST", path, json=body)
        return answer

    async def put(self, path: str, body: Any = None) -> httpx.Response:
        """PUT with a JSON body."""
        answer: httpx.Response = await self.request("PUT", path, json=body)
        return answer

    async def patch(self, path: str, body: Any = None) -> httpx.Response:
        """PATCH with a JSON body."""
        answer: httpx.Response = await self.request("PATCH", path, json=body)
        return answer

    async def delete(self, path: str) -> httpx.Response:
        """DELETE."""
        answer: httpx.Response = await self.request("DELETE", path)
        return answer

    async def data(self, path: str, **params: Any) -> Any:
        """The data of a GET, which must succeed."""
        return data(await self.get(path, **params))


def data(answer: httpx.Response) -> Any:
    """The data of a response, which must be a success."""
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    body = answer.json()
    assert body["success"] is True, body
    return body["data"]


class _Recorded:
    """A connection that records its statements."""

    def __init__(self, connection: Any, statements: list[str]) -> None:
        self._connection, self._statements = connection, statements

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._connection, name)

        def recorded(sql: str, *arguments: object) -> Any:
            self._statements.append(sql)
            return method(sql, *arguments)

        return recorded


class CountedReadPool(ReadPool):
    """The read pools; ``statements`` collects the statements of both."""

    def __init__(self, database_url: str, time_zone: str, statements: list[str], **settings: str) -> None:
        super().__init__(database_url, time_zone, size=4, **settings)
        self.statements = statements

    async def fetch(self, sql: str, *arguments: object) -> Any:
        self.statements.append(sql)
        return await super().fetch(sql, *arguments)

    async def fetchrow(self, sql: str, *arguments: object) -> Any:
        self.statements.append(sql)
        return await super().fetchrow(sql, *arguments)

    async def fetchval(self, sql: str, *arguments: object) -> Any:
        self.statements.append(sql)
        return await super().fetchval(sql, *arguments)

    async def run(self, read: Any) -> Any:
        return await super().run(lambda connection: read(_Recorded(connection, self.statements)))


@dataclass
class Console:
    """A console over one database, with helpers for tests."""

    url: str
    container: Container
    app: Any
    sql: Any
    clock: MovableClock
    passwords: QuickPasswords
    reads: CountedReadPool
    clients: dict[str, httpx.AsyncClient] = field(default_factory=dict)

    def nobody(self, address: str = HERE) -> Visitor:
        """A browser without a session, at this address."""
        if address not in self.clients:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 50000))
            # shared by the visitors of the address, who keep their cookies themselves
            nowhere = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
            self.clients[address] = httpx.AsyncClient(
                transport=transport, base_url="http://centre.test", timeout=30, cookies=nowhere
            )
        return Visitor(self.clients[address])

    async def store(self, *entities: Entity) -> None:
        """Inserts the records of builders."""
        secrets = SecretStorage(encrypt=self.container.paper_cipher().encrypt)
        await store(self.sql, *entities, secrets=secrets)

    async def sign_in(self, account: Account, address: str = HERE) -> Visitor:
        """The account's browser; stores the account first if it is new."""
        if account.id is None:
            await self.store(account)
        visitor = self.nobody(address)
        body = {"login": account.login, "password": account.password}
        visitor.signed_in = data(await visitor.post("/auth/sign-in", body))
        visitor.token = visitor.signed_in["accessToken"]
        return visitor

    async def sign_in_student(self, student: Student, address: str = HERE, **device: str) -> Visitor:
        """The student's application; stores the student first if new.

        A student without a login receives one, and the password of all accounts.
        """
        if student.id is None:
            await self.store(student)
        login = await self.sql.fetchval(GIVE_ACCESS, student.id, f"talaba{student.id:06}", quick_hash(PASSWORD))
        visitor = Visitor(self.nobody(address).http, prefix=STUDENTS)
        body = {"login": login, "password": PASSWORD, **device}
        visitor.signed_in = data(await visitor.post("/auth/sign-in", body))
        visitor.token = visitor.signed_in["accessToken"]
        return visitor

    async def count_homework(self) -> list[CounterDifference]:
        """Counts the homework of all days anew, as a test inserted it; what differed."""
        return await recount_period(
            date(2025, 1, 1),
            date(2027, 12, 31),
            actor=system(),
            uow=self.container.uow(),
            counters=self.container.counters(),
            clock=self.clock,
        )

    async def close(self) -> None:
        """Closes all connections."""
        for client in self.clients.values():
            await client.aclose()
        await close(self.container)
        await self.sql.close()


_current: ContextVar[Container] = ContextVar("the container of the current console")


class _CurrentContainer:
    """Delegates to the container of the current request."""

    def __getattr__(self, name: str) -> Any:
        def give() -> Any:
            return getattr(_current.get(), name)()

        return give


@cache
def _routes() -> Litestar:
    """The API of all consoles of this process, created once.

    Creating it takes longer than most tests.
    """
    return litestar_app(cast("Container", _CurrentContainer()))


def _application(container: Container) -> ASGIApp:
    async def api(scope: Scope, receive: Receive, send: Send) -> None:
        before = _current.set(container)
        try:
            await _routes()(scope, receive, send)
        finally:
            _current.reset(before)

    return with_console(api, container)


@asynccontextmanager
async def a_console(url: str, home: Path, **settings: str) -> AsyncIterator[Console]:
    """A console over this database; ``settings`` extend its environment."""
    environment = {
        "CONSOLE_HOME": str(home),
        "CONSOLE_DATABASE_URL": url,
        "CONSOLE_SECRET_KEY": SECRET_KEY,
        "CONSOLE_SUPERADMIN_PASSWORD": "sinov-parol-1",
        "CONSOLE_SCHOOL_URL": "http://127.0.0.1:1",
        "CONSOLE_SCHOOL_TOKEN": "the-tests'-token",
        "CONSOLE_DEMO": "off",
        # the outside systems of tests are on this machine
        "CONSOLE_PROVIDER_NETWORKS": "127.0.0.0/8",
    }
    container = Container(settings=read_settings(environment | settings))
    clock, passwords, statements, zone = MovableClock(), QuickPasswords(), [], container.settings().time_zone
    reads = CountedReadPool(url, zone, statements)
    container.clock.override(providers.Object(clock))
    container.passwords.override(providers.Object(passwords))
    container.read_pool.override(providers.Object(reads))
    container.prepared_read_pool.override(providers.Object(CountedReadPool(url, zone, statements, **PLANNED_ONCE)))
    sql = await asyncpg.connect(**asyncpg_arguments(url))
    console = Console(url, container, _application(container), sql, clock, passwords, reads)
    try:
        yield console
        undeclared_fields = await _undeclared_audit_fields(sql)
        assert not undeclared_fields, undeclared_fields
    finally:
        await console.close()


async def _undeclared_audit_fields(sql: asyncpg.Connection) -> list[str]:
    """The recorded fields that no declaration covers: nobody could read them."""
    rows = await sql.fetch(RECORDED_FIELDS)
    return [f"{row['entity']}.{name}" for row in rows for name in undeclared(row["entity"], row["names"])]
