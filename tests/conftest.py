"""PostgreSQL for tests: one server per run, a migrated database per fixture."""

import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.migrate import upgrade
from entrypoints.embedded.servers.postgres import embedded_postgres

_numbers = itertools.count(1)
MIGRATED = "markaz"
WRITTEN_BY_MIGRATIONS = ("alembic_version", "control_actions")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--random-order SEED``.

    For a whole run: ``PYTEST_ADDOPTS="--random-order 7" make test``.
    """
    parser.addoption("--random-order", type=int, metavar="SEED", help="shuffle the modules and the tests within them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffles the modules and the tests of each; equal in every worker."""
    seed: int | None = config.getoption("--random-order")
    if seed is None:
        return
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(str(item.path), []).append(item)
    random = Random(seed)
    shuffled = list(modules.values())
    random.shuffle(shuffled)
    for tests in shuffled:
        if not any(test.get_closest_marker("in_order") for test in tests):
            random.shuffle(tests)
    items[:] = [test for tests in shuffled for test in tests]


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Shows the seed, so that a run can be repeated."""
    seed = config.getoption("--random-order")
    return [] if seed is None else [f"random order: --random-order {seed}"]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A server of its own with an empty database, stopped after the tests.

    One for each process of pytest-xdist.
    """
    with (
        tempfile.TemporaryDirectory(prefix="markaz-tests-") as directory,
        embedded_postgres(Path(directory) / "pg") as url,
    ):
        yield url


@pytest.fixture(scope="session")
async def migrated(postgres_url: str) -> str:
    """The name of the migrated template database; nobody connects to it."""
    await upgrade(postgres_url)
    return MIGRATED


@asynccontextmanager
async def _temporary_database(postgres_url: str, template: str) -> AsyncIterator[str]:
    name = f"test_{next(_numbers)}"
    server = await asyncpg.connect(**asyncpg_arguments(postgres_url) | {"database": "postgres"})
    try:
        await server.execute(f"create database {name} template {template} strategy file_copy")
        yield postgres_url.replace(f"/{MIGRATED}?", f"/{name}?")
        await server.execute(f"drop database {name} with (force)")
    finally:
        await server.close()


@pytest.fixture(scope="session")
async def _reused_database_url(postgres_url: str, migrated: str) -> AsyncIterator[str]:
    async with _temporary_database(postgres_url, migrated) as url:
        yield url


@pytest.fixture
async def database_url(_reused_database_url: str) -> AsyncIterator[str]:
    """An empty database with the present schema, for one test.

    Copying one is slow on a busy machine, so the rows of a test are deleted after it.
    """
    yield _reused_database_url
    await _clear(_reused_database_url)


async def _clear(url: str) -> None:
    """Closes open connections and deletes all rows but those of migrations.

    Ids begin at 1 again.
    """
    connection = await asyncpg.connect(**asyncpg_arguments(url) | {"user": "postgres"})
    try:
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
        # without foreign keys and triggers: the audit log would reject it
        await connection.execute("set session_replication_role = replica")
        tables = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
        names = [row["tablename"] for row in tables if row["tablename"] not in WRITTEN_BY_MIGRATIONS]
        await connection.execute(";".join(f"delete from {name}" for name in names))
        await connection.execute("select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'")
    finally:
        await connection.close()


@pytest.fixture(scope="module")
async def shared_database_url(postgres_url: str, migrated: str) -> AsyncIterator[str]:
    """One database for all tests of a module that do not interfere."""
    async with _temporary_database(postgres_url, migrated) as url:
        yield url


@pytest.fixture
async def own_database_url(postgres_url: str, migrated: str) -> AsyncIterator[str]:
    """A database with the present schema, for a test that alters the schema."""
    async with _temporary_database(postgres_url, migrated) as url:
        yield url


@pytest.fixture
async def empty_database_url(postgres_url: str) -> AsyncIterator[str]:
    """A database without any table."""
    async with _temporary_database(postgres_url, "template1") as url:
        yield url
