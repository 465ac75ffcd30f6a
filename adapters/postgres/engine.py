"""Connections to PostgreSQL: the engine that writes, and the pool that lists read through."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg
import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from adapters.postgres.lines import Asked, Lines

_encode = msgspec.json.encode
_decode = msgspec.json.decode

R = TypeVar("R")

# what asyncpg raises when the server ends a connection, is starting or stopping, or has none left
CUT = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)

# what says of itself that asking again later may help: the database is out of reach, or out of room, or others have the
# row, perhaps one that waited for ours
AWAY = (
    *CUT,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.LockNotAvailableError,
    OSError,
)

CONNECT_TIMEOUT = 5.0
COMMAND_TIMEOUT = 60.0
# The centre's day, whatever the server's zone is (D-6): each connection says in which zone it asks.
_ZONE = "markaz.time_zone"
TODAY = f"(now() at time zone current_setting('{_ZONE}'))::date"


def is_away(error: BaseException) -> bool:
    """Whether a fault comes of a database that is away; the driver's own word may lie underneath."""
    while not isinstance(error, AWAY):
        if error.__cause__ is None:
            return False
        error = error.__cause__
    return True


def encode_json(value: object) -> str:
    """JSON for a column."""
    return _encode(value).decode()


def create_engine(database_url: str, time_zone: str = "UTC", *, size: int = 8) -> AsyncEngine:
    """The engine of the unit of work. A database that is away is met with an error in seconds, not a hang."""
    return create_async_engine(
        database_url,
        pool_size=size,
        max_overflow=4,
        pool_timeout=10,
        pool_pre_ping=True,
        json_serializer=encode_json,
        json_deserializer=_decode,
        # what is written is people's: a fault is told, and logged, without the values of its statement (ASVS-42)
        hide_parameters=True,
        connect_args={
            "timeout": CONNECT_TIMEOUT,
            "command_timeout": COMMAND_TIMEOUT,
            "server_settings": {_ZONE: time_zone},
        },
    )


def asyncpg_arguments(database_url: str) -> dict[str, Any]:
    """What asyncpg takes for the same database."""
    url: URL = make_url(database_url)
    arguments = {
        "host": url.query.get("host") or url.host,
        "port": url.port,
        "user": url.username,
        "password": url.password,
        "database": url.database,
        "ssl": url.query.get("ssl"),
    }
    return {name: value for name, value in arguments.items() if value}


async def _prepare(connection: "asyncpg.Connection[Any]") -> None:
    for name in ("json", "jsonb"):
        await connection.set_type_codec(name, encoder=encode_json, decoder=_decode, schema="pg_catalog")


class Plain:
    """Lines for statements that are said to the driver as they are (architecture)."""

    def __init__(self, database_url: str, *, size: int = 8, **settings: str) -> None:
        self._arguments = asyncpg_arguments(database_url)
        self._size = size
        self._settings = settings
        self.lines = Lines(self._connect, size)

    async def _connect(self) -> Asked:
        line: Asked = await asyncpg.connect(
            **self._arguments,
            timeout=CONNECT_TIMEOUT,
            command_timeout=COMMAND_TIMEOUT,
            server_settings=self._settings,
        )
        try:
            await _prepare(line)
        except BaseException:
            line.terminate()
            raise
        return line

    async def close(self) -> None:
        """Closes the lines."""
        await self.lines.close()


class Reads(Plain):
    """What lists and cards are read through: read only by role."""

    def __init__(self, database_url: str, time_zone: str = "UTC", *, size: int = 8, **settings: str) -> None:
        own = {"default_transaction_read_only": "on", "application_name": "markaz-reads", _ZONE: time_zone}
        super().__init__(database_url, size=size, **own, **settings)

    async def rows(self, sql: str, *arguments: object) -> "list[asyncpg.Record]":
        """All rows of a query."""
        return await self._asked(lambda line: line.fetch(sql, *arguments))

    async def row(self, sql: str, *arguments: object) -> "asyncpg.Record | None":
        """The first row of a query, or None."""
        return await self._asked(lambda line: line.fetchrow(sql, *arguments))

    async def value(self, sql: str, *arguments: object) -> Any:
        """The first value of the first row."""
        return await self._asked(lambda line: line.fetchval(sql, *arguments))

    async def together(self, read: "Callable[[Asked], Awaitable[R]]") -> R:
        """Several queries through one connection; all of them again where it is cut."""
        return await self._asked(read)

    async def _asked(self, read: "Callable[[Asked], Awaitable[R]]") -> R:
        """Reads; where the connection was cut, by another one, as a read has no effect. Raises ConnectionError."""
        for _ in range(self._size):
            # a server that is away raises OSError here at once, one that is still starting is among those of CUT
            with contextlib.suppress(*CUT):
                async with self.lines.acquire() as line:
                    return await read(line)
        raise ConnectionError("the database went away")
