"""Recounts of the counters of homework on PostgreSQL (D-106)."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from adapters.postgres.core.counters import counters_sql as sql
from adapters.postgres.core.transaction import sql_of
from application.homework.statistics.ports import CounterDifference
from application.ports import UnitOfWork
from domain.homework.check_times import counts_of

# a night's job that runs twice adds to what it found first
RECORD = """
insert into homework_recounts as r (from_day, to_day, recounted_at, differences, details, is_nightly)
values ($1, $2, $3, $4, $5::text::jsonb, $6)
on conflict (from_day) where is_nightly do update set recounted_at = excluded.recounted_at,
    differences = r.differences + excluded.differences, details = r.details || excluded.details
"""


class PostgresCounterStore:
    """See ``application.homework.statistics.ports.CounterStore``."""

    async def recount(self, first: date, last: date, uow: UnitOfWork) -> list[CounterDifference]:
        connection: Any = await sql_of(uow).connection()
        rows = await connection.fetch(sql.RECOUNT, first, last)
        for statement in (sql.RECOUNT_LONGEST, sql.RECOUNT_MONTHS, sql.RECOUNT_LONGEST_OF_MONTHS):
            await connection.execute(statement, first, last)
        return [CounterDifference(row["day"], row["group_id"], row["teacher_id"], _missing(row)) for row in rows]

    async def record(
        self,
        first: date,
        last: date,
        differences: int,
        shown: Sequence[CounterDifference],
        now: datetime,
        uow: UnitOfWork,
        *,
        nightly: bool,
    ) -> None:
        connection: Any = await sql_of(uow).connection()
        details = msgspec.json.encode(shown).decode()
        await connection.execute(RECORD, first, last, now, differences, details, nightly)


def _missing(row: Any) -> dict[str, int]:
    found = {name: int(row[name]) for name in sql.SUMS if name != "digest" and row[name]}
    if digest := int(row["digest"]):
        times = sum(counts_of(abs(digest)).values())
        found["times"] = times if digest > 0 else -times
    elif row["worst_seconds"] != row["kept_worst"]:
        found["longest"] = (row["worst_seconds"] or 0) - (row["kept_worst"] or 0)
    return found
