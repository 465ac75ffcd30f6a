"""The real PostgreSQL for tests: one server per run of the tests, a fresh migrated database for each that asks."""

import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.migrate import upgrade
from entrypoints.embedded.postgres import embedded_postgres

_numbers = itertools.count(1)
MIGRATED = "markaz"
WRITTEN_BY_MIGRATIONS = ("alembic_version", "control_actions")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A server of our own, with an empty database; it ends with the tests. Each process of pytest-xdist has one."""
    with (
        tempfile.TemporaryDirectory(prefix="markaz-tests-") as directory,
        embedded_postgres(Path(directory) / "pg") as url,
    ):
        yield url


@pytest.fixture(scope="session")
async def migrated(postgres_url: str) -> str:
    """The name of a migrated database that others are copied from; nobody connects to it."""
    await upgrade(postgres_url)
    return MIGRATED


@asynccontextmanager
async def _a_database(postgres_url: str, template: str) -> AsyncIterator[str]:
    name = f"test_{next(_numbers)}"
    server = await asyncpg.connect(**asyncpg_arguments(postgres_url) | {"database": "postgres"})
    try:
        await server.execute(f"create database {name} template {template} strategy file_copy")
        yield postgres_url.replace(f"/{MIGRATED}?", f"/{name}?")
        await server.execute(f"drop database {name} with (force)")
    finally:
        await server.close()


@pytest.fixture(scope="session")
async def _emptied_url(postgres_url: str, migrated: str) -> AsyncIterator[str]:
    async with _a_database(postgres_url, migrated) as url:
        yield url


@pytest.fixture
async def database_url(_emptied_url: str) -> AsyncIterator[str]:
    """An empty database with the present schema, for one test.

    To copy one takes long while the machine is busy, so what a test leaves behind is taken out again.
    """
    yield _emptied_url
    await _empty(_emptied_url)


async def _empty(url: str) -> None:
    """Ends connections left open and deletes every row that a migration has not written; ids begin at 1 again."""
    connection = await asyncpg.connect(**asyncpg_arguments(url) | {"user": "postgres"})
    try:
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
        # without foreign keys and triggers: the audit log would refuse
        await connection.execute("set session_replication_role = replica")
        tables = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
        names = [row["tablename"] for row in tables if row["tablename"] not in WRITTEN_BY_MIGRATIONS]
        await connection.execute(";".join(f"delete from {name}" for name in names))
        await connection.execute("select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'")
    finally:
        await connection.close()


@pytest.fixture(scope="module")
async def shared_database_url(postgres_url: str, migrated: str) -> AsyncIterator[str]:
    """The same for all tests of a module, where they don't get into each other's way."""
    async with _a_database(postgres_url, migrated) as url:
        yield url


@pytest.fixture
async def empty_database_url(postgres_url: str) -> AsyncIterator[str]:
    """A database without any table."""
    async with _a_database(postgres_url, "template1") as url:
        yield url
