"""Runs the migrations on a given connection, one instance at a time."""

from alembic import context
from sqlalchemy import text
from sqlalchemy.engine import Connection

from adapters.postgres.core.tables import metadata

MIGRATION_LOCK = 7_226_001


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_type=True)
    with context.begin_transaction():
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        connection.execute(text("set local lock_timeout = '2s'"))
        context.run_migrations()


run(context.config.attributes["connection"])
