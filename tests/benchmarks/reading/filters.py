"""Every list of the API by each filter, on its first page and its last (L8)."""

import asyncio
import json
import time
from typing import Any
from urllib.parse import urlencode

from tests.benchmarks.support.measure import Server, verdict
from tests.benchmarks.support.served_centre import ServedCentre
from tests.support.list_queries import IDS, list_queries

P95_MS, TIMES, WORST = 300.0, 20, 5
PER_PAGE = 10


async def every_filter(at: ServedCentre, marks: int) -> dict[str, object]:
    """The slowest queries; ``marks``: the number of attendance rows beside them."""
    async with at.databases.sql(at.students) as sql:
        ids = {name: await sql.fetchval(statement) for name, statement in IDS.items()}
    server = await at.ours("overseer")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    took: dict[str, float] = {}
    for path, query in list_queries(ids):
        total = (await _request(server, reader, writer, path, query | {"page": 1}))["total"]
        for page in {1, max(1, -(-int(total) // PER_PAGE))}:
            times = []
            for _ in range(TIMES):
                sent = time.perf_counter()
                await _request(server, reader, writer, path, query | {"page": page})
                times.append(time.perf_counter() - sent)
            took[f"{path}?{urlencode(query | {'page': page})}"] = 1000 * sorted(times)[int(TIMES * 0.95) - 1]
    writer.close()
    worst = dict(sorted(took.items(), key=lambda one: -one[1])[:WORST])
    ended = verdict(f"p95 <= {P95_MS:.0f} ms of each", p95=max(took.values()) <= P95_MS)
    slowest = {question: round(milliseconds, 1) for question, milliseconds in worst.items()}
    return {"students": at.students, "marks": marks, "questions": len(took), "worstP95": slowest, **ended}


async def _request(
    server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, query: dict[str, Any]
) -> dict[str, Any]:
    words = urlencode(query | {"perPage": PER_PAGE})
    writer.write(f"GET {path}?{words} HTTP/1.1\r\nHost: bench\r\n{server.headers}\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    body = await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]))
    assert head.startswith(b"HTTP/1.1 200"), f"{path}?{words}: {body[:200]!r}"
    return dict(json.loads(body)["data"])
