"""Homework statistics over two million submissions of five thousand groups.

Every call of the study department's pages, by its p95, and each figure beside that of an independent computation
(``figures``). ``--scale`` fills a part of it.
"""

import asyncio
import json
import random
import tempfile
import time
import urllib.parse
import urllib.request
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from adapters.clock import SystemClock
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.homework.statistics.counter_store import PostgresCounterStore
from application.actor import system
from application.homework.statistics.recount import recount_period
from tests.benchmarks.reading.lists import endless
from tests.benchmarks.statistics.comparing import Figures, differences
from tests.benchmarks.statistics.figures import by_group, by_teacher, cells_of, read_work
from tests.benchmarks.statistics.filling import fill_homework
from tests.benchmarks.support.measure import Server, ask, verdict
from tests.benchmarks.support.served_centre import Databases, ServedCentre, databases, served_centre
from tests.support.builders import a_user_with
from tests.support.groups import ZONE
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

STUDENTS, GROUPS = 1000, 5000
P95_MS, SECONDS, WORKERS = 150.0, 4.0, 1
# groups whose rows are read at once
READ_AT_ONCE = 200
API, READER = "/api/staff", "statistician"
LISTS = f"{API}/homework-statistics"
PER_PAGE = 100


async def statistics(_: Sequence[int], *, scale: float = 1.0) -> AsyncIterator[tuple[str, dict[str, object]]]:
    """Suite and line."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        await here.build(STUDENTS)
        groups, filled = await _fill(here, max(2, round(GROUPS * scale)))
        yield "statistics-fill", filled
        async with served_centre(here, STUDENTS) as at:
            server = await at.ours(READER)
            async for line in _calls(at, server, groups):
                yield "statistics", line
            yield "statistics-figures", await _compared(at, groups)


async def _fill(here: Databases, number: int) -> tuple[list[int], dict[str, object]]:
    """The groups, and how long their past takes to be counted."""
    async with here.sql(STUDENTS) as sql:
        hashed = await sql.fetchval("select password_hash from users where login = 'desk0'")
        reader = a_user_with({"study:homework_statistics": ["read"]}).called(READER)
        await store(sql, reader, secrets=SecretStorage(hash_password=lambda _: hashed))
        await sql.execute("update users set all_offices = true where login = $1", READER)
        groups = await fill_homework(sql, number, ZONE.key)
        await sql.execute("vacuum analyze")
        submissions = await sql.fetchval("select count(*) from submissions")
    engine, began = create_engine(here.database(STUDENTS), ZONE.key), time.perf_counter()
    uow, counters = PostgresUnitOfWork(engine, SystemClock()), PostgresCounterStore()
    today = datetime.now(ZONE).date()
    year = (today - timedelta(days=400), today + timedelta(days=1))
    await recount_period(*year, actor=system(), uow=uow, counters=counters, clock=SystemClock())
    counted = time.perf_counter() - began
    again = time.perf_counter()
    left = await recount_period(*year, actor=system(), uow=uow, counters=counters, clock=SystemClock())
    seconds = {"fillSeconds": round(counted, 1), "recountSeconds": round(time.perf_counter() - again, 1)}
    await engine.dispose()
    async with here.sql(STUDENTS) as sql:
        await sql.execute("vacuum analyze homework_counters")
    return groups, {"groups": len(groups), "submissions": submissions, **seconds, **verdict("equal", equal=not left)}


def _periods() -> dict[str, str]:
    today = datetime.now(ZONE).date()
    return {
        name: urllib.parse.urlencode({"fromDate": today - timedelta(days=days), "toDate": today})
        for name, days in (("month", 30), ("year", 365))
    }


async def _calls(at: ServedCentre, server: Server, groups: Sequence[int]) -> AsyncIterator[dict[str, object]]:
    async with at.databases.sql(STUDENTS) as sql:
        rows = await sql.fetch(
            "select h.group_id, h.lesson_id, h.id, s.student_id, l.teacher_id from homeworks h"
            " join lessons l on l.id = h.lesson_id join submissions s on s.homework_id = h.id"
            " where h.group_id = any ($1) and h.id % 37 = 0 and s.id % 3 = 0 limit 3000",
            list(groups),
        )
    chance = random.Random(1)

    def any_of(path: str) -> Iterator[str]:
        return endless(lambda: path.format(**dict(chance.choice(rows))))

    calls = {"filter-objects": endless(lambda: f"{LISTS}/filter-objects")}
    for name, period in _periods().items():
        page = f"perPage=20&{period}"
        calls |= {
            f"groups, {name}": _pages(f"{LISTS}/groups?{page}&sortBy=averageScore&orderBy=DESC", len(groups) // 20),
            f"group, {name}": any_of(f"{LISTS}/groups/{{group_id}}?{period}"),
            f"students, {name}": any_of(f"{LISTS}/groups/{{group_id}}/students?{page}"),
            f"student, {name}": any_of(f"{LISTS}/groups/{{group_id}}/students/{{student_id}}?{period}"),
            f"teachers, {name}": _pages(f"{LISTS}/teachers?{page}&sortBy=median&orderBy=DESC", len(groups) // 140),
            f"teacher, {name}": any_of(f"{LISTS}/teachers/{{teacher_id}}?{period}"),
        }
    lesson = f"{LISTS}/groups/{{group_id}}/lessons/{{lesson_id}}/homework/{{id}}?perPage=20"
    calls |= {"lesson": any_of(lesson), "kpi": endless(lambda: f"{API}/kpi/all?perPage=20")}
    for by in ("students", "homeworkKpi", "kpi"):
        calls[f"kpi, by {by}"] = _pages(f"{API}/kpi/all?perPage=20&sortBy={by}&orderBy=DESC", len(groups) // 140)
    for name, paths in calls.items():
        await ask(server, paths, SECONDS / 4, WORKERS, at.databases.pid)
        found = await ask(server, paths, SECONDS, WORKERS, at.databases.pid)
        ended = verdict(f"p95 <= {P95_MS:.0f} ms", p95=found.p(95) <= P95_MS)
        yield {"call": name, **found.figures(), "p95": round(found.p(95), 2), **ended}


def _pages(path: str, last: int) -> Iterator[str]:
    chance = random.Random(1)
    return endless(lambda: f"{path}&page={chance.randint(1, max(1, last))}")


async def _compared(at: ServedCentre, groups: Sequence[int]) -> dict[str, object]:
    """The figures of all pages beside those of the work itself."""
    expected: dict[str, Figures] = {name: Figures() for name in _periods()}
    async with at.databases.sql(STUDENTS) as sql:
        for first in range(0, len(groups), READ_AT_ONCE):
            cells = cells_of(await read_work(sql, groups[first : first + READ_AT_ONCE]), ZONE)
            for name, days in _days().items():
                expected[name].add(by_teacher(cells, *days), by_group(cells, *days))
    found: list[str] = []
    rows = 0
    token = (await asyncio.to_thread(at.sign_in, READER))["accessToken"]
    for name, period in _periods().items():
        pages: dict[str, list[Any]] = defaultdict(list)
        for kind in ("teachers", "groups"):
            number = 1
            while True:
                path = f"{LISTS}/{kind}?{period}&perPage={PER_PAGE}&page={number}"
                page = (await asyncio.to_thread(_got, at.port, path, token))[kind]
                pages[kind] += page
                if len(page) < PER_PAGE:
                    break
                number += 1
        rows += len(pages["teachers"]) + len(pages["groups"])
        found += differences(pages["teachers"], pages["groups"], expected[name])
    return {"rows": rows, "differences": found[:10], **verdict("equal figures", equal=not found)}


def _days() -> dict[str, tuple[date, date]]:
    today = datetime.now(ZONE).date()
    return {name: (today - timedelta(days=days), today) for name, days in (("month", 30), ("year", 365))}


def _got(port: int, path: str, token: str) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["data"]
