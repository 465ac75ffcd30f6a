"""Who left long ago, and what is wiped of him: whatever says who he was, in every table that has it."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.audit.subject_keys import destroy
from adapters.postgres.core.pool import ReadPool
from application.people.privacy.retention import BATCH
from domain.people.retention import TOMBSTONE, Leaver

# He left with his last period, or when the school let go of him, whichever was later; a period without any end, of a
# group without any, is not over. $1: before which day, $2, $3: one student or those after it, $4: how many.
LEFT = f"""
select * from (
    select s.id, greatest(max(p.ended), (s.school_deleted_at at time zone 'utc')::date) as left_on
    from students s
    left join lateral (
        select e.id, coalesce(e.ended_date, (e.school_deleted_at at time zone 'utc')::date, g.ended_date,
            (s.school_deleted_at at time zone 'utc')::date) as ended
        from enrolments e join groups g on g.id = e.group_id where e.student_id = s.id) p on true
    where s.merged_into_id is null and s.created_at < $1
        and (s.h_id is null or s.h_id not like '{TOMBSTONE}%')
        and ($2::bigint is null or s.id = $2) and s.id > $3
    group by s.id having count(p.id) filter (where p.ended is null) = 0) x
where left_on < $1 and not exists (
    select from attendances a join lessons l on l.id = a.lesson_id where a.student_id = x.id and l.date >= $1)
order by id limit $4
"""  # noqa: S608  words of ours
# matter → whether it is open for the students $1
OPEN = {
    "blocked": "select id from students where id = any ($1) and system_status = 2",
    "sms": "select student_id from sms_messages where student_id = any ($1) and status = 'waiting'",
    "push": "select student_id from attendance_pushes where student_id = any ($1) and state = 'queued'",
    "late_sheet": """select (e ->> 'studentId')::bigint from late_sheets, jsonb_array_elements(entries) e
        where state = 'waiting' and (e ->> 'studentId')::bigint = any ($1)""",
}
HE = """
with recursive he (id) as (
    select cast(:id as bigint) union select s.id from students s join he on s.merged_into_id = he.id)
select s.id, s.h_id, s.photo from students s join he on he.id = s.id
"""
WIPE = (
    """update students set first_name = '', last_name = '', middle_name = '', full_name = '', sort_key = '',
        search = ''::tsvector, gender = null, phone = null, birth_date = null, photo = null, login = null,
        password_hash = null, must_change_password = false, block_reason = '', papers = null, papers_digest = null,
        paper_keys = null, has_personal_data = false, school_deleted_at = coalesce(school_deleted_at, :now),
        version = version + 1 where id = any (:ids)""",
    "delete from sticky_fields where entity = 'student' and entity_id = any (:ids)",
    """update sms_messages set phone = '', text = '', sealed_text = null, error = null, provider_id = null
       where student_id = any (:ids)""",
    """update files set expires_at = :now
       where (entity = 'student' and entity_id = any (:ids)) or public_id = any (:photos)""",
    """delete from sync_parked where (feed = 'students' and h_id = any (:school_ids))
        or (field = 'studentId' and referent = any (:school_ids))""",
    "delete from import_rows where student_id = any (:ids)",
)
ALIASES = "select h_id from sync_aliases where student_id = any (:ids)"


class PostgresLeavers:
    """See ``application.people.privacy.retention.Leavers``."""

    def __init__(self, reads: ReadPool) -> None:
        self._reads = reads

    async def before(self, day: date, *, after: int = 0, most: int = BATCH) -> list[Leaver]:
        return await self._found(day, None, after, most)

    async def one(self, student_id: int, day: date) -> Leaver | None:
        found = await self._found(day, student_id, 0, 1)
        return found[0] if found else None

    async def _found(self, day: date, student_id: int | None, after: int, most: int) -> list[Leaver]:
        rows = await self._reads.fetch(LEFT, day, student_id, after, most)
        ids = [row["id"] for row in rows]
        open = {what: {row[0] for row in await self._reads.fetch(asked, ids)} for what, asked in OPEN.items()}
        return [
            Leaver(row["id"], row["left_on"], tuple(what for what, whom in open.items() if row["id"] in whom))
            for row in rows
        ]


async def wipe(session: AsyncSession, student_id: int, tombstone: Callable[[str], str], now: datetime) -> None:
    """Wipes him and those who were joined with him. Their school's ids are known again by their tombstones."""
    people = (await session.execute(text(HE), {"id": student_id})).all()
    ids = [row.id for row in people]
    aliases = list((await session.execute(text(ALIASES), {"ids": ids})).scalars())
    told: dict[str, Any] = {
        "ids": ids,
        "now": now,
        "photos": [row.photo for row in people if row.photo],
        "school_ids": [row.h_id for row in people if row.h_id] + aliases,
    }
    for statement in WIPE:
        named = {name: value for name, value in told.items() if f":{name}" in statement}
        await session.execute(text(statement), named)
    for row in people:
        mark = {"id": row.id, "mark": tombstone(row.h_id or f"here {row.id}")}
        await session.execute(text("update students set h_id = :mark where id = :id"), mark)
        await destroy(session, "student", row.id, now)
    for alias in aliases:
        mark = {"alias": alias, "mark": tombstone(alias)}
        await session.execute(text("update sync_aliases set h_id = :mark where h_id = :alias"), mark)
