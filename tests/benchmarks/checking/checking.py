"""A check while a hundred checkers work, and a queue of a hundred thousand works.

Each checker opens a work, claims it, sees what it would earn, checks it, and takes the next one: a cycle every ten
seconds. The peer of a check is a bare handler (``bare_check``) at the same pace in the same minute.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from adapters.clock import SystemClock
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.gamification.rules import PostgresRuleStore
from application.gamification.first_start import seed_rules
from tests.benchmarks.reading.lists import endless
from tests.benchmarks.support.measure import Server, ask, verdict
from tests.benchmarks.support.served_centre import Databases, ServedCentre, databases, served_centre
from tests.support.accounts import Account
from tests.support.builders import a_user_with
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

# as docs/operations.md recommends: a process for each core
CORES = os.cpu_count() or 1
CHECKERS, CYCLE_SECONDS, SECONDS = 100, 10.0, 15.0
STUDENTS, GROUPS, WORKS_OF_GROUP = 1000, 5000, 20
# issue 17
CHECK_P95_MS, QUEUE_P95_MS = 100.0, 100.0
RIGHTS = {"all_groups:check_homeworks": ["read", "update"]}
CHAT = "/api/staff/homework-chat"
CHECK = f"{CHAT}/check-student-homework-for-admin"
QUEUE = f"{CHAT}/for-admin/queue?perPage=20"
# groups beside those of the centre, each with a lesson, homework and twenty works that wait
MORE_GROUPS = """
insert into groups (name, sort_key, office_id, course_id, status)
select 'Navbat ' || n, 'navbat ' || n, o.office_id, o.course_id, 2 from generate_series(1, $1::int) n
cross join (select office_id, course_id from groups where office_id is not null order by id limit 1) o
"""
LESSONS = """
insert into lessons (group_id, teacher_id, date, begin_time, end_time)
select g.id, t.id, current_date - 1, '00:01', '00:02'
from groups g, (select min(id) as id from teachers) t
"""
HOMEWORKS = """
insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
select group_id, id, 'Vazifa', 2, 24, now() - interval '1 day', now() + id % 86400 * interval '1 s'
from lessons where date = current_date - 1
"""
WORKS = """
insert into submissions (homework_id, group_id, student_id, status, due_at, attempts, handed_in_at)
select h.id, h.group_id, s.id, 1, h.deadline + n * interval '1 s', 1, now()
from homeworks h cross join generate_series(1, $1::int) n
join (select id, row_number() over (order by id) as place from students) s
    on s.place = 1 + (h.id * $1 + n) % (select count(*) from students)
"""
ATTEMPTS = """
insert into attempts (submission_id, number, text, handed_in_at, is_late)
select id, 1, 'Javob', handed_in_at, false from submissions
"""


async def checking(_: Sequence[int]) -> AsyncIterator[tuple[str, dict[str, object]]]:
    """Suite and line."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        await here.build(STUDENTS)
        await _fill(here)
        async with served_centre(here, STUDENTS) as at:
            yield "checking-queue", await queue(at)
        async with served_centre(here, STUDENTS, processes=CORES) as at:
            yield "checking", await checks(at)


async def _fill(here: Databases) -> None:
    async with here.sql(STUDENTS) as sql:
        hashed = await sql.fetchval("select password_hash from users where login = 'desk0'")
        people: list[Account] = [a_user_with(RIGHTS).called(f"checker{n}") for n in range(CHECKERS)]
        await store(sql, *people, secrets=SecretStorage(hash_password=lambda _: hashed))
        await sql.execute("update users set all_offices = true where login like 'checker%'")
        await sql.execute(MORE_GROUPS, GROUPS - await sql.fetchval("select count(*) from groups"))
        for statement in (LESSONS, HOMEWORKS):
            await sql.execute(statement)
        await sql.execute(WORKS, WORKS_OF_GROUP)
        await sql.execute(ATTEMPTS)
        await sql.execute("vacuum analyze")
    engine, clock = create_engine(here.database(STUDENTS)), SystemClock()
    await seed_rules(uow=PostgresUnitOfWork(engine, clock), rules=PostgresRuleStore(), clock=clock)
    await engine.dispose()


async def queue(at: ServedCentre) -> dict[str, object]:
    """Random pages of the queue, its first page among them."""
    async with at.databases.sql(STUDENTS) as sql:
        waiting: int = await sql.fetchval("select count(*) from submissions where status = 1")
    chance, server = random.Random(1), await at.ours("checker0")
    first = await ask(server, endless(lambda: QUEUE), 3, 1, at.databases.pid)
    pages = endless(lambda: f"{QUEUE}&page={chance.randint(1, 50)}")
    found = await ask(server, pages, 3, 1, at.databases.pid)
    ended = verdict(f"p95 <= {QUEUE_P95_MS:.0f} ms", first=first.p(95) <= QUEUE_P95_MS, p95=found.p(95) <= QUEUE_P95_MS)
    own = {"firstP95": round(first.p(95), 2), "p95": round(found.p(95), 2)}
    return {"waiting": waiting, "groups": GROUPS, **found.figures(), **own, **ended}


async def checks(at: ServedCentre) -> dict[str, object]:
    """A hundred checkers at the console, then as many checks by the bare handler."""
    async with at.databases.sql(STUDENTS) as sql:
        rows = await sql.fetch("select id from submissions where status = 1 order by id")
    works = [row["id"] for row in rows]
    # of many students, as classes are: awards of one student wait for each other
    random.Random(1).shuffle(works)
    share = len(works) // (2 * CHECKERS)
    servers = [await at.ours(f"checker{n}") for n in range(CHECKERS)]
    ours = await _work(servers, [works[n * share : (n + 1) * share] for n in range(CHECKERS)], whole=True)
    async with at.peer() as peer:
        rest = works[CHECKERS * share :]
        bare = await _work([peer] * CHECKERS, [rest[n * share : (n + 1) * share] for n in range(CHECKERS)], whole=False)
    async with at.databases.sql(STUDENTS) as sql:
        right = await sql.fetchval(
            "select count(*) = $1 and count(distinct cause_source) = $1 from ledger_entries where in_force",
            len(ours) + len(bare),
        )
    p95, bare_p95 = _p(ours, 95), _p(bare, 95)
    ended = verdict(f"p95 <= {CHECK_P95_MS:.0f} ms; an award for each check", p95=p95 <= CHECK_P95_MS, right=right)
    figures = {"p50": _p(ours, 50), "p95": p95, "bareP50": _p(bare, 50), "bareP95": bare_p95}
    ratios = {"ratioP50": round(_p(ours, 50) / _p(bare, 50), 2), "ratioP95": round(p95 / bare_p95, 2)}
    return {
        "checkers": CHECKERS,
        "processes": CORES,
        "cycleSeconds": CYCLE_SECONDS,
        "checks": len(ours),
        **figures,
        **ratios,
        **ended,
    }


async def _work(servers: list[Server], shares: list[list[int]], *, whole: bool) -> list[float]:
    """Seconds of each check; ``whole``: with all that a checker's screen asks for."""
    times: list[float] = []
    until = time.perf_counter() + SECONDS

    async def one(number: int, server: Server, works: list[int]) -> None:
        line = await asyncio.open_connection("127.0.0.1", server.port)
        begin = time.perf_counter() + CYCLE_SECONDS * number / len(servers)
        while begin < until:
            await asyncio.sleep(max(0, begin - time.perf_counter()))
            begin += CYCLE_SECONDS
            id = works.pop()
            body: dict[str, Any] = {"submissionId": id, "version": 1, "score": 88, "message": "Yaxshi"}
            if whole:
                await _sent(line, server, "GET", f"{CHAT}/{id}")
                claim = {"submissions": [{"id": id, "version": 1}], "result": 4}
                claimed = await _sent(line, server, "PUT", f"{CHAT}/submissions", claim)
                body["version"] = claimed["data"]["submissions"][0]["version"]
                await _sent(line, server, "GET", f"{CHAT}/{id}/award-preview?score=88")
            sent = time.perf_counter()
            await _sent(line, server, "POST", CHECK if whole else "/check", body)
            times.append(time.perf_counter() - sent)
        line[1].close()

    await asyncio.gather(*(one(n, *pair) for n, pair in enumerate(zip(servers, shares, strict=True))))
    return times


async def _sent(line: Any, server: Server, method: str, path: str, body: Any = None) -> Any:
    """The answer to a request; only success is accepted."""
    reader, writer = line
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{server.headers}"
    if method == "POST":
        head += f"Idempotency-Key: {uuid4()}\r\n"
    writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = int(answer.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
    found = await reader.readexactly(length)
    assert answer.startswith(b"HTTP/1.1 20"), found[:300]
    return json.loads(found)


def _p(times: list[float], percent: float) -> float:
    """A percentile in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))], 1)
