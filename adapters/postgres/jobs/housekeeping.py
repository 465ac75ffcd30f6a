"""What happens at set times, and old things that are let go."""

from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.listing.counting import fold_counts

# the first look only takes note: a fresh installation does not start what it has never been asked for
TAKE = text("""
insert into timers (name, last_at) values (:name, :at)
on conflict (name) do update set last_at = excluded.last_at where timers.last_at < excluded.last_at
returning (xmax <> 0) as again
""")
FORGET = (
    text("delete from idempotency_keys where created_at < now() - interval '24 hours'"),
    text("delete from sign_in_tries where last_at < now() - interval '1 day'"),
    text("delete from outbox where published_at < now() - interval '7 days'"),
    text("delete from student_picks where created_at < now() - interval '7 days'"),
    text("delete from bulk_acts where created_at < now() - interval '90 days'"),
    # with their rows, which hold people's papers, sealed
    text("delete from imports where created_at < now() - interval '30 days'"),
    # what a door saw proposes a mark; a lesson of last season is not marked any more
    text("delete from door_events where received_at < now() - interval '90 days'"),
    text("delete from sessions where greatest(ended_at, created_at) < now() - interval '90 days'"),
)


async def due(engine: AsyncEngine, name: str, at: datetime) -> bool:
    """Whether this is the first to see that the time has come; every later asker is told no."""
    async with engine.begin() as connection:
        row = (await connection.execute(TAKE, {"name": name, "at": at})).first()
        return bool(row and row.again)


class Housekeeping:
    """Lets go of what nobody can ask for any more, and keeps what is counted short."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def forget(self) -> None:
        """Repeats' keys and tries after a day, sent messages after a week, imports after a month, what doors
        saw and old sessions after three."""
        for statement in FORGET:
            async with self._engine.begin() as connection:
                await connection.execute(statement)

    async def fold_counts(self) -> None:
        """One row for each kind of students that is counted, where changes have left many."""
        async with self._engine.begin() as connection:
            await fold_counts(connection)
