"""Late sheets on PostgreSQL (D-70)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Result, text

from adapters.postgres.engine import Reads
from adapters.postgres.unit_of_work import PostgresUnitOfWork
from application.actor import Actor
from application.attendance.ports_late import WaitingSheet
from application.ports import UnitOfWork
from contracts.attendance import LateSheetRow, LateSheets
from contracts.shared import Named
from domain.attendance.marks import Mark
from domain.shared.refusal import NotFound

WAITING = """
select h.id, h.lesson_id, g.id as group_id, g.name as group_name, l.date,
    to_char(l.begin_time, 'HH24:MI') as begin_time, u.full_name as sent_by, h.marked_at, h.sent_at, h.entries
from late_sheets h join lessons l on l.id = h.lesson_id join groups g on g.id = l.group_id
join users u on u.id = h.sent_by
where h.state = 'waiting' and g.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any ($1))
order by h.id
"""
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


class PostgresLateSheets:
    """See ``application.attendance.ports_late.LateSheetBook``."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def waiting(self, actor: Actor) -> LateSheets:
        rows = await self._reads.rows(WAITING, _offices(actor))
        return LateSheets(sheets=[_row(dict(row)) for row in rows])

    async def lessons(self, ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, int]:
        found = await _run(uow, LESSONS, ids=list(ids), all=not ids, offices=_offices(actor))
        rows = {row.id: row for row in found}
        if missing := [id for id in ids if id not in rows]:
            raise NotFound("LateSheet", missing[0])
        return {id: row.lesson_id for id, row in rows.items() if row.waiting}

    async def take(self, sheet_id: int, uow: UnitOfWork) -> WaitingSheet | None:
        row = (await _run(uow, TAKE, id=sheet_id)).mappings().first()
        return WaitingSheet(**row) if row else None

    async def decide(self, sheet_id: int, *, confirm: bool, now: datetime, actor: Actor, uow: UnitOfWork) -> None:
        state = "confirmed" if confirm else "refused"
        await _run(uow, DECIDE, id=sheet_id, state=state, by=actor.id, now=now)


def _offices(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)


def _row(row: Mapping[str, Any]) -> LateSheetRow:
    marks = [Mark(entry["mark"]) for entry in row["entries"]]
    return LateSheetRow(
        id=row["id"],
        lesson_id=row["lesson_id"],
        group=Named(row["group_id"], row["group_name"]),
        date=row["date"],
        begin_time=row["begin_time"],
        sent_by=row["sent_by"],
        marked_at=row["marked_at"],
        sent_at=row["sent_at"],
        attended=sum(mark in (Mark.ATTENDED, Mark.COME) for mark in marks),
        late=marks.count(Mark.LATE),
        absent=marks.count(Mark.DID_NOT_PARTICIPATE),
    )


async def _run(uow: UnitOfWork, statement: str, **values: object) -> Result[Any]:
    if not isinstance(uow, PostgresUnitOfWork):
        raise TypeError("late sheets are decided by the unit of work of PostgreSQL")
    await uow.flush()
    return await uow.session.execute(text(statement), values)
