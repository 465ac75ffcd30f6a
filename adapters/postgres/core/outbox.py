"""The outbox as the relay reads it: committed, unpublished rows."""

from datetime import timedelta
from typing import Any

import asyncpg
import msgspec

from adapters.postgres.core.engine import CONNECT_TIMEOUT, asyncpg_arguments, encode_json
from adapters.postgres.core.unit_of_work import OUTBOX_CHANNEL as CHANNEL

__all__ = ["CHANNEL", "connect", "mark_published", "unpublished"]

# live streams resume within ten minutes (D-162)
LIVE_FOR = timedelta(minutes=10)
UNPUBLISHED = """
select id, topic, payload, payload::text as body, available_at > now() - $2::interval as recent from outbox
where published_at is null and available_at <= now() order by available_at, id limit $1 for update skip locked
"""


async def connect(database_url: str) -> Any:
    """Opens a dedicated connection: a pooled one would lose its listener."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url), timeout=CONNECT_TIMEOUT)
    await connection.set_type_codec("jsonb", encoder=encode_json, decoder=msgspec.json.decode, schema="pg_catalog")
    return connection


async def unpublished(connection: Any, limit: int) -> list[Any]:
    """Up to ``limit`` rows in order, locked until the transaction ends.

    Other relays skip them. ``recent``: live streams may still miss the event.
    """
    return list(await connection.fetch(UNPUBLISHED, limit, LIVE_FOR))


async def mark_published(connection: Any, ids: list[int]) -> None:
    """Marks these rows as published."""
    await connection.execute("update outbox set published_at = now() where id = any($1::bigint[])", ids)
