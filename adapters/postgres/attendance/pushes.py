"""Marks on their way to the school system, on PostgreSQL (D-26)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Result, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.groups.own_groups import taught_by
from application.actor import Actor
from application.attendance.ports.pushes import AttendanceBatch, OutgoingMark, PendingPush, PushResult
from application.attendance.push_messages import push_message
from application.attendance.pushes import OWN, WHOLE
from application.ports import UnitOfWork
from contracts.attendance.attendance_sheets import FailedPush, PushAnswer
from contracts.job_kinds import ATTENDANCE_PUSH
from domain.access.permissions import Action
from domain.attendance.marks import AttendanceStatus, MarkValue, Reason
from domain.jobs.job import MAX_ATTEMPTS
from domain.shared.errors import NotFound

# unanswered: the push waits, or it is unknown whether the school has received it
OPEN = "state in ('queued', 'unknown')"
HOLD = f"select 1 from attendance_pushes where lesson_id = :lesson and {OPEN} order by student_id for update"  # noqa: S608  only words of ours
# corrected since, or of a student whom the school does not know: such a row is not of the newest version of a mark
CANCEL_SUPERSEDED = f"""
delete from attendance_pushes p where p.lesson_id = :lesson and p.{OPEN} and not exists (
    select from attendances a join students s on s.id = a.student_id
    join lessons l on l.id = a.lesson_id join groups g on g.id = l.group_id
    where a.lesson_id = p.lesson_id and a.student_id = p.student_id and a.version = p.version
    and s.h_id is not null and g.h_id is not null)
"""  # noqa: S608  only words of ours
WAITING = f"""
select p.push_id, p.student_id, s.h_id as student, a.status, a.reason, a.marked_at, a.version, g.h_id as group_id,
    l.date, j.id is null or j.state = 'failed' or j.tries >= {MAX_ATTEMPTS} as last
from attendance_pushes p join attendances a on a.lesson_id = p.lesson_id and a.student_id = p.student_id
join students s on s.id = p.student_id join lessons l on l.id = p.lesson_id join groups g on g.id = l.group_id
left join jobs j on j.id = p.push_id
where p.lesson_id = :lesson and p.{OPEN} order by p.push_id, p.student_id
"""  # noqa: S608  only words of ours
STAY_HERE = f"delete from attendance_pushes where lesson_id = :lesson and {OPEN}"  # noqa: S608  only words of ours
STORE_RESULTS = f"""
update attendance_pushes p set state = r.state, code = r.code, message = r.message, retryable = r.retryable,
    changed_at = :now
from unnest(cast(:students as bigint[]), cast(:versions as int[]), cast(:states as text[]), cast(:codes as text[]),
    cast(:messages as text[]), cast(:retryables as boolean[]))
    as r (student_id, version, state, code, message, retryable)
where p.lesson_id = :lesson and p.push_id = :push and p.student_id = r.student_id and p.version = r.version and p.{OPEN}
"""  # noqa: S608  only words of ours
UNKNOWN = """
update attendance_pushes set state = 'unknown', code = :code, message = '', retryable = true, changed_at = :now
where lesson_id = :lesson and push_id = :push and state = 'queued'
"""
SENDABLE = """
select student_id from attendance_pushes where lesson_id = :lesson and student_id = any (cast(:students as bigint[]))
and (state = 'unknown' or (state = 'failed' and retryable)) order by student_id for update
"""
AGAIN = """
update attendance_pushes p set push_id = :push, version = a.version, state = 'queued', code = '', message = '',
    retryable = false, changed_at = now()
from attendances a where a.lesson_id = p.lesson_id and a.student_id = p.student_id
and p.lesson_id = :lesson and p.student_id = any (cast(:students as bigint[]))
"""
# the worker died of it five times
SETTLE = """
update attendance_pushes p set state = 'unknown', code = '', retryable = true, changed_at = now()
from jobs j where j.kind = :kind and j.state = 'failed' and j.finished_at > now() - interval '1 day'
and p.lesson_id = (j.payload ->> 'lessonId')::bigint and p.push_id = j.id and p.state = 'queued'
"""


def _reached(whole: str, offices: str, own: str, user: str) -> str:
    """The clause for groups that a caller with either right reaches (D-54)."""
    within = f"({whole} and ({offices} is null or g.office_id = any ({offices})))"
    return f"({within} or ({own} and {taught_by('g.id', user)}))"


LESSON = f"""
select 1 from lessons l join groups g on g.id = l.group_id where l.id = :lesson
and {_reached(":whole", "cast(:offices as bigint[])", ":own", ":user")}
"""  # noqa: S608  only words of ours
ONE = f"""
select l.id as lesson_id, j.state in ('waiting', 'running') as open
from jobs j join lessons l on l.id = (j.payload ->> 'lessonId')::bigint join groups g on g.id = l.group_id
where j.id = $1 and j.kind = $2 and {_reached("$3", "$4::bigint[]", "$5", "$6")}
"""  # noqa: S608  only words of ours
ROWS = """
select p.student_id, s.full_name, p.state, p.code, p.message, p.retryable
from attendance_pushes p join students s on s.id = p.student_id
where p.lesson_id = $1 and p.push_id = $2 order by s.sort_key, s.id
"""


class PostgresAttendancePushStore:
    """See ``application.attendance.ports.pushes``: rows and views."""

    def __init__(self, pool: ReadPool, engine: AsyncEngine) -> None:
        self._pool = pool
        self._engine = engine

    async def pending(self, lesson_id: int, uow: UnitOfWork) -> list[PendingPush]:
        # locked first: a concurrent save decides which pushes are cancelled
        await _run(uow, HOLD, lesson=lesson_id)
        await _run(uow, CANCEL_SUPERSEDED, lesson=lesson_id)
        rows = (await _run(uow, WAITING, lesson=lesson_id)).mappings().all()
        return [
            _on_its_way(lesson_id, [dict(row) for row in of_one])
            for _, of_one in groupby(rows, lambda row: row["push_id"])
        ]

    async def cancel(self, lesson_id: int, uow: UnitOfWork) -> None:
        await _run(uow, STAY_HERE, lesson=lesson_id)

    async def record_result(self, push: PendingPush, taken: PushResult, now: datetime, uow: UnitOfWork) -> None:
        versions = {row.student: row.version for row in push.marks.rows}
        results = [(student, "saved", "", "", False) for student in sorted(taken.saved)]
        results += [(one.student, "failed", one.code, one.message, one.retryable) for one in taken.refused]
        current = [one for one in results if one[0] in versions]
        if not current:
            return
        students, states, codes, messages, retryables = map(list, zip(*current, strict=True))
        await _run(
            uow,
            STORE_RESULTS,
            lesson=push.marks.lesson,
            push=push.push_id,
            students=[push.students[str(student)] for student in students],
            versions=[versions[str(student)] for student in students],
            states=states,
            codes=codes,
            messages=messages,
            retryables=retryables,
            now=now,
        )

    async def mark_unknown(self, push: PendingPush, reason: str, now: datetime, uow: UnitOfWork) -> None:
        await _run(uow, UNKNOWN, lesson=push.marks.lesson, push=push.push_id, code=reason, now=now)

    async def retryable(self, lesson_id: int, student_ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> list[int]:
        reach = dict(zip(("whole", "offices", "own", "user"), _reach(actor, Action.UPDATE), strict=True))
        if (await _run(uow, LESSON, lesson=lesson_id, **reach)).first() is None:
            raise NotFound("Lesson", lesson_id)
        return list((await _run(uow, SENDABLE, lesson=lesson_id, students=list(student_ids))).scalars())

    async def retry(self, lesson_id: int, student_ids: Sequence[int], push_id: int, uow: UnitOfWork) -> int:
        sent: Any = await _run(uow, AGAIN, lesson=lesson_id, students=list(student_ids), push=push_id)
        return int(sent.rowcount)

    async def mark_abandoned_unknown(self) -> int:
        async with self._engine.begin() as connection:
            return int((await connection.execute(text(SETTLE), {"kind": ATTENDANCE_PUSH})).rowcount)

    async def one(self, push_id: int, actor: Actor) -> PushAnswer:
        found = await self._pool.fetchrow(ONE, push_id, ATTENDANCE_PUSH, *_reach(actor, Action.READ))
        if found is None:
            raise NotFound("Push", push_id)
        rows = [dict(row) for row in await self._pool.fetch(ROWS, found["lesson_id"], push_id)]
        waits = found["open"] and any(row["state"] == "queued" for row in rows)
        return PushAnswer(
            push_id=push_id,
            lesson_id=found["lesson_id"],
            state="queued" if waits else "done",
            saved=sum(row["state"] == "saved" for row in rows),
            refused=[
                _refused(row, actor.language) for row in rows if row["state"] != "saved" and not _waits(row, waits)
            ],
        )


def _waits(row: Mapping[str, Any], going: bool) -> bool:
    return going and row["state"] == "queued"


def _refused(row: Mapping[str, Any], language: str) -> FailedPush:
    """A rejected push; a mark that still waits after its job failed counts as unknown."""
    given_up = row["state"] == "queued"
    state = "unknown" if given_up else row["state"]
    return FailedPush(
        student_id=row["student_id"],
        full_name=row["full_name"],
        code=row["code"] or state,
        message=push_message(state, row["code"], row["message"], language),
        retryable=given_up or row["retryable"],
    )


def _reach(actor: Actor, action: Action) -> tuple[bool, list[int] | None, bool, int | None]:
    offices = None if actor.all_offices else list(actor.office_ids)
    return actor.may(WHOLE, action), offices, actor.may(OWN, action), actor.id


def _on_its_way(lesson_id: int, rows: Sequence[Mapping[str, Any]]) -> PendingPush:
    given = [
        OutgoingMark(
            row["student"],
            MarkValue(AttendanceStatus(row["status"]), Reason(row["reason"]) if row["reason"] else None),
            row["marked_at"],
            row["version"],
        )
        for row in rows
    ]
    first = rows[0]
    students = {row["student"]: row["student_id"] for row in rows}
    return PendingPush(
        first["push_id"], AttendanceBatch(lesson_id, first["group_id"], first["date"], given), students, first["last"]
    )


async def _run(uow: UnitOfWork, statement: str, **values: object) -> Result[Any]:
    await uow.flush()
    return await uow.unwrap(AsyncSession).execute(text(statement), values)
