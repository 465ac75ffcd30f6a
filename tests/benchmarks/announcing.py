"""An exam of two thousand participants, announced through the API.

All its work is checked. The answer comes after one commit of results, awards, audit record and event (D-86).
"""

import asyncio
import json
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from adapters.clock import SystemClock
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.gamification.rules import PostgresRuleStore
from application.gamification.first_start import seed_rules
from tests.benchmarks.support.measure import Server, verdict
from tests.benchmarks.support.served_centre import Databases, ServedCentre, databases, served_centre
from tests.support.builders import a_user_with
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

PARTICIPANTS, EXAMS = 2000, 3
# issue 17
MAX_SECONDS = 5.0
RIGHTS = {"all_groups:exam": ["read", "update"]}
# each of another group, by the same students; a score of 0 would earn nothing (D-82)
GIVEN = """
insert into exams (public_id, group_id, description, begins_at, deadline)
select 'benchmark-' || id, id, 'Imtihon', now() - interval '2 day', now() - interval '1 day'
from groups where office_id is not null order by id limit $1
returning id
"""
CHECKED = """
insert into submissions (exam_id, group_id, student_id, status, due_at, attempts, handed_in_at, score, checked_by,
    checked_at)
select e.id, e.group_id, s.id, case when s.id % 100 >= 59 then 3 else 2 end, e.deadline, 1, e.begins_at, 1 + s.id % 100,
    (select id from users where login = 'examiner'), now()
from exams e cross join (select id from students order by id limit $1) s
"""


async def announcing(_: Sequence[int]) -> AsyncIterator[tuple[str, dict[str, object]]]:
    """Suite and line."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        await here.build(PARTICIPANTS)
        exams = await _fill(here)
        async with served_centre(here, PARTICIPANTS) as at:
            yield "announcing", await _announced(at, exams)


async def _fill(here: Databases) -> list[int]:
    async with here.sql(PARTICIPANTS) as sql:
        hashed = await sql.fetchval("select password_hash from users where login = 'desk0'")
        examiner: Any = a_user_with(RIGHTS).called("examiner")
        await store(sql, examiner, secrets=SecretStorage(hash_password=lambda _: hashed))
        await sql.execute("update users set all_offices = true where login = 'examiner'")
        exams = [int(row["id"]) for row in await sql.fetch(GIVEN, EXAMS)]
        await sql.execute(CHECKED, PARTICIPANTS)
        await sql.execute("vacuum analyze")
    engine, clock = create_engine(here.database(PARTICIPANTS)), SystemClock()
    await seed_rules(uow=PostgresUnitOfWork(engine, clock), rules=PostgresRuleStore(), clock=clock)
    await engine.dispose()
    return exams


async def _announced(at: ServedCentre, exams: list[int]) -> dict[str, object]:
    """The seconds of each announcement."""
    server, times, decided = await at.ours("examiner"), [], 0
    for exam in exams:
        began = time.perf_counter()
        answer = await asyncio.to_thread(_sent, server, exam)
        times.append(time.perf_counter() - began)
        decided += answer["passed"] + answer["failed"]
    async with at.databases.sql(PARTICIPANTS) as sql:
        events = await sql.fetchval("select count(*) from outbox where topic = 'ExamAnnounced'")
        entries = await sql.fetchval(
            "select count(*) from ledger_entries where in_force and cause_kind in ('exam_participation', 'exam_pass')"
        )
    whole = decided == entries == PARTICIPANTS * EXAMS and events == EXAMS
    return {
        "participants": PARTICIPANTS,
        "announcements": EXAMS,
        "seconds": [round(one, 2) for one in times],
        "awards": entries,
        **verdict(
            f"≤ {MAX_SECONDS:.0f} s; an event for each exam, an award for each participant",
            seconds=max(times) <= MAX_SECONDS,
            whole=whole,
        ),
    }


def _sent(server: Server, exam: int) -> dict[str, Any]:
    """The answer to the announcement."""
    name, _, token = server.headers.strip().partition(": ")
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4()), name: token}
    address = f"http://127.0.0.1:{server.port}/api/staff/exams/{exam}/announce"
    request = urllib.request.Request(address, json.dumps({"version": 1}).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer)["data"])
