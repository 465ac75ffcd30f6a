"""Migrates a database up or down; one instance at a time (advisory lock).

Alembic is imported only to migrate: its import takes as long as the rest of the console, and nearly every start finds
the schema up to date.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
from sqlalchemy.engine import Connection

from adapters.postgres.core.engine import asyncpg_arguments, create_engine

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parents[1] / "migrations"
_REVISION = re.compile(r"^(revision|down_revision) = (?:\"(\w+)\"|None)$", re.MULTILINE)


def _config(connection: Connection | None = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


async def _run(database_url: str, work: Callable[["Config"], object], time_zone: str = "UTC") -> None:
    engine = create_engine(database_url, time_zone, size=1)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda sync: work(_config(sync)))
    finally:
        await engine.dispose()


async def upgrade(database_url: str, revision: str = "head", time_zone: str = "UTC") -> None:
    """Applies the missing migrations; nothing when the schema is up to date.

    ``time_zone``: the centre's, by whose days past work is counted.
    """
    if revision == "head" and await current(database_url) == head():
        return
    from alembic import command

    await _run(database_url, lambda config: command.upgrade(config, revision), time_zone)


async def downgrade(database_url: str, revision: str = "base") -> None:
    """Reverts migrations down to a revision; ``base`` empties the database."""
    from alembic import command

    await _run(database_url, lambda config: command.downgrade(config, revision))


async def revise(database_url: str, message: str, number: str) -> None:
    """Writes a migration from the differences between tables and database."""
    from alembic import command

    await _run(database_url, lambda config: command.revision(config, message=message, autogenerate=True, rev_id=number))


def head() -> str:
    """The newest revision that the code knows."""
    known = _revisions()
    return next(iter(known.keys() - known.values()), "")


def knows(revision: str) -> bool:
    """True if the code knows this revision; an unknown one is of a newer release."""
    return revision in _revisions()


def _revisions() -> dict[str, str]:
    """Every revision and the one before it, read from the files without an import."""
    declared = (_REVISION.findall(file.read_text(encoding="utf-8")) for file in (MIGRATIONS / "versions").glob("*.py"))
    return {own: before for (_, own), (_, before), *_ in declared}


async def current(database_url: str) -> str | None:
    """The revision of the database, or None before the first."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        if await connection.fetchval("select to_regclass('alembic_version')") is None:
            return None
        found: str | None = await connection.fetchval("select version_num from alembic_version")
        return found
    finally:
        await connection.close()
