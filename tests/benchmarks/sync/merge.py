"""The merge of a synchronisation against the same INSERT … SELECT by hand.

Same rows, same tables, same indexes. Both copy new students in and write them with their branches, in a transaction
that is rolled back.
"""

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from adapters.postgres.sync.feed_specs import SPECS
from adapters.postgres.sync.merge_sql import statements
from adapters.postgres.sync.sync_transaction import PostgresSyncTransaction
from adapters.security.cipher import AesCipher
from application.sync.decisions import Decision
from application.sync.ports import Lease
from application.sync.rows import StudentRow
from contracts.sync.school_records import Feed, StudentRecord, stored_fields
from tests.benchmarks.support.measure import verdict
from tests.benchmarks.support.running_console import RunningConsole

ROWS, BATCH, ROUNDS = 20_000, 5_000, 3
MIN_RATIO = 0.8
SPEC, SQL = SPECS[Feed.STUDENTS], statements(Feed.STUDENTS)
LINKS = (
    "insert into student_offices (student_id, office_id) select s.id, x from stage_students s, unnest(s.office_ids) x"
)


async def against_hand(stage: RunningConsole) -> dict[str, object]:
    """A-B-A-B: the ratio of their speeds, ours to that by hand."""
    async with stage.centre.database() as database:
        rows = await _rows(database)
        await _timed(database, rows, _ours)
        ours, hand = [], []
        for _ in range(ROUNDS):
            ours.append(await _timed(database, rows, _ours))
            hand.append(await _timed(database, rows, _by_hand))
    merge_median, hand_median = sorted(ours)[ROUNDS // 2], sorted(hand)[ROUNDS // 2]
    return {
        "students": stage.students,
        "rows": len(rows),
        "rowsPerSecond": round(len(rows) / merge_median),
        "byHandPerSecond": round(len(rows) / hand_median),
        "ratio": round(hand_median / merge_median, 2),
    } | verdict(f"{MIN_RATIO} of the hand's speed", ratio=hand_median / merge_median >= MIN_RATIO)


async def _timed(
    database: Any, rows: list[StudentRow], write: Callable[[Any, list[StudentRow]], Awaitable[None]]
) -> float:
    transaction = database.transaction()
    await transaction.start()
    try:
        took = 0.0
        for start in range(0, len(rows), BATCH):
            began = time.perf_counter()
            await write(database, rows[start : start + BATCH])
            took += time.perf_counter() - began
            # as at the end of each transaction
            await database.execute("truncate stage_students")
        return took
    finally:
        await transaction.rollback()


async def _ours(database: Any, rows: list[StudentRow]) -> None:
    lease = Lease(0, "benchmark", [])
    writing = PostgresSyncTransaction(database, lease, AesCipher("a-benchmark's-own-secret-key", "papers"))
    await writing.merge(Feed.STUDENTS, Decision(rows=[*rows]), recorded=False, guarded=False)


async def _by_hand(database: Any, rows: list[StudentRow]) -> None:
    await database.execute(SQL.stage)
    staged = [(*row[:-1], *row.stored) for row in rows]
    await database.copy_records_to_table(SPEC.stage, records=staged, columns=SPEC.columns)
    await database.execute(SQL.insert)
    await database.execute(LINKS)


async def _rows(database: Any) -> list[StudentRow]:
    """Students like the present ones, as the worker maps them, all of them new."""
    held = [name for name in SPEC.columns if name not in ("fresh", "office_ids")]
    columns = ", ".join("search::text" if name == "search" else name for name in held)
    offices = "(select coalesce(array_agg(office_id), '{}') from student_offices o where o.student_id = t.id)"
    found = await database.fetch(
        f"select {columns}, {offices} as office_ids, max(id) over () as last from students t limit {ROWS}"
    )
    now, stored = datetime.now(UTC), stored_fields(StudentRecord)
    own = ("id", "h_id", "created_at", *stored)
    return [
        StudentRow(
            **{name: row[name] for name in held if name not in own},
            id=row["last"] + number,
            h_id=f"benchmark-{number}",
            created_at=now,
            fresh=True,
            office_ids=row["office_ids"],
            stored=tuple(row[name] for name in stored),
        )
        for number, row in enumerate(found, 1)
    ]
