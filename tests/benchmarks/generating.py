"""Fifty teachers who generate from a lesson of the database while it is published.

Each gets the old or the new whole, in time (issue 19, D-85, D-104).
"""

import asyncio
import json
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.benchmarks.support.measure import Server, verdict
from tests.benchmarks.support.served_centre import Databases, ServedCentre, databases, served_centre
from tests.support.builders import a_user_with
from tests.support.secret_storage import SecretStorage
from tests.support.storing import store

STUDENTS, TEACHERS, PUBLICATIONS, VARIANTS = 2000, 50, 20, 5
# issue 19, in milliseconds
MAX_P95 = 150.0
RIGHTS = {"study:homework_db": ["create", "read", "update"], "all_groups:all_homeworks": ["read"]}
RANDOM = 1


async def generating(_: Sequence[int]) -> AsyncIterator[tuple[str, dict[str, object]]]:
    """Suite and line."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        await here.build(STUDENTS)
        group, topic, course = await _fill(here)
        async with served_centre(here, STUDENTS) as at:
            yield "generating", await _generated(at, group, topic, course)


async def _fill(here: Databases) -> tuple[int, int, int]:
    """Adds the department and a topic; group, topic and course."""
    async with here.sql(STUDENTS) as sql:
        hashed = await sql.fetchval("select password_hash from users where login = 'desk0'")
        department = a_user_with(RIGHTS).called("department").of_all_branches()
        await store(sql, department, secrets=SecretStorage(hash_password=lambda _: hashed))
        group, course = await sql.fetchrow("select id, course_id from groups where course_id is not null limit 1")
        month = await sql.fetchval(
            "insert into study_months (course_id, number, name) select $1, 1 + coalesce(max(number), 0), ''"
            " from study_months where course_id = $1 returning id",
            course,
        )
        topic = await sql.fetchval(
            "insert into topics (study_month_id, position, name) values ($1, 1, 'Lug''atlar') returning id", month
        )
    return group, topic, course


async def _generated(at: ServedCentre, group: int, topic: int, course: int) -> dict[str, object]:
    call = _Calls(await at.ours("department"))
    chapter = call.send("POST", "/homework-db/chapters", courseId=course, name="1-bob")["chapter"]["id"]
    lesson = call.send("POST", "/homework-db/lessons", chapterId=chapter, name="Dars")["lesson"]["id"]
    for text in ["asosiy", *(f"1 {n}" for n in range(VARIANTS))]:
        call.send("POST", "/homework-db", lessonId=lesson, description=text)
    _publish(call, course, lesson)
    call.send("PUT", "/homework-db/set-lessons", topicId=topic, lessonIds=[lesson], version=0)
    times: list[float] = []
    wholes: list[set[str]] = []
    path = f"/homework/generate?groupId={group}&topicId={topic}&mode={RANDOM}"
    done = asyncio.Event()

    async def teacher() -> None:
        while not done.is_set():
            milliseconds, generated = await asyncio.to_thread(_timed, call, path)
            times.append(milliseconds)
            wholes.append({one["description"].split()[0] for one in generated["homework"]})
            # a person, not a loop
            await asyncio.sleep(1)

    async def department() -> None:
        for number in range(2, PUBLICATIONS + 2):
            await asyncio.to_thread(_edit, call, lesson, number)
            await asyncio.to_thread(_publish, call, course, lesson)
        done.set()

    # each has a thread
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(TEACHERS + 2))
    await asyncio.gather(department(), *(teacher() for _ in range(TEACHERS)))
    p95 = sorted(times)[int(len(times) * 0.95)]
    return {
        "teachers": TEACHERS,
        "publications": PUBLICATIONS,
        "generated": len(times),
        "seen": len(set().union(*wholes)),
        "p95_ms": round(p95, 1),
        **verdict(
            f"p95 ≤ {MAX_P95:.0f} ms; each the old or the new whole",
            p95=p95 <= MAX_P95,
            whole=all(len(one) == 1 for one in wholes),
        ),
    }


def _timed(call: "_Calls", path: str) -> tuple[float, dict[str, Any]]:
    """The milliseconds of a read, and its answer."""
    began = time.perf_counter()
    answer = call.send("GET", path)
    return (time.perf_counter() - began) * 1000, answer


def _edit(call: "_Calls", lesson: int, number: int) -> None:
    """Changes the text of every variant."""
    card = call.send("GET", f"/homework-db/lessons/{lesson}")["lesson"]
    for one in card["homework"]:
        if one["kind"] == "variant":
            text = f"{number} {one['letter']}"
            call.send("PUT", f"/homework-db/{one['id']}", version=one["version"], description=text)


def _publish(call: "_Calls", course: int, lesson: int) -> None:
    version = call.send("GET", f"/homework-db/draft?courseId={course}")["version"]
    call.send("POST", "/homework-db/draft/publish", courseId=course, version=version, lessonIds=[lesson])


class _Calls:
    """Calls of the API with one session."""

    def __init__(self, server: Server) -> None:
        name, _, token = server.headers.strip().partition(": ")
        self._headers = {"Content-Type": "application/json", name: token}
        self._address = f"http://127.0.0.1:{server.port}/api/staff"

    def send(self, verb: str, path: str, **form: Any) -> dict[str, Any]:
        """The data of the answer."""
        body = json.dumps(form).encode() if verb != "GET" else None
        headers = self._headers | {"Idempotency-Key": str(uuid4())}
        request = urllib.request.Request(self._address + path, body, headers, method=verb)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return dict(json.load(answer)["data"])
