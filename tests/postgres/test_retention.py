"""Personal data is deleted when its retention ends, not a day earlier.

WISH-20.
"""

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.jobs.housekeeping import Housekeeping

# retention, and the insert of a row of an age ($1); {n} distinguishes the rows
RETENTION = {
    "idempotency_keys": (
        "24 hours",
        "insert into idempotency_keys (user_id, route, key, body_digest, answer, secret, created_at)"
        " values ({n}, 'PUT /x', 'k', '', '', false, now() - $1::text::interval)",
    ),
    "sign_in_tries": (
        "1 day",
        "insert into sign_in_tries (subject, failures, last_at, blocked_until)"
        " values ('login:{n}', 1, now() - $1::text::interval, now())",
    ),
    "outbox": (
        "7 days",
        "insert into outbox (topic, payload, published_at) values ('X', '{{}}', now() - $1::text::interval)",
    ),
    "student_picks": (
        "7 days",
        "insert into student_picks (key, student_ids, created_at) values ('{n}', '{{1}}', now() - $1::text::interval)",
    ),
    "imports": (
        "30 days",
        "insert into imports (file_name, digest, created_at) values ('a.csv', '{n}', now() - $1::text::interval)",
    ),
    "door_events": (
        "90 days",
        "insert into door_events (device, serial, person, at, received_at)"
        " values ('d', {n}, '', now(), now() - $1::text::interval)",
    ),
}


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[Any]:
    """The database."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    yield connection
    await connection.close()


@pytest.mark.parametrize("table", RETENTION)
async def test_data_is_deleted_when_its_retention_ends(sql: Any, database_url: str, table: str) -> None:
    kept, write = RETENTION[table]
    for number, age in enumerate((f"{kept} 1 minute", f"{kept} -1 minute", "0"), 900_001):
        await sql.execute(write.format(n=number), age)
    before = await sql.fetchval(f"select count(*) from {table}")
    engine = create_engine(database_url)
    try:
        await Housekeeping(engine).delete_expired()
        assert await sql.fetchval(f"select count(*) from {table}") == before - 1
        await Housekeeping(engine).delete_expired()
        assert await sql.fetchval(f"select count(*) from {table}") == before - 1
    finally:
        await engine.dispose()
