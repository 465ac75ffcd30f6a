"""The ledger: replaying a million entries, announcing to thousands.

The replay reads every entry and folds it by the rules of an account; its ratio is to a sum of the same rows in SQL, in
the same minute.
"""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg

from adapters.clock import SystemClock
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.migrate import upgrade
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.gamification.ledger import COLUMNS, PostgresLedger, entry_of
from adapters.postgres.gamification.rules import PostgresRuleStore
from application.actor import system
from application.gamification.earning import ExamResult, award_exam
from application.gamification.first_start import seed_rules
from contracts.gamification import EntryDetails
from domain.gamification.ledger import Cause, Entry, EntryKind
from entrypoints.embedded.servers.postgres import embedded_postgres
from tests.benchmarks.support.measure import verdict
from tests.support.builders import a_category, a_class_of, a_course
from tests.support.storing import store

ENTRIES, STUDENTS, PARTICIPANTS = 1_000_000, 2000, 2000
# the most times that a replay takes of a sum in SQL, and the seconds of an announcement (issue 17)
MAX_RATIO, MAX_SECONDS = 150.0, 5.0
FILL = """
insert into ledger_entries (student_id, kind, cause_kind, cause_source, in_force, achievement, xp, silver, level,
    xp_proportion, details, at, xp_after, silver_after)
select ($1::bigint[])[1 + n % cardinality($1)], 'award', 'lesson', n::text, true, 'attended', 20, 2, 1, 10, '{}', now(),
    20 * (n / cardinality($1) + 1), 2 * (n / cardinality($1) + 1)
from generate_series(0, $2::int - 1) n
"""
BALANCES = """
insert into balances (student_id, xp, silver) select student_id, sum(xp), sum(silver) from ledger_entries group by 1
"""
SUM = "select student_id, sum(xp), sum(silver) from ledger_entries group by student_id"
REPLAYED = f"select {COLUMNS} from ledger_entries e order by student_id, id"


async def measured(home: Path) -> AsyncIterator[dict[str, Any]]:
    """A replay against a sum, and an announcement."""
    with embedded_postgres(home / "pg") as url:
        await upgrade(url)
        sql, engine = await asyncpg.connect(**asyncpg_arguments(url)), create_engine(url)
        pool = ReadPool(url, size=1)
        try:
            group = a_class_of(STUDENTS).of_course(a_course().of_category(a_category()))
            await store(sql, group)
            clock = SystemClock()
            await seed_rules(uow=PostgresUnitOfWork(engine, clock), rules=PostgresRuleStore(), clock=clock)
            students = [one.id or 0 for one in group.students]
            await sql.execute(FILL, students, ENTRIES)
            await sql.execute(BALANCES)
            await sql.execute("vacuum analyze ledger_entries")
            yield await _replay(sql)
            yield await _announce(PostgresUnitOfWork(engine, clock), PostgresLedger(pool), students, group.id or 0)
        finally:
            await pool.close()
            await sql.close()
            await engine.dispose()


async def _replay(sql: Any) -> dict[str, Any]:
    began = time.perf_counter()
    summed = {row[0]: (row[1], row[2]) for row in await sql.fetch(SUM)}
    sum_seconds = time.perf_counter() - began
    began = time.perf_counter()
    balances: dict[int, tuple[int, int]] = {}
    in_force: dict[tuple[int, Cause], Entry] = {}
    async with sql.transaction():
        async for row in sql.cursor(REPLAYED, prefetch=5000):
            entry = entry_of(row)
            xp, silver = balances.get(entry.student_id, (0, 0))
            balances[entry.student_id] = xp + entry.xp, silver + entry.silver
            if entry.kind == EntryKind.AWARD:
                in_force[entry.student_id, entry.cause] = entry
            elif entry.kind == EntryKind.REVERSAL:
                del in_force[entry.student_id, entry.cause]
    seconds = time.perf_counter() - began
    if balances != summed:
        raise RuntimeError("the replay and the sum differ")
    ratio = seconds / sum_seconds
    facts = {"entries": ENTRIES, "seconds": round(seconds, 2), "sum_seconds": round(sum_seconds, 3)}
    return {
        "name": "replay",
        **facts,
        "ratio": round(ratio, 1),
        **verdict(f"≤ {MAX_RATIO:.0f} sums", ratio=ratio <= MAX_RATIO),
    }


async def _announce(uow: PostgresUnitOfWork, ledger: PostgresLedger, students: list[int], group: int) -> dict[str, Any]:
    results = [
        ExamResult(id, group, 60 + id % 41, True, EntryDetails(score=60 + id % 41)) for id in students[:PARTICIPANTS]
    ]
    began = time.perf_counter()
    async with uow:
        await award_exam(1, results, actor=system(), uow=uow, ledger=ledger, now=SystemClock().now())
        await uow.commit()
    seconds = time.perf_counter() - began
    facts = {"participants": PARTICIPANTS, "seconds": round(seconds, 2)}
    return {
        "name": "awards of an announcement",
        **facts,
        **verdict(f"≤ {MAX_SECONDS:.0f} s", seconds=seconds <= MAX_SECONDS),
    }
