"""Late submissions on PostgreSQL (D-70)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Result, text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.fast_path.attendance_sheets import lesson_of, stored_mark
from adapters.postgres.groups.own_groups import taught_by
from application.actor import Actor
from application.attendance.late_submission_presenter import Waiting
from application.attendance.ports.late_submissions import WaitingSubmission
from application.ports import UnitOfWork
from domain.attendance.attendance_sheet import DOOR_WINDOW, AttendanceSheet, Enrolled, Entry
from domain.attendance.marks import Mark, Reason
from domain.groups.enrolments import Period
from domain.shared.errors import NotFound

# $1: the caller's branches, null for all of them; $2: the user whose own groups are meant, null for those of the
# branches; $3: the limit
WAITING = f"""
select h.id as sheet_id, h.entries, h.marked_at, h.sent_at, u.full_name as sent_by, l.id, l.group_id, l.teacher_id,
    l.date, l.begin_time, l.end_time, l.schedule_id, l.classroom_name, l.no_class_reason, g.name as group_name,
    g.started_date, g.ended_date, count(*) over () as total
from late_sheets h join lessons l on l.id = h.lesson_id join groups g on g.id = l.group_id
join users u on u.id = h.sent_by
where h.state = 'waiting' and g.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any ($1))
    and ($2::bigint is null or {taught_by("g.id", "$2")})
order by h.id limit $3
"""  # noqa: S608  names of ours
# $1: late submissions, $2: the centre's time zone. The students in them with their names, their periods in the group,
# their present marks, and the time of the door entry where a door proposes the mark
NAMED = f"""
select h.id as sheet_id, s.id as student_id, s.full_name, e.started_date, e.ended_date, e.action_id, a.status, a.reason,
    a.reason_is_default, a.counted, a.by_office, a.marked_by, a.marked_at, a.version, a.first_status, a.first_reason,
    a.first_by, a.first_at, case when (x.entry ->> 'mark')::int = {Mark.COME.value} then (
        select min(d.at) from door_events d where d.student_id = s.id and d.at between
            ((l.date + l.begin_time) at time zone $2) - interval '{DOOR_WINDOW.seconds} s'
            and ((l.date + l.begin_time) at time zone $2) + interval '{DOOR_WINDOW.seconds} s') end as entered
from late_sheets h join lessons l on l.id = h.lesson_id
cross join lateral jsonb_array_elements(h.entries) x (entry)
join students s on s.id = (x.entry ->> 'studentId')::bigint
left join enrolments e on e.group_id = l.group_id and e.student_id = s.id and e.school_deleted_at is null
left join attendances a on a.lesson_id = l.id and a.student_id = s.id
where h.id = any ($1::bigint[]) order by s.sort_key, s.id
"""  # noqa: S608
LESSONS = """
select h.id, h.lesson_id, h.state = 'waiting' as waiting
from late_sheets h join lessons l on l.id = h.lesson_id join groups g on g.id = l.group_id
where (cast(:offices as bigint[]) is null or g.office_id = any (cast(:offices as bigint[])))
and case when :all then h.state = 'waiting' and g.school_deleted_at is null
    else h.id = any (cast(:ids as bigint[])) end
order by h.id
"""
TAKE = """
select h.id, h.lesson_id, h.entries, h.sent_at, u.full_name as sent_by
from late_sheets h join users u on u.id = h.sent_by where h.id = :id and h.state = 'waiting' for update of h
"""
DECIDE = """
update late_sheets set state = :state, decided_by = :by, decided_at = :now, version = version + 1 where id = :id
"""


class PostgresLateSubmissionStore:
    """See ``application.attendance.ports.late_submissions.LateSubmissionStore``."""

    def __init__(self, pool: ReadPool, zone: ZoneInfo, late_after: int) -> None:
        self._pool = pool
        self._zone = zone
        self._late_after = late_after

    async def waiting(self, actor: Actor) -> Sequence[Waiting]:
        return (await self.first(_offices(actor), None, None))[0]

    async def first(
        self, branches: list[int] | None, own: int | None, at_most: int | None
    ) -> tuple[Sequence[Waiting], int]:
        """The oldest waiting submissions of the branches or own groups, and the total."""
        rows = await self._pool.fetch(WAITING, branches, own, at_most)
        if not rows:
            return [], 0
        named: dict[int, list[Any]] = defaultdict(list)
        for row in await self._pool.fetch(NAMED, [row["sheet_id"] for row in rows], self._zone.key):
            named[row["sheet_id"]].append(row)
        return [_waiting(row, named[row["sheet_id"]], self._late_after) for row in rows], rows[0]["total"]

    async def lessons(self, ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, int]:
        found = await _run(uow, LESSONS, ids=list(ids), all=not ids, offices=_offices(actor))
        rows = {row.id: row for row in found}
        if missing := [id for id in ids if id not in rows]:
            raise NotFound("LateSheet", missing[0])
        return {id: row.lesson_id for id, row in rows.items() if row.waiting}

    async def lock(self, sheet_id: int, uow: UnitOfWork) -> WaitingSubmission | None:
        row = (await _run(uow, TAKE, id=sheet_id)).mappings().first()
        return WaitingSubmission(**row) if row else None

    async def decide(self, sheet_id: int, *, confirm: bool, now: datetime, actor: Actor, uow: UnitOfWork) -> None:
        state = "confirmed" if confirm else "refused"
        await _run(uow, DECIDE, id=sheet_id, state=state, by=actor.id, now=now)


def _offices(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)


def _waiting(row: Any, named: Sequence[Any], late_after: int) -> Waiting:
    roster: dict[int, list[Enrolled]] = defaultdict(list)
    for one in named:
        if one["action_id"] is not None:
            period = Period(one["started_date"], one["ended_date"])
            roster[one["student_id"]].append(Enrolled(period, one["action_id"]))
    stored = {one["student_id"]: stored_mark(one) for one in named if one["status"] is not None}
    entered: dict[int, datetime] = {one["student_id"]: one["entered"] for one in named if one["entered"] is not None}
    group = Period(row["started_date"], row["ended_date"])
    names = {one["student_id"]: one["full_name"] for one in named}
    entries = {entry["studentId"]: _entry(entry) for entry in row["entries"]}
    return Waiting(
        row["sheet_id"],
        AttendanceSheet(lesson_of(row), group, roster, stored, entered, late_after),
        row["group_name"],
        row["sent_by"],
        row["marked_at"],
        row["sent_at"],
        [entries[id] for id in names],
        names,
    )


def _entry(entry: Any) -> Entry:
    reason = Reason(entry["reason"]) if entry["reason"] else None
    return Entry(entry["studentId"], Mark(entry["mark"]), reason, entry.get("reasonIsDefault", False))


async def _run(uow: UnitOfWork, statement: str, **values: object) -> Result[Any]:
    await uow.flush()
    return await uow.unwrap(AsyncSession).execute(text(statement), values)
