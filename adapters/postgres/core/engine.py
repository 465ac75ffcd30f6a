"""The SQLAlchemy engine of the unit of work, and settings of every connection."""

from typing import Any

import asyncpg
import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from adapters.postgres.core import pool_sizes

_encode = msgspec.json.encode
_decode = msgspec.json.decode

# raised by asyncpg when the server ends a connection, is starting or stopping, or has no connection left
CONNECTION_ERRORS = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)

# errors after which a retry may succeed: the database is out of reach or out of space, or another transaction holds the
# row, or was chosen to break a deadlock with ours
UNAVAILABLE_ERRORS = (
    *CONNECTION_ERRORS,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.LockNotAvailableError,
    OSError,
)

# a row was deleted while another transaction came to refer to it
REFERENCE_ERRORS = (asyncpg.ForeignKeyViolationError,)

CONNECT_TIMEOUT = 5.0
COMMAND_TIMEOUT = 60.0
# Days are the centre's, whatever the server's time zone is (D-6): each connection carries the centre's zone as a
# setting.
TIME_ZONE_SETTING = "markaz.time_zone"
# instants inside of JSON are in UTC, whatever the server's time zone is
UTC_SESSION = {"timezone": "UTC"}
TODAY = f"(now() at time zone current_setting('{TIME_ZONE_SETTING}'))::date"


def is_unavailable(error: BaseException) -> bool:
    """True for an error of an unavailable database, also where it is only the cause."""
    while not isinstance(error, UNAVAILABLE_ERRORS):
        if error.__cause__ is None:
            return False
        error = error.__cause__
    return True


def encode_json(value: object) -> str:
    """JSON text for a column."""
    return _encode(value).decode()


def create_engine(database_url: str, time_zone: str = "UTC", *, size: int = pool_sizes.ENGINE) -> AsyncEngine:
    """The engine of the unit of work.

    An unavailable database is an error within seconds, not a hang.
    """
    return create_async_engine(
        database_url,
        pool_size=size,
        max_overflow=pool_sizes.ENGINE_OVERFLOW,
        pool_timeout=10,
        pool_pre_ping=True,
        json_serializer=encode_json,
        json_deserializer=_decode,
        # statements carry personal data: an error is reported and logged without their values (ASVS-42)
        hide_parameters=True,
        connect_args={
            "timeout": CONNECT_TIMEOUT,
            "command_timeout": COMMAND_TIMEOUT,
            "server_settings": UTC_SESSION | {TIME_ZONE_SETTING: time_zone},
        },
    )


def asyncpg_arguments(database_url: str) -> dict[str, Any]:
    """The same database as arguments of ``asyncpg.connect``."""
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


async def set_json_codecs(connection: "asyncpg.Connection[Any]") -> None:
    """Encodes and decodes JSON columns with msgspec."""
    for name in ("json", "jsonb"):
        await connection.set_type_codec(name, encoder=encode_json, decoder=_decode, schema="pg_catalog")
