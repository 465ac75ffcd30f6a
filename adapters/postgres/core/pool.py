"""Pools of asyncpg connections for SQL that is sent to the driver directly.

asyncpg's own pool wraps each connection anew at every use and releases it in a task of its own (docs/performance.md).
Here no session state is set and no transaction outlives its use, so a connection needs no reset; one on which something
may still be running is discarded.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Generator
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

import asyncpg

from adapters.postgres.core.engine import (
    COMMAND_TIMEOUT,
    CONNECT_TIMEOUT,
    CUT,
    TIME_ZONE_SETTING,
    asyncpg_arguments,
    set_json_codecs,
)

R = TypeVar("R")
Connection: TypeAlias = "asyncpg.Connection[Any]"

IDLE_SECONDS = 300.0


class ConnectionPool:
    """At most ``size`` connections at once; the one that was used last is reused first.

    A caller beyond that waits until a connection is released.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], size: int) -> None:
        self._connect = connect
        self._slots = asyncio.Semaphore(size)
        self._idle: list[tuple[float, Connection]] = []
        self._closed = False

    def acquire(self) -> "_Acquired":
        """A connection, as ``async with pool.acquire()`` or ``await pool.acquire()`` with ``release``.

        Raises what connecting raises.
        """
        return _Acquired(self)

    async def _acquire(self) -> Connection:
        await self._slots.acquire()
        while self._idle:
            connection = self._idle.pop()[1]
            if not connection.is_closed():
                return connection
        try:
            return await self._connect()
        except BaseException:
            self._slots.release()
            raise

    def release(self, connection: Connection, *, discard: bool = False) -> None:
        """Makes the connection free for the next caller; ``discard``: something may still be running on it."""
        self._slots.release()
        now = time.monotonic()
        if discard or self._closed or connection.is_closed() or connection.is_in_transaction():
            connection.terminate()
        else:
            self._idle.append((now, connection))
        if self._idle and now - self._idle[0][0] > IDLE_SECONDS:
            self._idle.pop(0)[1].terminate()

    async def close(self) -> None:
        """Closes the idle connections, and the others when they are released."""
        self._closed = True
        idle, self._idle = self._idle, []
        await asyncio.gather(*(connection.close(timeout=2) for _, connection in idle), return_exceptions=True)


class _Acquired:
    """One use of a connection."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: ConnectionPool) -> None:
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
        self._pool.release(self._connection, discard=discard)


class RawPool(ConnectionPool):
    """Connections to one database, with ``settings`` of the server for each session."""

    def __init__(self, database_url: str, *, size: int = 8, **settings: str) -> None:
        super().__init__(self._open, size)
        self._arguments = asyncpg_arguments(database_url)
        self._settings = settings

    async def _open(self) -> Connection:
        connection: Connection = await asyncpg.connect(
            **self._arguments,
            timeout=CONNECT_TIMEOUT,
            command_timeout=COMMAND_TIMEOUT,
            server_settings=self._settings,
        )
        try:
            await set_json_codecs(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection


class ReadPool(RawPool):
    """Connections for lists and cards: every transaction on them is read-only."""

    def __init__(self, database_url: str, time_zone: str = "UTC", *, size: int = 8, **settings: str) -> None:
        own = {"default_transaction_read_only": "on", "application_name": "markaz-reads", TIME_ZONE_SETTING: time_zone}
        super().__init__(database_url, size=size, **own, **settings)
        self._size = size

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

    async def _read(self, read: "Callable[[Connection], Awaitable[R]]") -> R:
        """Retries on another connection where one was cut, as a read has no effect. Raises ConnectionError."""
        for _ in range(self._size):
            # a server that is down raises OSError here at once, one that is still starting an error of CUT
            with contextlib.suppress(*CUT):
                async with self.acquire() as connection:
                    return await read(connection)
        raise ConnectionError("the database went away")
