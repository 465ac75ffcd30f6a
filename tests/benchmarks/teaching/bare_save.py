"""The baseline for saving a class: a handler of the same framework.

It writes the marks, a record and an outbox row in one commit. It authenticates nobody, reads nothing first, checks no
rule and enqueues no push.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Litestar, put
from litestar.params import JSONBody

from adapters.postgres.core.audit.writer import COLUMNS, CONTENT, JSON_COLUMNS
from contracts.attendance.attendance_sheets import SaveAttendance

# of a class at once
MARKS = """
insert into attendances as a (lesson_id, student_id, status, reason, counted, by_office, marked_at)
select $1, r.student_id, r.status, r.reason, r.counted, false, $2
from unnest($3::bigint[], $4::smallint[], $5::smallint[], $6::boolean[]) r (student_id, status, reason, counted)
on conflict (lesson_id, student_id) do update set status = excluded.status, reason = excluded.reason,
    counted = excluded.counted, marked_at = excluded.marked_at, version = a.version + 1
"""
# in the same statement the lesson's version grows: the next save names the version it has seen
_SAVED = f"with lesson as (update lessons set version = version + 1, marked_at = $2 where id = $1) {MARKS}"
_VALUES = (f"${n}::text::jsonb" if name in JSON_COLUMNS else f"${n}" for n, name in enumerate(COLUMNS, 1))
_RECORD = f"insert into audits ({', '.join(COLUMNS)}) values ({', '.join(_VALUES)})"
_MESSAGE = "insert into outbox (topic, payload, version, request_id) values ('attendance.saved', $1::jsonb, 1, '')"
_json = msgspec.json.Encoder().encode

Columns = tuple[list[int], list[int], list[int | None], list[bool]]


def columns(form: SaveAttendance) -> Columns:
    """The marks as columns of the statement."""
    entries = form.entries
    students, statuses = [one.student_id for one in entries], [one.mark for one in entries]
    return students, statuses, [one.reason for one in entries], [True] * len(entries)


def record(form: SaveAttendance, now: datetime) -> list[Any]:
    """The columns of its record."""
    marks = {str(one.student_id): one.mark for one in form.entries}
    facts: list[dict[str, object]] = [{"count": len(marks)}, {"marks": {}}, {"marks": marks}]
    row = {"at": now, "actor_id": None, "entity_id": form.lesson_id, "verb": "attendance.saved"}
    row |= dict(zip(("params", "before", "after"), (_json(one).decode() for one in facts), strict=True))
    return [*(row.get(name, "") for name in CONTENT), "digest"]


def bare_save(pool: Any) -> Litestar:
    """The handler over this connection pool."""

    @put("/save")
    async def save(data: JSONBody[SaveAttendance]) -> dict[str, int]:
        """Saves the class unchecked."""
        now = datetime.now(UTC)
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute(_SAVED, data.lesson_id, now, *columns(data))
            await connection.execute(_RECORD, *record(data, now))
            await connection.execute(_MESSAGE, {"lessonId": data.lesson_id})
        return {"saved": len(data.entries)}

    return Litestar([save], openapi_config=None)
