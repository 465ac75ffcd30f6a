"""Students who left long ago, and the tables that are anonymised."""

from datetime import date

from adapters.postgres.core.pool import ReadPool
from application.people.privacy.retention import BATCH
from domain.people.retention import TOMBSTONE, RetentionCandidate
from domain.people.student import SystemStatus

# A student left with the last period, or when the school removed the student, whichever was later; an open-ended
# period in an open-ended group is not over. $1: before which day, $2, $3: one student or those after it, $4: the
# limit.
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
    "blocked": f"select id from students where id = any ($1) and system_status = {SystemStatus.BLOCKED:d}",  # noqa: S608
    "sms": "select student_id from sms_messages where student_id = any ($1) and status = 'waiting'",
    "push": "select student_id from attendance_pushes where student_id = any ($1) and state = 'queued'",
    "late_sheet": """select (e ->> 'studentId')::bigint from late_sheets, jsonb_array_elements(entries) e
        where state = 'waiting' and (e ->> 'studentId')::bigint = any ($1)""",
}


class PostgresRetentionCandidates:
    """See ``application.people.privacy.retention.RetentionCandidates``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def before(self, day: date, *, after: int = 0, most: int = BATCH) -> list[RetentionCandidate]:
        return await self._found(day, None, after, most)

    async def one(self, student_id: int, day: date) -> RetentionCandidate | None:
        found = await self._found(day, student_id, 0, 1)
        return found[0] if found else None

    async def _found(self, day: date, student_id: int | None, after: int, most: int) -> list[RetentionCandidate]:
        rows = await self._pool.fetch(LEFT, day, student_id, after, most)
        ids = [row["id"] for row in rows]
        open = {what: {row[0] for row in await self._pool.fetch(sql, ids)} for what, sql in OPEN.items()}
        return [
            RetentionCandidate(
                row["id"], row["left_on"], tuple(what for what, whom in open.items() if row["id"] in whom)
            )
            for row in rows
        ]
