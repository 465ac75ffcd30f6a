"""Scheduled tasks that are due, and deletion of expired rows."""

from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.listing.counting import fold_counts

# the first check only records the time: a new installation does not run tasks at once
RECORD_RUN = text("""
insert into timers (name, last_at) values (:name, :at)
on conflict (name) do update set last_at = excluded.last_at where timers.last_at < excluded.last_at
returning (xmax <> 0) as again
""")
RETENTION = (
    text("delete from idempotency_keys where created_at < now() - interval '24 hours'"),
    text("delete from sign_in_tries where last_at < now() - interval '1 day'"),
    text("delete from outbox where published_at < now() - interval '7 days'"),
    text("delete from student_picks where created_at < now() - interval '7 days'"),
    text("delete from bulk_acts where created_at < now() - interval '90 days'"),
    # with their rows, which contain encrypted identity documents
    text("delete from imports where created_at < now() - interval '30 days'"),
    # a door entry proposes a mark; a lesson that old is not marked any more
    text("delete from door_events where received_at < now() - interval '90 days'"),
    text("delete from video_webhooks where received_at < now() - interval '30 days'"),
    text("delete from sessions where greatest(ended_at, created_at) < now() - interval '90 days'"),
    text("delete from student_sessions where greatest(ended_at, created_at) < now() - interval '90 days'"),
)


async def due(engine: AsyncEngine, name: str, at: datetime) -> bool:
    """True for the first caller that finds the task due; False for all others."""
    async with engine.begin() as connection:
        row = (await connection.execute(RECORD_RUN, {"name": name, "at": at})).first()
        return bool(row and row.again)


class Housekeeping:
    """Deletes expired rows and compacts the stored counts."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def delete_expired(self) -> None:
        """Deletes rows at the end of their retention.

        Idempotency keys and login attempts after a day, sent messages after a week, imports and reports of video hosts
        after a month, door entries and old sessions after three months.
        """
        for statement in RETENTION:
            async with self._engine.begin() as connection:
                await connection.execute(statement)

    async def fold_counts(self) -> None:
        """Folds the counts of students to one row per kind, where changes left many."""
        async with self._engine.begin() as connection:
            await fold_counts(connection)
