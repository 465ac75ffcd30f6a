"""Pools of asyncpg connections for SQL that is sent to the driver directly.

The pool is asyncpg's own (docs/performance.md, *The connection pool*). No session state is set on its connections and
no transaction outlives its use, so a released connection is not reset; one on which something may still be running is
discarded.
"""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Coroutine, Generator
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import asyncpg

from adapters.postgres.core import pool_sizes
from adapters.postgres.core.engine import (
    COMMAND_TIMEOUT,
    CONNECT_TIMEOUT,
    CONNECTION_ERRORS,
    TIME_ZONE_SETTING,
    UTC_SESSION,
    asyncpg_arguments,
    set_json_codecs,
)

R = TypeVar("R")
P = ParamSpec("P")
Connection: TypeAlias = "asyncpg.Connection[Any]"

IDLE_SECONDS = 300.0
CLOSE_TIMEOUT = 2.0
# plans are prepared once for each connection, so none is replaced for its number of queries
MAX_QUERIES = 2**31


class _PooledConnection(asyncpg.Connection):
    """A connection without asyncpg's reset, which costs a round trip at each release."""

    async def reset(self, *, timeout: float | None = None) -> None:  # noqa: ARG002  asyncpg's signature
        if self.is_in_transaction():
            self.terminate()

    @property
    def unwrapped(self) -> Connection:
        """The connection itself, reached through asyncpg's proxy of it."""
        return self


class RawPool:
    """Connections to one database, with ``settings`` of the server for each session.

    At most ``size`` at once, the one that was used last first; a caller beyond that waits.
    """

    def __init__(self, database_url: str, *, size: int = pool_sizes.WRITE, **settings: str) -> None:
        self._arguments = asyncpg_arguments(database_url)
        self._settings = settings
        self._size = size
        self._pool: Any = None
        # connection in use → the proxy that releases it
        self._proxies: dict[Connection, Any] = {}

    def acquire(self) -> "_Acquired":
        """A connection, for ``async with`` or for ``await`` with ``release``.

        Raises what connecting raises.
        """
        return _Acquired(self)

    async def _acquire(self) -> Connection:
        if self._pool is None:
            await self._open()
        proxy = await self._pool.acquire()
        connection: Connection = proxy.unwrapped
        self._proxies[connection] = proxy
        return connection

    async def _open(self) -> None:
        self._pool = asyncpg.create_pool(
            **self._arguments,
            min_size=0,
            max_size=self._size,
            max_queries=MAX_QUERIES,
            max_inactive_connection_lifetime=IDLE_SECONDS,
            init=set_json_codecs,
            connection_class=_PooledConnection,
            timeout=CONNECT_TIMEOUT,
            command_timeout=COMMAND_TIMEOUT,
            server_settings=UTC_SESSION | self._settings,
        )
        # it connects at the first acquire, so this neither waits nor fails
        await self._pool

    async def release(self, connection: Connection, *, discard: bool = False) -> None:
        """Returns the connection to the pool.

        ``discard``: a statement may still be running on it.
        """
        proxy = self._proxies.pop(connection)
        if discard:
            connection.terminate()
        await self._pool.release(proxy)

    async def close(self) -> None:
        """Closes the connections; those still in use after ``CLOSE_TIMEOUT`` are cut."""
        if self._pool is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await self._pool.close()


class _Acquired:
    """One use of a connection."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: RawPool) -> None:
        self._pool = pool
        self._connection: Any = None

    def __await__(self) -> Generator[Any, None, Connection]:
        return self._pool._acquire().__await__()

    async def __aenter__(self) -> Connection:
        self._connection = await self._pool._acquire()
        return self._connection  # type: ignore[no-any-return]

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # the answer to an abandoned statement still arrives on this connection
        discard = kind is not None and (issubclass(kind, TimeoutError) or not issubclass(kind, Exception))
        await self._pool.release(self._connection, discard=discard)


class ReadPool(RawPool):
    """Connections for lists and cards: every transaction on them is read-only."""

    def __init__(
        self, database_url: str, time_zone: str = "UTC", *, size: int = pool_sizes.READ, **settings: str
    ) -> None:
        own = {"default_transaction_read_only": "on", "application_name": "markaz-reads", TIME_ZONE_SETTING: time_zone}
        super().__init__(database_url, size=size, **own, **settings)

    async def fetch(self, sql: str, *arguments: object) -> "list[asyncpg.Record]":
        """All rows of a query."""
        return await self._read(lambda connection: connection.fetch(sql, *arguments))

    async def fetchrow(self, sql: str, *arguments: object) -> "asyncpg.Record | None":
        """The first row of a query, or None."""
        return await self._read(lambda connection: connection.fetchrow(sql, *arguments))

    async def fetchval(self, sql: str, *arguments: object) -> Any:
        """The first value of the first row."""
        return await self._read(lambda connection: connection.fetchval(sql, *arguments))

    async def run(self, read: "Callable[[Connection], Awaitable[R]]") -> R:
        """Several queries on one connection; all of them are retried where it is cut."""
        return await self._read(read)

    async def in_snapshot(self, read: "Callable[[Connection], Awaitable[R]]") -> R:
        """Several queries of one state of the database, whatever is committed meanwhile."""

        async def whole(connection: Connection) -> R:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await read(connection)

        return await self._read(whole)

    async def _read(self, read: "Callable[[Connection], Awaitable[R]]") -> R:
        """Retries on another connection where one was cut.

        A read has no effect, so the retry is safe. Raises ConnectionError.
        """
        for _ in range(self._size):
            # a server that is down raises OSError here at once, one that is still starting an error of CUT
            with contextlib.suppress(*CONNECTION_ERRORS):
                async with self.acquire() as connection:
                    return await read(connection)
        raise ConnectionError("the database went away")


class _Views(Protocol):
    """Reads of a pool."""

    _pool: ReadPool


V = TypeVar("V", bound=_Views)


def in_snapshot(
    read: Callable[Concatenate[V, Connection, P], Awaitable[R]],
) -> Callable[Concatenate[V, P], Coroutine[Any, Any, R]]:
    """Reads an answer of several queries from one state of the database.

    The method gets the connection as its first argument. It takes no other connection of the pool: of many that each
    wait for a second one, none goes on.
    """

    @functools.wraps(read)
    async def whole(views: V, /, *arguments: P.args, **named: P.kwargs) -> R:
        return await views._pool.in_snapshot(lambda sql: read(views, sql, *arguments, **named))

    return whole
