"""`markaz audit tail` and `markaz jobs list` as an operator reads them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from click import Command
from click.testing import CliRunner

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.cli.audit import audit
from entrypoints.cli.jobs import jobs
from tests.cli.test_security_checks import GOOD


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """The database."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    yield connection
    await connection.close()


async def output(what: Command, *words: str, url: str, home: Path) -> str:
    """The text output of a command."""
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD}
    done = await asyncio.to_thread(CliRunner().invoke, what, [*words], env=variables)
    assert done.exit_code == 0, done.output
    return done.output


async def test_erased_values_are_shown_as_erased(sql: asyncpg.Connection, database_url: str, tmp_path: Path) -> None:
    """Not as the placeholder that is stored in their place (D-15)."""
    await sql.execute(
        """insert into audits (at, actor_name, verb, entity, entity_id, digest, before, after)
        values (now(), 'Nodira', 'people.student_changed', 'student', 7, '', '{"phone": {"erased": true}}',
        '{"phone": null}')"""
    )
    assert "phone: (erased) → None" in await output(audit, "tail", url=database_url, home=tmp_path)


async def test_a_job_shows_its_attempts_and_its_next_attempt(
    sql: asyncpg.Connection, database_url: str, tmp_path: Path
) -> None:
    """A retry has a next attempt; a failed job has none."""
    await sql.execute(
        """insert into jobs (kind, payload, state, tries, last_error) values
        ('export', '{}', 'waiting', 3, 'OSError: no room'), ('import', '{}', 'failed', 5, 'OSError: no room')"""
    )
    await sql.execute(
        """insert into outbox (topic, payload, available_at)
        values ('job', '{"jobId": 1, "kind": "export"}', '2026-11-20T09:30:05Z')"""
    )
    lines = (await output(jobs, "list", url=database_url, home=tmp_path)).splitlines()
    failed, waiting = [" ".join(line.split()) for line in lines[:2]]
    assert failed == "2 import failed 5 tries OSError: no room"
    assert waiting == "1 export waiting 3 tries next at 2026-11-20 09:30:05 UTC OSError: no room"
