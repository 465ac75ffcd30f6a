"""Reads about enrolments: group choices, periods, prices."""

from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, func, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import within
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.candidates import PostgresCandidates
from adapters.postgres.groups.periods import going_on, meet_at_once
from adapters.postgres.listing.listing import Listing, page_of
from adapters.postgres.listing.options import PostgresOptions
from application.actor import Actor
from contracts.groups.enrolments import (
    EnrolmentRow,
    GroupCandidates,
    GroupCandidatesQuery,
    GroupChoice,
    GroupChoices,
    GroupChoicesQuery,
    Price,
    Prices,
    StudentEnrolments,
)
from contracts.settings.control_actions import ControlAction
from contracts.shared import Named
from domain.groups.enrolments import GroupStatus
from domain.shared.errors import NotFound

_g = t.groups.c
_STUDENT = "student_id_of_query"
_student = bindparam(_STUDENT, type_=BigInteger)
_MEETINGS = literal_column(
    """(select coalesce(jsonb_agg(jsonb_build_object(
        'daysOfWeek', s.days_of_week, 'beginTime', to_char(s.begin_time, 'HH24:MI'),
        'endTime', to_char(s.end_time, 'HH24:MI'), 'teacher', p.full_name, 'classroomName', s.classroom_name
    ) order by s.begin_time, s.id), '[]') from schedules s join teachers p on p.id = s.teacher_id
    where s.group_id = groups.id)""",
    JSONB,
)


def _clash() -> Any:
    """The student's group that meets at the time of this one.

    A group of a branch that the caller does not see is not revealed (D-12).
    """
    e, g = t.enrolments.alias("e"), t.groups.alias("g")
    theirs, ours = t.schedules.alias("theirs"), t.schedules.alias("ours")
    enrolled = and_(
        e.c.student_id == _student,
        e.c.group_id != _g.id,
        going_on(e.c),
        theirs.c.group_id == g.c.id,
        within(g.c.office_id),
    )
    rows = (
        select(g.c.name)
        .select_from(e.join(g, g.c.id == e.c.group_id))
        .where(enrolled, ours.c.group_id == _g.id, meet_at_once(theirs.c, ours.c))
    )
    return rows.order_by(g.c.sort_key, g.c.id).limit(1).correlate(t.groups).scalar_subquery()


def _in_it(*conditions: Any) -> Any:
    e = t.enrolments.alias("e")
    return select(func.count()).where(e.c.group_id == _g.id, going_on(e.c), *(c(e.c) for c in conditions))


def _named(table: str, column: str) -> object:
    return literal_column(
        f"(select jsonb_build_object('id', x.id, 'name', x.name) from {table} x where x.id = groups.{column})",  # noqa: S608
        JSONB,
    )


CHOICES = Listing(
    table=t.groups,
    row=GroupChoice,
    columns={
        "course": _named("courses", "course_id"),
        "office": _named("offices", "office_id"),
        "students": _in_it().correlate(t.groups).scalar_subquery(),
        "price": literal_column("(select k.price from courses k where k.id = groups.course_id)"),
        "schedules": _MEETINGS,
        "clash": _clash(),
        "joined": _in_it(lambda e: e.student_id == _student).correlate(t.groups).scalar_subquery() > 0,
    },
    order=(_g.sort_key,),
    always=(_g.school_deleted_at.is_(None), _g.status != GroupStatus.ENDED.value),
    contains=(_g.name,),
)
SEEN = """
select 1 from students s where s.id = $1 and ($2::bigint[] is null
    or exists (select 1 from student_offices l where l.student_id = s.id and l.office_id = any ($2)))
"""
OF_STUDENT = """
select e.id as student_group_id, g.id as group_id, g.name as group_name, k.name as course_name, o.name as office_name,
    e.action_id, coalesce(a.display_name ->> $3, a.name) as action_name, e.started_date, e.ended_date,
    g.status as group_status, g.started_date as group_started_date, g.ended_date as group_ended_date,
    e.h_id is not null as school_owned, e.version
from enrolments e join groups g on g.id = e.group_id join courses k on k.id = g.course_id
join offices o on o.id = g.office_id join control_actions a on a.id = e.action_id
where e.student_id = $1 and e.school_deleted_at is null and ($2::bigint[] is null or g.office_id = any ($2))
order by e.ended_date desc nulls first, e.started_date desc nulls last, e.id desc
"""
PRICES = """
select distinct k.id, k.name, k.price from courses k join groups g on g.course_id = k.id
where k.school_deleted_at is null and ($1::bigint is null or g.id = $1) and ($2::bigint[] is null
    or g.office_id = any ($2))
order by k.name, k.id
"""


class PostgresEnrolmentViews:
    """See ``application.groups.ports.EnrolmentViews``."""

    def __init__(self, pool: ReadPool, options: PostgresOptions, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._options = options
        self._candidates = PostgresCandidates(pool, photo_links)

    async def choices(self, query: GroupChoicesQuery, actor: Actor) -> GroupChoices:
        of = {_STUDENT: query.student_id}
        rows, total = await page_of(CHOICES, query, self._pool, actor=actor, parameters=of)
        return GroupChoices(groups=rows, total=total)

    async def candidates(self, group_id: int, query: GroupCandidatesQuery, actor: Actor) -> GroupCandidates:
        return await self._candidates.page(group_id, query, actor)

    async def of_student(self, student_id: int, actor: Actor) -> StudentEnrolments:
        branches = _branches(actor)
        if await self._pool.fetchval(SEEN, student_id, branches) is None:
            raise NotFound("Student", student_id)
        rows = await self._pool.fetch(OF_STUDENT, student_id, branches, actor.language)
        return StudentEnrolments(student_groups=[EnrolmentRow(**dict(row)) for row in rows])

    async def prices(self, group_id: int | None, actor: Actor) -> Prices:
        rows = await self._pool.fetch(PRICES, group_id, _branches(actor))
        found = [Price(course=Named(id=row["id"], name=row["name"]), price=row["price"]) for row in rows]
        return Prices(prices=found)

    async def actions(self, actor: Actor) -> list[ControlAction]:
        return await self._options.actions(actor)


def _branches(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)
