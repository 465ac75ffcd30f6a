"""Reads about groups: the lists, and one group in detail (D-12, D-13, D-27)."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import BigInteger, Date, and_, bindparam, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.attendance_rates import ATTENDANCE_KPI
from adapters.postgres.groups.clashes import CLASHING, clashes_of
from adapters.postgres.groups.class_list import PostgresClass
from adapters.postgres.groups.curriculum import CURRICULUM, months_of
from adapters.postgres.groups.exam_rates import EXAM_KPI
from adapters.postgres.groups.homework_rates import HOMEWORK_KPI
from adapters.postgres.groups.own_groups import OWN_USER, taught_by_user
from adapters.postgres.groups.schedule import SCHEDULES, TODAY
from adapters.postgres.groups.search import GROUP_SEARCH
from adapters.postgres.listing.listing import Listing, among, compiled, is_, page_of
from adapters.postgres.listing.row_columns import labelled
from application.actor import Actor
from application.authorization import Audience
from application.groups.views import GroupScope, WholeClass, group_scope
from application.ports import Clock
from contracts.groups.groups import (
    CurriculumAnswer,
    GroupInfo,
    GroupPage,
    GroupRow,
    GroupsQuery,
    GroupStudentPage,
    GroupStudentsQuery,
    ScheduleItem,
    ScheduleStaff,
)
from domain.access.roles import RoleNumber
from domain.groups.enrolments import GOING_ON, GroupStatus
from domain.shared.errors import NotFound

_g, _e = t.groups.c, t.enrolments.c
_today = bindparam(TODAY, type_=Date)
# the branches of a caller who may see all groups: null for every one, none for a caller limited to own groups
SIGHT_OFFICES = "sight_office_ids"


def _json(sql: str) -> Any:
    return literal_column(f"({sql})", JSONB)


_STUDENTS = (
    select(func.count(_e.student_id.distinct()))
    .where(
        _e.group_id == _g.id,
        _e.school_deleted_at.is_(None),
        or_(*(_e.action_id == action for action in GOING_ON)),
        or_(_e.ended_date.is_(None), _e.ended_date >= _today),
    )
    .correlate(t.groups)
    .scalar_subquery()
)
_x = t.groups.alias("x")
_OTHERS = (
    select(func.count())
    .where(
        _x.c.course_id == _g.course_id,
        _x.c.id != _g.id,
        _x.c.status == GroupStatus.ACTIVE.value,
        _x.c.school_deleted_at.is_(None),
    )
    .select_from(_x)
    .correlate(t.groups)
    .scalar_subquery()
)

# D-123: a pair of group and action without a row has it where the action is by default; else its periods decide
_ACTIONS = literal_column(
    """(
    select count(*) from actions a
    where a.enabled and a.starts_at <= now() and (a.ends_at is null or now() < a.ends_at) and coalesce(
        (select bool_or((x.since is null or x.since <= now()) and (x.until is null or now() < x.until))
            from group_actions x where x.group_id = groups.id and x.action_id = a.id),
        a.by_default
    )
)""",
    BigInteger,
)


def _day(column: Any, name: str, *, until: bool = False) -> Any:
    day = bindparam(name, type_=Date)
    return column <= day if until else column >= day


GROUPS = Listing(
    table=t.groups,
    row=GroupRow,
    columns={
        "category": _json(
            "select jsonb_build_object('id', c.id, 'displayName', c.name) from categories c"
            " join courses k on k.category_id = c.id where k.id = groups.course_id"
        ),
        "course": _json("select jsonb_build_object('id', x.id, 'name', x.name) from courses x where x.id = course_id"),
        "office": _json("select jsonb_build_object('id', x.id, 'name', x.name) from offices x where x.id = office_id"),
        "students": _STUDENTS,
        "attendance_kpi": ATTENDANCE_KPI,
        "homework_kpi": HOMEWORK_KPI,
        "exam_kpi": EXAM_KPI,
        "actions_count": _ACTIONS,
        "groups_count": _OTHERS,
        "schedules": SCHEDULES,
    },
    order=(_g.sort_key,),
    filters={
        "status": lambda: is_(_g.status, "status"),
        "category_id": lambda: _g.course_id.in_(
            select(t.courses.c.id).where(is_(t.courses.c.category_id, "category_id"))
        ),
        "course_id": lambda: is_(_g.course_id, "course_id"),
        "teacher_id": lambda: _g.id.in_(
            select(t.schedules.c.group_id).where(is_(t.schedules.c.teacher_id, "teacher_id"))
        ),
        "learning_type_id": lambda: is_(_g.learning_type, "learning_type_id"),
        "office_ids": lambda: among(_g.office_id, "office_ids"),
        "from_by_started_date": lambda: _day(_g.started_date, "from_by_started_date"),
        "to_by_started_date": lambda: _day(_g.started_date, "to_by_started_date", until=True),
        "from_by_ended_date": lambda: _day(_g.ended_date, "from_by_ended_date"),
        "to_by_ended_date": lambda: _day(_g.ended_date, "to_by_ended_date", until=True),
        # set by the view, never by a request
        OWN_USER: lambda: taught_by_user(_g.id),
    },
    always=(_g.school_deleted_at.is_(None),),
    search=GROUP_SEARCH,
)


def _one() -> Any:
    offices = bindparam(SIGHT_OFFICES, type_=ARRAY(BigInteger))
    seen = or_(offices.is_(None), _g.office_id == offices.any_(), taught_by_user(_g.id))
    return select(*labelled(GroupRow, GROUPS.columns)).where(
        and_(_g.id == bindparam("id", type_=BigInteger), *GROUPS.always, seen)
    )


ONE = compiled(_one())


class PostgresGroupViews:
    """See ``application.groups.views.GroupViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._clock = clock
        self._zone = zone
        self._class = PostgresClass(pool, photo_links)

    async def page(self, query: GroupsQuery, actor: Actor, audience: Audience) -> GroupPage:
        scope: dict[str, Any] = {"actor": actor} if audience == "admin" else {"fixed": {OWN_USER: actor.id or 0}}
        rows, total = await page_of(GROUPS, query, self._pool, parameters={TODAY: self._today()}, **scope)
        self._show(rows)
        return GroupPage(groups=rows, total=total)

    async def one(self, group_id: int, actor: Actor, audience: Audience | None = None) -> GroupRow:
        row = await self._row(group_id, group_scope(actor, audience))
        self._show([row])
        return row

    async def schedules(self, group_id: int, actor: Actor) -> list[ScheduleItem]:
        seen = group_scope(actor)
        group = await self._row(group_id, seen)
        teachers = [line.staff.id for line in group.schedules]
        rooms = [line.classroom_name for line in group.schedules if line.classroom_name]
        near = await self._pool.fetch(
            CLASHING, group_id, teachers, rooms, group.office.id, self._today(), seen.office_ids, seen.user_id
        )
        self._show([group])
        return clashes_of(group, near)

    async def curriculum(self, group_id: int, actor: Actor) -> CurriculumAnswer:
        await self._row(group_id, group_scope(actor))
        return months_of(await self._pool.fetch(CURRICULUM, group_id, self._now().replace(tzinfo=None)))

    async def info(self, group_id: int, actor: Actor, audience: Audience) -> GroupInfo:
        group = await self.one(group_id, actor, audience)
        staff = {line.staff.id: line.staff for line in group.schedules}.values()
        assistants = [one for one in staff if one.role_number == RoleNumber.ASSISTANT]
        teachers = [one for one in staff if one.role_number != RoleNumber.ASSISTANT]
        return GroupInfo(group=group, teachers=teachers, assistants=assistants)

    async def students(
        self, group_id: int, query: GroupStudentsQuery, actor: Actor, audience: Audience
    ) -> GroupStudentPage:
        await self._row(group_id, group_scope(actor, audience))
        return await self._class.page(group_id, query, actor, self._today())

    async def whole_class(self, group_id: int, actor: Actor) -> WholeClass:
        group, today = await self._row(group_id, group_scope(actor)), self._today()
        return WholeClass(group.name, today, await self._class.now(group_id, actor, today))

    async def _row(self, group_id: int, seen: GroupScope) -> GroupRow:
        values = {"id": group_id, TODAY: self._today(), SIGHT_OFFICES: seen.office_ids, OWN_USER: seen.user_id}
        row = await self._pool.fetchrow(ONE.sql, *ONE.arguments(values))
        if row is None:
            raise NotFound("Group", group_id)
        return msgspec.convert(dict(row), GroupRow)

    def _show(self, rows: Iterable[GroupRow]) -> None:
        # one object per schedule line: each photo becomes a link once
        staff: list[ScheduleStaff] = [line.staff for row in rows for line in row.schedules]
        self._photo_links.show(staff)

    def _now(self) -> datetime:
        return self._clock.now().astimezone(self._zone)

    def _today(self) -> date:
        return self._now().date()
