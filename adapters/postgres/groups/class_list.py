"""The students of one group with their newest period and attendance."""

from datetime import date
from typing import Any

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.attendance_rates import percentage_sql
from adapters.postgres.listing.search import PeopleSearch
from application.actor import Actor
from contracts.groups.groups import GroupStudent, GroupStudentPage, GroupStudentsQuery
from contracts.shared import Order
from domain.attendance.marks import AttendanceStatus
from domain.groups.enrolments import GOING_ON

_SEARCH = PeopleSearch(t.students, school_id=t.students.c.h_id, phone=t.students.c.phone)


def _count(status: AttendanceStatus) -> str:
    return f"count(*) filter (where a.status = {status:d})"


# $1: the group, $2: the reader's language, $3: the centre's day, $4: a control action, null: present students; $5:
# whether there is a search, $6: by words of the name, $7: by the school's id, $8, $9: by a number; $10: the control
# actions of present students
STUDENTS = f"""
with periods as (
    select distinct on (e.student_id) e.* from enrolments e
    where e.group_id = $1 and e.school_deleted_at is null
    order by e.student_id, e.started_date desc nulls last, e.id desc
), marks as (
    select a.student_id, {_count(AttendanceStatus.ATTENDED)} as attended, {_count(AttendanceStatus.LATE)} as late,
        {_count(AttendanceStatus.ABSENT)} as absent
    from attendances a join lessons l on l.id = a.lesson_id where l.group_id = $1 and a.counted group by 1
)
select s.id, s.h_id, s.full_name, s.photo, s.phone as phone_number, e.id as student_group_id, e.action_id,
    coalesce(a.display_name ->> $2, a.name) as action_name, e.started_date, e.ended_date,
    {percentage_sql("m.attended", "m.late", "m.absent")} as attendance_percentage, e.version
from periods e join students s on s.id = e.student_id join control_actions a on a.id = e.action_id
left join marks m on m.student_id = s.id
where s.school_deleted_at is null and s.merged_into_id is null
    and case when $4::bigint is null then e.action_id = any ($10::bigint[]) and coalesce(e.ended_date >= $3, true)
        else e.action_id = $4 end
    and (not $5 or s.search @@ nullif($6, '')::tsquery or lower(s.h_id) like $7
        or cast(s.id as text) like $8 or s.phone like any ($9::text[]))
order by s.sort_key, s.id
"""  # noqa: S608  names of ours


class PostgresClass:
    """Reads about the students of a group that the caller may see."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, group_id: int, query: GroupStudentsQuery, actor: Actor, today: date) -> GroupStudentPage:
        """One page, cut in memory: a group has few students."""
        found = await self._all(group_id, actor, today, query.action_id, query.value or "")
        found = found[::-1] if query.order_by == Order.DESC else found
        offset = (query.page - 1) * query.per_page
        page = found[offset : offset + query.per_page]
        self._photo_links.show(page)
        return GroupStudentPage(students=page, total=len(found))

    async def now(self, group_id: int, actor: Actor, today: date) -> list[GroupStudent]:
        """All present students."""
        return await self._all(group_id, actor, today, None, "")

    async def _all(
        self, group_id: int, actor: Actor, today: date, action_id: int | None, value: str
    ) -> list[GroupStudent]:
        sought: list[Any] = [False, "", None, None, None]
        if value.strip():
            how, by = _SEARCH.sought(value.strip(), None)
            number = [by["sought_number"], [by["sought_phone"], by["sought_local_phone"]]] if how.digits else [None] * 2
            sought = [True, by["sought_words"], by["sought_school_id"], *number]
        rows = await self._pool.fetch(STUDENTS, group_id, actor.language, today, action_id, *sought, list(GOING_ON))
        return [GroupStudent(**dict(row)) for row in rows]
