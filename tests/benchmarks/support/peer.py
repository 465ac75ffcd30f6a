"""The peer of the benchmarks: the same SQL behind bare ASGI and asyncpg.

``python -m tests.benchmarks.support.peer PORT DATABASE_URL`` serves it without rights, ids or limits. ``/list?page=``
and ``/ilike?value=`` answer like the real list, ``/save-at-once`` writes a class's marks by the real statement, and
``/save`` and ``/check`` are the bare handlers.
"""

import sys
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

import asyncpg
import msgspec
import uvicorn

from adapters.postgres.core.audit.writer import COLUMNS
from adapters.postgres.core.engine import asyncpg_arguments, set_json_codecs
from adapters.postgres.core.scopes import SCOPE_PARAMETER
from adapters.postgres.fast_path.attendance_sheets import SaveRow, array_of, columns_of
from adapters.postgres.fast_path.attendance_sql import SAVE_COLUMNS, WRITE
from adapters.postgres.listing.listing import Shape, _count, _page
from adapters.postgres.people.students import LANGUAGE, STUDENTS
from contracts.attendance.attendance_sheets import SaveAttendance
from entrypoints.http.__main__ import common_port
from tests.benchmarks.checking.bare_check import bare_check
from tests.benchmarks.teaching.bare_save import bare_save, columns, record

PER_PAGE = 10
# checkers think for longer than uvicorn waits
KEEP_ALIVE_SECONDS = 75
BRANCHES = [1, 2, 3]
_SHAPE = Shape(filters=("status_id", "system_status"), sought=None, scoped=True)
COUNT, PAGE = _count(STUDENTS, _SHAPE), _page(STUDENTS, _SHAPE)
_LIKE = "(first_name ilike $1 or last_name ilike $1 or middle_name ilike $1) and school_deleted_at is null"
LIKE_COUNT = f"select count(*) from students where {_LIKE}"
decoded = msgspec.json.Decoder(SaveAttendance).decode
LIKE_PAGE = f"select id, h_id, full_name, created_at from students where {_LIKE} order by sort_key, id limit {PER_PAGE}"


class Peer:
    """The ASGI application."""

    def __init__(self, database_url: str) -> None:
        self.url = database_url
        self.pool: Any = None
        self.handlers: dict[str, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Opens its pool, then answers."""
        if scope["type"] == "lifespan":
            await receive()
            self.pool = await asyncpg.create_pool(
                **asyncpg_arguments(self.url), min_size=8, max_size=8, init=set_json_codecs
            )
            self.handlers = {"/save": bare_save(self.pool), "/check": bare_check(self.pool)}
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        if handler := self.handlers.get(scope["path"]):
            await handler(scope, receive, send)
            return
        if scope["path"] == "/save-at-once":
            await _answer(send, {"saved": await self.save((await receive())["body"])})
            return
        query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()}
        rows, total = await (self.ilike(query["value"]) if scope["path"] == "/ilike" else self.list(int(query["page"])))
        await _answer(send, {"students": [dict(row) for row in rows], "total": total})

    async def save(self, body: bytes) -> int:
        """Marks of a class with tally, push, job, message and record in one statement."""
        form, now = decoded(body), datetime.now(UTC)
        students, statuses, reasons, counted = columns(form)
        texts = ("null" if reason is None else reason for reason in reasons)
        arrays = {"students": students, "statuses": statuses, "reasons": texts, "counted": counted, "pushed": students}
        arrays |= {"defaults": [False] * len(students)}
        # without an idempotency key
        row = dict.fromkeys(SAVE_COLUMNS) | dict(zip(COLUMNS, record(form, now), strict=True))
        row |= {name: array_of(column) for name, column in arrays.items()}
        row |= {
            "version": form.version,
            "unmarked": 0,
            "by_office": False,
            "event": "{}",
            "attended": 1,
            "late": 1,
            "absent": -1,
        }
        rows = await self.pool.fetch(WRITE[False], *columns_of([SaveRow(tuple(row.values()))]))
        return len(form.entries) if rows else 0

    async def list(self, page: int) -> tuple[Any, int]:
        """The page of active, not blocked students of three branches, and their number."""
        values = {"status_id": 1, "system_status": 1, SCOPE_PARAMETER: BRANCHES, LANGUAGE: "uz"}
        values |= {"limit": PER_PAGE, "offset": (page - 1) * PER_PAGE}
        total = await self.pool.fetchval(COUNT.sql, *COUNT.arguments(values))
        return await self.pool.fetch(PAGE.sql, *PAGE.arguments(values)), total

    async def ilike(self, value: str) -> tuple[Any, int]:
        """Students with the letters anywhere in a name, by a plain ILIKE."""
        total = await self.pool.fetchval(LIKE_COUNT, f"%{value}%")
        return await self.pool.fetch(LIKE_PAGE, f"%{value}%"), total


async def _answer(send: Any, data: dict[str, Any]) -> None:
    body = msgspec.json.encode({"success": True, "data": data})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    alike = {"loop": "uvloop", "http": "httptools", "timeout_keep_alive": KEEP_ALIVE_SECONDS}
    answers = uvicorn.Config(Peer(sys.argv[2]), access_log=False, log_level="warning", **alike)  # type: ignore[arg-type]
    uvicorn.Server(answers).run(sockets=[common_port("127.0.0.1", int(sys.argv[1]))])
