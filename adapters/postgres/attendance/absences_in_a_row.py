"""The list of absences in a row (D-158)."""

from datetime import date
from typing import Any

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.fast_path.attendance_sql import absent_before
from application.actor import Actor
from contracts.attendance.absences import AbsencesInARow, AbsencesInARowPage, AbsencesInARowQuery
from contracts.shared import Named, Order
from domain.attendance.absences_in_a_row import LISTED_DAYS, SHOWN_FROM
from domain.attendance.marks import AttendanceStatus
from domain.groups.enrolments import GOING_ON
from domain.people.folding import query_words

# $1: the caller's branches, null for all; $2: today at the centre; $3: the sought beginnings of names, null for any;
# $4, $5: the page. Only students whose newest mark is an absence are counted.
LISTED = f"""
with held as materialized (
    select l.id, l.group_id, l.date, l.begin_time from lessons l join groups g on g.id = l.group_id
    where l.date between $2::date - {LISTED_DAYS} and $2::date and l.no_class_reason is null
        and l.marked_at is not null and g.school_deleted_at is null
        and ($1::bigint[] is null or g.office_id = any ($1))
), newest as materialized (
    select distinct on (h.group_id, a.student_id) h.group_id, a.student_id, h.id as lesson_id, h.date, h.begin_time,
        a.status
    from held h join attendances a on a.lesson_id = h.id
    order by h.group_id, a.student_id, h.date desc, h.begin_time desc
), counted as materialized (
    select x.*, 1 + {absent_before("x.group_id", "x.student_id", "x.date", "x.begin_time")} as absences
    from newest x where x.status = {AttendanceStatus.ABSENT:d}
)
select e.id, c.lesson_id, c.date, c.begin_time, c.absences, s.id as student_id, s.full_name, s.h_id, s.phone,
    g.id as group_id, g.name as group_name, l.teacher_id as staff_id, l.schedule_id, count(*) over () as total
from counted c join students s on s.id = c.student_id join groups g on g.id = c.group_id
    join lessons l on l.id = c.lesson_id
    cross join lateral (
        select e.id from enrolments e where e.group_id = c.group_id and e.student_id = c.student_id
            and e.school_deleted_at is null and e.action_id in ({", ".join(map(str, GOING_ON))})
            and (e.ended_date is null or e.ended_date >= $2::date) order by e.id limit 1) e
where c.absences >= {SHOWN_FROM} and ($3::tsquery is null or s.search @@ $3::tsquery)
order by c.date {{order}}, c.begin_time {{order}}, s.sort_key, s.id, c.group_id limit $4 offset $5
"""  # noqa: S608


class PostgresAbsenceRows:
    """See ``application.attendance.ports.absences.AbsenceRows``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def in_a_row(self, query: AbsencesInARowQuery, today: date, actor: Actor) -> AbsencesInARowPage:
        branches = None if actor.all_offices else list(actor.office_ids)
        words = query_words(query.value or "")
        sought = " & ".join(f"'{word}':*" for word in words) or None
        statement = LISTED.format(order="desc" if query.order_by is Order.DESC else "asc")
        most, offset = query.per_page, (query.page - 1) * query.per_page
        rows = await self._pool.fetch(statement, branches, today, sought, most, offset)
        if rows or query.page == 1:
            total = rows[0]["total"] if rows else 0
        else:
            first = await self._pool.fetch(statement, branches, today, sought, 1, 0)
            total = first[0]["total"] if first else 0
        return AbsencesInARowPage(rows=[_row(row) for row in rows], total=total)


def _row(row: Any) -> AbsencesInARow:
    same = ("id", "absences", "h_id", "phone", "lesson_id", "staff_id", "schedule_id", "date")
    return AbsencesInARow(
        **{name: row[name] for name in same},
        student=Named(row["student_id"], row["full_name"]),
        group=Named(row["group_id"], row["group_name"]),
        begin_time=f"{row['begin_time']:%H:%M}",
    )
