"""Brings a database to the present schema, or back; one instance at a time (advisory lock)."""

import asyncio
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from adapters.postgres.core.engine import create_engine

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


async def _run(database_url: str, work: Any) -> None:
    engine = create_engine(database_url, size=1)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda sync: work(_config(sync)))
    finally:
        await engine.dispose()


async def upgrade(database_url: str, revision: str = "head") -> None:
    """Applies what is missing; nothing when the schema is present already."""
    await _run(database_url, lambda config: command.upgrade(config, revision))


async def downgrade(database_url: str, revision: str = "base") -> None:
    """Takes migrations back to a revision; ``base`` empties the database."""
    await _run(database_url, lambda config: command.downgrade(config, revision))


async def revise(database_url: str, message: str, number: str) -> None:
    """Writes a migration from what the tables have and the database lacks."""
    await _run(database_url, lambda config: command.revision(config, message=message, autogenerate=True, rev_id=number))


def head() -> str:
    """The newest revision that the code knows."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def knows(revision: str) -> bool:
    """Whether the code knows this revision: one that it does not is of newer code."""
    return revision in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


async def current(database_url: str) -> str | None:
    """The revision that the database is at, or None before the first."""
    engine = create_engine(database_url, size=1)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())
    finally:
        await engine.dispose()


if __name__ == "__main__":
    import sys

    asyncio.run(revise(*sys.argv[1:4]))
