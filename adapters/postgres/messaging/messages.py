"""Reads about messages: history, batches, recipients and unchecked deliveries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, select

from adapters.postgres.attendance.absent_students import WITHOUT_REASON
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.listing import Listing, full_list_statements, is_, page_of, parameters_and_shape
from adapters.postgres.people.students import STUDENTS
from application.actor import Actor
from application.messaging.ports import LOG, DueSms
from contracts.messaging import (
    BatchAnswer,
    BatchesQuery,
    BatchPage,
    BatchQuery,
    BatchRow,
    BatchSummary,
    SmsHistory,
    SmsHistoryItem,
    SmsHistoryQuery,
)
from contracts.people.students import StudentsQuery
from contracts.shared import Named, Order
from contracts.texts import catalogue
from domain.access.users import shown_name
from domain.messaging.message import ANSWERED_WITHIN, REPORTED_WITHIN, SmsState
from domain.shared.errors import NotFound

# $1: the student, $2: the caller's branches, null for all of them
SEEN = """
select id from students s where s.id = any ($1) and ($2::bigint[] is null
    or exists (select 1 from student_offices l where l.student_id = s.id and l.office_id = any ($2)))
"""
# The sender is named to colleagues: $4 the caller's branches, $5 the caller.
HISTORY = """
select m.id, m.phone, m.text, m.parts, m.status, m.provider, m.error, m.created_at, m.sent_at, m.delivered_at,
    u.id as initiator_id, u.login, u.last_name, u.first_name, u.middle_name, count(*) over () as total
from sms_messages m left join users u on u.id = m.initiator_id and ($4::bigint[] is null or u.id = $5 or u.all_offices
    or exists (select 1 from user_offices l where l.user_id = u.id and l.office_id = any ($4)))
where m.student_id = $1 order by m.created_at {order}, m.id {order} limit $2 offset $3
"""
TOTAL = "select count(*) from sms_messages where student_id = $1"
_VISIBLE = """
($BRANCHES::bigint[] is null or coalesce(m.student_id, m.teacher_id) is null
    or exists (select 1 from student_offices l where l.student_id = m.student_id and l.office_id = any ($BRANCHES))
    or exists (select 1 from teacher_offices l where l.teacher_id = m.teacher_id and l.office_id = any ($BRANCHES)))
"""
ROWS = f"""
select coalesce(m.student_id, m.teacher_id) as recipient_id, coalesce(s.full_name, p.full_name) as full_name, m.phone,
    m.status, m.provider, m.error
from sms_messages m left join students s on s.id = m.student_id left join teachers p on p.id = m.teacher_id
where m.batch_id = $1 and ($2::text is null or m.status = $2) and {_VISIBLE.replace("$BRANCHES", "$5")}
order by m.batch_place {{order}} limit $3 offset $4
"""  # noqa: S608  a condition of ours
ROWS_TOTAL = f"""
select count(*) from sms_messages m where m.batch_id = $1 and ($2::text is null or m.status = $2)
    and {_VISIBLE.replace("$BRANCHES", "$3")}
"""  # noqa: S608  a condition of ours
ENTITY = "select a.entity from sms_batches b join bulk_acts a on a.id = b.act_id where b.id = $1"
# A delivery status is checked soon after sending, then at growing intervals.
DUE = """
select id, status from sms_messages where
    (status = 'waiting' and (lesson_id is null or not $6) and created_at < $1::timestamptz - interval '1 minute'
        and (checked_at is null or checked_at < $1::timestamptz - interval '30 seconds'))
    or (status = 'unknown' and sent_at between $1::timestamptz - $3::interval and $1::timestamptz - $2::interval
        and (checked_at is null or checked_at < $1::timestamptz - interval '30 seconds'))
    or (status = 'sent' and provider <> $5 and sent_at > $1::timestamptz - $3::interval
        and (checked_at is null or $1::timestamptz - checked_at > ($1::timestamptz - sent_at) / 5))
order by checked_at nulls first, id limit $4
"""
# the mark was corrected, or the lesson did not take place
OUTDATED = f"""
select not exists (
    select from sms_messages m join lessons l on l.id = m.lesson_id and l.no_class_reason is null
    join attendances a on a.lesson_id = m.lesson_id and a.student_id = m.student_id and {WITHOUT_REASON.format(of="a")}
    where m.id = $1)
"""  # noqa: S608
LOGIN_REMOVED = """
select exists (
    select from sms_messages m join sms_batches b on b.id = m.batch_id join bulk_acts u on u.undoes_id = b.act_id
    where m.id = $1)
"""
CONNECTED = "select adapter <> $1 from integrations where kind = 'sms'"

_b, _m = t.sms_batches.c, t.sms_messages.c
_SIZE = func.cardinality(_b.student_ids)
_COUNTED = {
    "left": _SIZE - func.count(),
    "logged": func.count().filter(and_(_m.status == SmsState.SENT.value, _m.provider == LOG)),
    **{state.value: func.count().filter(_m.status == state.value) for state in SmsState},
}
_COUNTS = (
    select(func.jsonb_build_object(*(part for name_and_count in _COUNTED.items() for part in name_and_count)))
    .where(_m.batch_id == _b.id)
    .scalar_subquery()
)
BATCHES = Listing(
    table=t.sms_batches,
    row=BatchSummary,
    columns={"count": _SIZE, "counts": _COUNTS},
    order=(_b.created_at,),
    filters={"initiator_id": lambda: is_(_b.initiator_id, "initiator_id"), "id": lambda: is_(_b.id, "id")},
    contains=(_b.text,),
)


class PostgresSms:
    """See ``application.messaging.ports.SmsViews`` and ``SmsQueue``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def history(self, student_id: int, query: SmsHistoryQuery, actor: Actor) -> SmsHistory:
        if not await self.visible_ids([student_id], actor):
            raise NotFound("Student", student_id)
        page = HISTORY.format(order=_direction(query.order_by))
        place = (query.per_page, (query.page - 1) * query.per_page)
        rows = await self._pool.fetch(page, student_id, *place, _branches(actor), actor.id)
        total = rows[0]["total"] if rows else await self._pool.fetchval(TOTAL, student_id)
        return SmsHistory(history=[_item(row, actor.language) for row in rows], total=total)

    async def batches(self, query: BatchesQuery, actor: Actor) -> BatchPage:
        rows, total = await page_of(BATCHES, query, self._pool, fixed={"initiator_id": actor.id})
        return BatchPage(batches=rows, total=total)

    async def batch(self, batch_id: int, query: BatchQuery, actor: Actor) -> BatchAnswer:
        own = {"id": batch_id, "initiator_id": actor.id}
        batches, _ = await page_of(BATCHES, BatchesQuery(), self._pool, fixed=own)
        if not batches:
            raise NotFound("SmsBatch", batch_id)
        batch: BatchSummary = batches[0]
        branches = _branches(actor)
        page = ROWS.format(order=_direction(query.order_by))
        place = (query.per_page, (query.page - 1) * query.per_page)
        rows = await self._pool.fetch(page, batch_id, query.status, *place, branches)
        return BatchAnswer(
            id=batch_id,
            text=batch.text,
            count=batch.count,
            entity=await self._pool.fetchval(ENTITY, batch_id) or "student",
            connected=bool(await self._pool.fetchval(CONNECTED, LOG)),
            counts=batch.counts,
            rows=[_row(row, actor.language) for row in rows],
            total=await self._pool.fetchval(ROWS_TOTAL, batch_id, query.status, branches),
        )

    async def matching_ids(self, query: StudentsQuery, actor: Actor, limit: int) -> list[int]:
        values, shape = parameters_and_shape(STUDENTS, query, actor)
        _, every = full_list_statements(STUDENTS, shape, ("id",))
        rows = await self._pool.fetch(f"{every.sql} limit {limit:d}", *every.arguments(values))
        return [row[0] for row in rows]

    async def visible_ids(self, student_ids: Sequence[int], actor: Actor) -> list[int]:
        visible = {row["id"] for row in await self._pool.fetch(SEEN, list(student_ids), _branches(actor))}
        return [id for id in student_ids if id in visible]

    async def due(self, now: datetime, limit: int, *, quiet: bool = False) -> list[DueSms]:
        rows = await self._pool.fetch(DUE, now, ANSWERED_WITHIN, REPORTED_WITHIN, limit, LOG, quiet)
        return [DueSms(row["id"], SmsState(row["status"])) for row in rows]

    async def is_outdated(self, message_id: int) -> bool:
        return bool(await self._pool.fetchval(OUTDATED, message_id))

    async def is_login_removed(self, message_id: int) -> bool:
        return bool(await self._pool.fetchval(LOGIN_REMOVED, message_id))


def _branches(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)


def _direction(order: Order) -> str:
    return "desc" if order is Order.DESC else "asc"


def _problem(error: str | None, language: str) -> str | None:
    texts = catalogue(language)
    return texts.get(f"sms.problem.{error}", texts["sms.problem.refused"]) if error else None


def _item(row: Any, language: str) -> SmsHistoryItem:
    by = row["initiator_id"]
    return SmsHistoryItem(
        id=row["id"],
        phone=row["phone"],
        text=row["text"],
        parts=row["parts"],
        status=row["status"],
        connected=row["provider"] != LOG,
        problem=_problem(row["error"], language),
        initiator=Named(id=by, name=shown_name(row["login"], row["last_name"], row["first_name"], row["middle_name"]))
        if by
        else None,
        created_at=row["created_at"],
        sent_at=row["sent_at"],
        delivered_at=row["delivered_at"],
    )


def _row(row: Any, language: str) -> BatchRow:
    return BatchRow(
        student=Named(id=row["recipient_id"], name=row["full_name"]) if row["recipient_id"] else None,
        phone=row["phone"],
        status=row["status"],
        connected=row["provider"] != LOG,
        problem=_problem(row["error"], language),
    )
