"""Students absent without a reason, and the messages about it (D-158)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.fast_path.attendance_sheets import lesson_of
from adapters.postgres.groups.own_groups import taught_by
from application.actor import Actor
from application.attendance.ports.absences import AbsentStudent, MissedLesson, StoredSms
from application.authorization import Audience
from application.ports import UnitOfWork
from domain.attendance.marks import AttendanceStatus, Reason
from domain.messaging.message import SmsMessage
from domain.shared.errors import NotFound

# the condition of a row of ``attendances``
WITHOUT_REASON = f"{{of}}.status = {AttendanceStatus.ABSENT:d} and {{of}}.reason = {Reason.WITHOUT_REASON:d}"
# $1: the lessons, $2: the caller's branches, null for all; $3: the user who must teach their groups, null for any
LESSONS = f"""
select l.*, g.name as group_name from lessons l join groups g on g.id = l.group_id
where l.id = any ($1) and ($2::bigint[] is null or g.office_id = any ($2))
    and ($3::bigint is null or {taught_by("l.group_id", "$3")})
order by l.date, l.begin_time, l.id
"""  # noqa: S608  names of ours
ABSENT = f"""
select a.lesson_id, s.id, s.full_name, s.first_name, s.last_name, s.phone, a.reason_is_default, m.status as sms_status,
    m.provider as sms_provider, m.error as sms_error
from attendances a join lessons l on l.id = a.lesson_id and l.no_class_reason is null
    join students s on s.id = a.student_id
    left join sms_messages m on m.lesson_id = a.lesson_id and m.student_id = a.student_id
where a.lesson_id = any ($1) and {WITHOUT_REASON.format(of="a")} order by s.sort_key, s.id
"""  # noqa: S608
# in one order, so that two presses wait for each other and never deadlock
ADD = text("""
insert into sms_messages (student_id, phone, text, parts, created_at, initiator_id, lesson_id)
select student_id, phone, text, parts, :created_at, :initiator_id, lesson_id
from unnest(cast(:students as bigint[]), cast(:phones as text[]), cast(:texts as text[]), cast(:parts as smallint[]),
    cast(:lessons as bigint[])) n (student_id, phone, text, parts, lesson_id)
order by lesson_id, student_id on conflict (lesson_id, student_id) do nothing returning lesson_id, student_id
""")


def sms_of(row: Any) -> StoredSms | None:
    """The message about an absence in a row with ``sms_`` columns."""
    return StoredSms(row["sms_status"], row["sms_provider"], row["sms_error"]) if row["sms_status"] else None


class PostgresAbsenceStore:
    """See ``application.attendance.ports.absences.AbsenceStore``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def missed(self, lesson_ids: Sequence[int], *, actor: Actor, audience: Audience) -> list[MissedLesson]:
        own = audience == "academic"
        branches = None if own or actor.all_offices else list(actor.office_ids)
        ids = list(dict.fromkeys(lesson_ids))
        lessons = await self._pool.fetch(LESSONS, ids, branches, (actor.id or 0) if own else None)
        if unseen := set(ids) - {row["id"] for row in lessons}:
            raise NotFound("Lesson", min(unseen))
        students: dict[int, list[AbsentStudent]] = defaultdict(list)
        for row in await self._pool.fetch(ABSENT, ids):
            name = f"{row['first_name']} {row['last_name']}"
            phone, is_default = row["phone"], row["reason_is_default"]
            students[row["lesson_id"]].append(
                AbsentStudent(row["id"], row["full_name"], name, phone, is_default, sms_of(row))
            )
        rows: list[Any] = list(lessons)
        return [MissedLesson(lesson_of(row), row["group_name"], students[row["id"]]) for row in rows]

    async def add_once(self, messages: Sequence[SmsMessage], uow: UnitOfWork) -> set[tuple[int, int]]:
        if not messages:
            return set()
        await uow.flush()
        rows = await uow.unwrap(AsyncSession).execute(
            ADD,
            {
                "students": [one.student_id for one in messages],
                "phones": [one.phone for one in messages],
                "texts": [one.text for one in messages],
                "parts": [one.parts for one in messages],
                "lessons": [one.lesson_id for one in messages],
                "created_at": messages[0].created_at,
                "initiator_id": messages[0].initiator_id,
            },
        )
        return {(row.lesson_id, row.student_id) for row in rows}
