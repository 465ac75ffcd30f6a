"""Every list of the API by each of its filters, on its first page and on its last (L8)."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.benchmarks.desk import Desk
from tests.benchmarks.measure import Server, verdict

OPENAPI = Path(__file__).resolve().parents[2] / "contracts" / "openapi.json"
P95_MS, TIMES, WORST = 300.0, 20, 5
PER_PAGE = 10
# how a page is asked for, and what goes with another parameter
_HOW = {"page", "perPage", "keys", "picked", "ids"}
# the parameters in the paths that are asked for, and those whose value must be somebody's id → where ids are from
_IDS = {
    "group_id": "select group_id from group_marks order by attended desc limit 1",
    "studentId": "select student_id from enrolments order by id limit 1",
    "categoryId": "select min(id) from categories",
    "courseId": "select min(course_id) from groups",
    "teacherId": "select min(teacher_id) from lessons",
    "assistantId": "select min(teacher_id) from lessons",
    "staffId": "select min(teacher_id) from lessons",
    "authorId": "select 1",
    "officeIds": "select min(id) from offices",
    "studentGroup": "select 1",
    "statusId": "select 1",
    "actionId": "select 1",
    "roleId": "select min(id) from roles",
    "actorId": "select min(id) from users",
    "entityId": "select 1",
    "role_id": "select min(id) from roles",
}
_WORDS = {
    "value": ["kar", "Шахзод", "zzzz"],
    "learningTypeId": ["offline"],
    "verb": ["student.created"],
    "entity": ["student"],
    "permission": ["users:students"],
    "field": ["phone"],
    "screen": ["/students"],
}


async def every_filter(at: Desk, marks: int) -> dict[str, object]:
    """The slowest questions of all; ``marks``: how many rows of attendance lie beside them."""
    async with at.ground.sql(at.students) as sql:
        ids = {name: await sql.fetchval(statement) for name, statement in _IDS.items()}
    server = await at.ours("overseer")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    took: dict[str, float] = {}
    for path, asked in _questions(ids):
        total = (await _asked(server, reader, writer, path, asked | {"page": 1}))["total"]
        for page in {1, max(1, -(-int(total) // PER_PAGE))}:
            times = []
            for _ in range(TIMES):
                sent = time.perf_counter()
                await _asked(server, reader, writer, path, asked | {"page": page})
                times.append(time.perf_counter() - sent)
            took[f"{path}?{urlencode(asked | {'page': page})}"] = 1000 * sorted(times)[int(TIMES * 0.95) - 1]
    writer.close()
    worst = dict(sorted(took.items(), key=lambda one: -one[1])[:WORST])
    ended = verdict(f"p95 <= {P95_MS:.0f} ms of each", p95=max(took.values()) <= P95_MS)
    told = {question: round(milliseconds, 1) for question, milliseconds in worst.items()}
    return {"students": at.students, "marks": marks, "questions": len(took), "worstP95": told, **ended}


def _questions(ids: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each list without a filter, and with each value of each of its filters alone."""
    for template, calls in json.loads(OPENAPI.read_text())["paths"].items():
        parameters = calls.get("get", {}).get("parameters", [])
        inside = [one["name"] for one in parameters if one["in"] == "path"]
        if not any(one["name"] == "perPage" for one in parameters) or not all(name in ids for name in inside):
            continue
        path = template.format(**{name: ids[name] for name in inside})
        needed = {one["name"]: ids[one["name"]] for one in parameters if one.get("required") and one["in"] == "query"}
        yield path, needed
        for one in parameters:
            if one["in"] == "query" and one["name"] not in _HOW | set(needed):
                for value in _values(one["name"], one["schema"], ids):
                    yield path, needed | {one["name"]: value}


def _values(name: str, schema: dict[str, Any], ids: dict[str, Any]) -> list[Any]:
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "boolean":
        return ["true", "false"]
    if schema.get("format") == "date":
        return ["2025-01-01", "2027-01-01"]
    return [ids[name]] if name in ids else _WORDS[name]


async def _asked(
    server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, asked: dict[str, Any]
) -> dict[str, Any]:
    words = urlencode(asked | {"perPage": PER_PAGE})
    writer.write(f"GET {path}?{words} HTTP/1.1\r\nHost: bench\r\n{server.headers}\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    body = await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]))
    assert head.startswith(b"HTTP/1.1 200"), f"{path}?{words}: {body[:200]!r}"
    return dict(json.loads(body)["data"])
