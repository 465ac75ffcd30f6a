"""The migration counts past homework as a recount does (D-106)."""

from datetime import date

import asyncpg

from adapters.clock import SystemClock
from adapters.postgres.core.counters.counters_sql import SUMS
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.migrate import downgrade, upgrade
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.homework.statistics.counter_store import PostgresCounterStore
from application.actor import system
from application.homework.statistics.recount import recount_period
from tests.benchmarks.statistics.figures import cells_of, read_work
from tests.benchmarks.statistics.filling import fill_homework
from tests.support.builders import a_class_of, a_teacher, a_user_with
from tests.support.groups import ZONE
from tests.support.storing import store

BEFORE, GROUPS = "0040", 16


async def test_the_migration_counts_the_past(empty_database_url: str) -> None:
    """By the days of the centre's zone.

    Hand-ins are for who taught the group when they came.
    """
    url = empty_database_url
    await upgrade(url, time_zone=ZONE.key)
    sql = await asyncpg.connect(**asyncpg_arguments(url))
    engine = create_engine(url, ZONE.key)
    try:
        await store(sql, a_class_of(30).taught_by(a_teacher()), a_user_with({}))
        groups = await fill_homework(sql, GROUPS, ZONE.key)
        attempts = "select id, teacher_id from attempts order by id"
        taught = await sql.fetch(attempts)
        assert any(row["teacher_id"] for row in taught)
        await downgrade(url, BEFORE)
        await upgrade(url, time_zone=ZONE.key)
        await sql.reload_schema_state()
        assert await sql.fetch(attempts) == taught
        cells = cells_of(await read_work(sql, groups), ZONE)
        rows = await sql.fetch("select * from homework_counters where span = 1")
        assert {(row["day"], row["group_id"], row["teacher_id"]) for row in rows} == cells.keys()
        for row in rows:
            cell = cells[row["day"], row["group_id"], row["teacher_id"]]
            assert {name: row[name] for name in SUMS if name != "digest" and row[name]} == dict(+cell.counts)
        clock = SystemClock()
        different = await recount_period(
            date(2025, 1, 1),
            date(2027, 12, 31),
            actor=system(),
            uow=PostgresUnitOfWork(engine, clock),
            counters=PostgresCounterStore(),
            clock=clock,
        )
        assert different == []
    finally:
        await engine.dispose()
        await sql.close()
