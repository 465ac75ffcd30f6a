"""Reads about academics: the school's record, the account, groups (D-12, D-16)."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Integer, and_, bindparam, case, exists, func, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.access.users import closed_reason, manageable_accounts
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import within
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.attendance_rates import kpi_of_groups
from adapters.postgres.groups.exam_rates import exam_kpi_of_groups
from adapters.postgres.groups.homework_rates import homework_kpi_of_groups, mean
from adapters.postgres.listing.card import CardQuery, visible_offices
from adapters.postgres.listing.listing import ComputedSort, Listing, among, is_, page_of
from adapters.postgres.listing.search import PeopleSearch
from adapters.postgres.people.academic_groups import ATTENDED, GROUPS, OF_TEACHER, SCHEDULES, going_on
from adapters.postgres.people.teacher_kpis import KPI_SORTS
from application.actor import Actor
from contracts.people.academics import (
    AcademicAttendances,
    AcademicCard,
    AcademicGroupPage,
    AcademicGroupsQuery,
    AcademicRow,
    AcademicSchedule,
    AcademicsQuery,
    KpiQuery,
    TeacherCard,
    TeacherPage,
    TeacherRow,
    TeachersQuery,
)
from contracts.shared import Named
from domain.access.roles import RoleNumber
from domain.access.users import UserStatus
from domain.groups.enrolments import GroupStatus
from domain.people.staff_state import AccountStatus
from domain.shared.errors import NotFound

_t, _o = t.teachers.c, t.offices.c


def _account(expression: str, type: Any = None) -> Any:
    """A column of the account ``u`` of the row or its role ``r``; null without one."""
    sql = f"(select {expression} from users u join roles r on r.id = u.role_id where u.id = teachers.user_id)"  # noqa: S608
    return literal_column(sql, type)


_STATUS = _account("u.status", Integer())
_BLOCKED = func.coalesce(int(UserStatus.BLOCKED) == _STATUS, False)
_OPEN = and_(_t.user_id.is_not(None), ~_BLOCKED)
_AC_STATUS = case(
    (_t.user_id.is_(None), int(AccountStatus.HAS_NOT_ACCOUNT)),
    (_BLOCKED, int(AccountStatus.IN_ACTIVE)),
    else_=int(AccountStatus.ACTIVE),
)
# the number of the account's role; without an account, or with a role without a number, the school's role
_NUMBER = func.coalesce(_account("r.number", Integer()), _t.role_number)
_OFFICES = visible_offices(t.teacher_offices, t.teacher_offices.c.teacher_id)
_ACTIVE = and_(
    t.groups.c.status == int(GroupStatus.ACTIVE), t.groups.c.school_deleted_at.is_(None), within(t.groups.c.office_id)
)
_NOW = (
    select(func.count(t.groups.c.id.distinct()))
    .select_from(t.schedules.join(t.groups))
    .where(t.schedules.c.teacher_id == _t.id, _ACTIVE)
    .correlate(t.teachers)
    .scalar_subquery()
)
_e = t.enrolments.c
_STUDENTS = (
    select(func.count(_e.student_id.distinct()))
    .select_from(t.enrolments.join(t.groups))
    .where(
        _ACTIVE,
        going_on(),
        _e.group_id.in_(select(t.schedules.c.group_id).where(t.schedules.c.teacher_id == _t.id).correlate(t.teachers)),
    )
    .correlate(t.teachers)
    .scalar_subquery()
)


# all present and past groups of the academic: what was done there still counts when they end
_TAUGHT = (
    select(t.schedules.c.group_id)
    .join(t.groups, t.groups.c.id == t.schedules.c.group_id)
    .where(t.schedules.c.teacher_id == _t.id, t.groups.c.school_deleted_at.is_(None), within(t.groups.c.office_id))
    .correlate(t.teachers)
)
_ATTENDANCE_KPI = kpi_of_groups(_TAUGHT, t.teachers)
_HOMEWORK_KPI = homework_kpi_of_groups(_TAUGHT, t.teachers)
_EXAM_KPI = exam_kpi_of_groups(_TAUGHT, t.teachers)


def _of_offices() -> Any:
    linked = and_(t.teacher_offices.c.teacher_id == _t.id, among(t.teacher_offices.c.office_id, "office_ids"))
    return exists(select(1).where(linked).correlate(t.teachers))


_SEARCH = PeopleSearch(t.teachers, school_id=_t.h_id, phone=_t.phone)
_THERE = (_t.school_deleted_at.is_(None),)
_FILTERS = {
    "work_status": lambda: is_(_t.work_status, "work_status"),
    "is_active": lambda: bindparam("is_active", type_=Boolean) == _OPEN,
    "office_ids": _of_offices,
    # set by the view, never by a request
    "number": lambda: bindparam("number", type_=Integer) == _NUMBER,
}
_PERSON = {"offices": _OFFICES, "groups": _NOW, "ac_status": _AC_STATUS, "is_active": _OPEN}
_WITH_ACCOUNT: dict[str, Any] = _PERSON | {
    "login": _account("u.login"),
    "role_id": _account("u.role_id", BigInteger()),
    "role": _account("jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type)", JSONB()),
    "role_number": _NUMBER,
    "system_status": _STATUS,
}


def _accounts(order: Any) -> Listing:
    return Listing(
        table=t.teachers,
        row=AcademicRow,
        columns=_WITH_ACCOUNT,
        elsewhere=("editable",),
        order=(order,),
        filters=_FILTERS
        | {
            "role_id": lambda: _account("u.role_id", BigInteger()) == bindparam("role_id", type_=BigInteger),
            "staff_system_status": lambda: bindparam("staff_system_status", type_=Integer) == _STATUS,
            "ac_status": lambda: bindparam("ac_status", type_=Integer) == _AC_STATUS,
        },
        always=_THERE,
        search=_SEARCH,
    )


ACADEMICS, ASSISTANTS = _accounts(_t.created_at), _accounts(_t.sort_key)
_KPIS: dict[str, Any] = {
    "attendance_kpi": _ATTENDANCE_KPI,
    "homework_kpi": _HOMEWORK_KPI,
    "exam_kpi": _EXAM_KPI,
    "kpi": mean(_ATTENDANCE_KPI, _HOMEWORK_KPI, _EXAM_KPI, correlated=t.teachers),
}
_TEACHING: dict[str, Any] = _PERSON | {"students": _STUDENTS} | _KPIS
TEACHERS = Listing(
    table=t.teachers,
    row=TeacherRow,
    columns=_TEACHING,
    order=(_t.sort_key,),
    sorts={"groups": ComputedSort(_NOW), "students": ComputedSort(_STUDENTS)} | KPI_SORTS,
    filters=_FILTERS,
    always=_THERE,
    search=_SEARCH,
)


_MORE = {"gender": func.coalesce(_account("u.gender", Integer()), _t.gender), "phone_number": _t.phone}
_ACCOUNT_CARD = (
    _WITH_ACCOUNT
    | _MORE
    | {
        "school_deleted": _t.school_deleted_at.is_not(None),
        "block_reason": func.nullif(_account("u.block_reason"), ""),
        "must_change_password": func.coalesce(_account("u.must_change_password", Boolean()), False),
        "last_seen_at": _account("(select max(s.last_seen_at) from sessions s where s.user_id = u.id)"),
        "account_opened_at": _account("u.created_at"),
        "account_opened_by": _account(
            "(select jsonb_build_object('id', c.id, 'name', coalesce(nullif(c.full_name, ''), c.login))"
            " from users c where c.id = u.created_by)",
            JSONB(),
        ),
        "version": _account("u.version", Integer()),
    }
)
_CARD = CardQuery(t.teachers, AcademicCard, _ACCOUNT_CARD, elsewhere=("editable",), entity="Teacher")
_TEACHING_CARD = CardQuery(t.teachers, TeacherCard, _TEACHING | _MORE | {"role_number": _NUMBER}, entity="Teacher")


class PostgresAcademicViews:
    """See ``application.people.academics.ports.AcademicViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(
        self, query: AcademicsQuery | TeachersQuery, actor: Actor, *, number: int | None = None
    ) -> tuple[list[AcademicRow], int]:
        listing = ACADEMICS if isinstance(query, AcademicsQuery) else ASSISTANTS
        rows, total = await page_of(listing, query, self._pool, actor=actor, fixed={"number": number})
        await self._finish(rows, actor)
        return rows, total

    async def card(self, teacher_id: int, actor: Actor, *, number: int | None = None) -> AcademicCard:
        card = await _CARD.fetch(teacher_id, actor, self._pool)
        if number is not None and card.role_number != number:
            raise NotFound("Teacher", teacher_id)
        await self._finish([card], actor)
        card.block_reason = closed_reason(card.block_reason, actor.language)
        return card

    async def teachers(self, query: KpiQuery, actor: Actor) -> TeacherPage:
        fixed = {"number": int(RoleNumber.TEACHER)}
        rows, total = await page_of(TEACHERS, query, self._pool, actor=actor, fixed=fixed)
        self._photo_links.show(rows)
        return TeacherPage(teachers=rows, total=total)

    async def teacher(self, teacher_id: int, actor: Actor) -> TeacherCard:
        card = await self._seen(teacher_id, actor, int(RoleNumber.TEACHER))
        self._photo_links.show([card])
        return card

    async def _seen(self, teacher_id: int, actor: Actor, number: int | None) -> TeacherCard:
        card = await _TEACHING_CARD.fetch(teacher_id, actor, self._pool)
        if number is not None and card.role_number != number:
            raise NotFound("Teacher", teacher_id)
        return card

    async def groups(
        self, teacher_id: int, query: AcademicGroupsQuery, actor: Actor, *, number: int | None = None
    ) -> AcademicGroupPage:
        await self._seen(teacher_id, actor, number)
        of = {OF_TEACHER: teacher_id}
        rows, total = await page_of(GROUPS, query, self._pool, actor=actor, parameters=of, fixed=of)
        return AcademicGroupPage(groups=rows, total=total)

    async def attendances(
        self, teacher_id: int, group_id: int, actor: Actor, *, number: int | None = None
    ) -> AcademicAttendances:
        card = await self._seen(teacher_id, actor, number)
        branches = None if actor.all_offices else list(actor.office_ids)
        group = await self._pool.fetchrow(ATTENDED, teacher_id, group_id, branches)
        if group is None:
            raise NotFound("Group", group_id)
        schedules = [AcademicSchedule(**dict(row)) for row in await self._pool.fetch(SCHEDULES, teacher_id, group_id)]
        return AcademicAttendances(
            academic=Named(id=card.id, name=card.full_name),
            group_id=group_id,
            group_name=group["name"],
            begin_time=schedules[0].begin_time if schedules else None,
            end_time=schedules[0].end_time if schedules else None,
            schedules=schedules,
            rating=None,
            attendances=[],
            total=0,
        )

    async def _finish(self, rows: list[Any], actor: Actor) -> None:
        """Turns photos into links, and sets whether the actor may manage the account."""
        self._photo_links.show(rows)
        manageable = await manageable_accounts([row.user_id for row in rows if row.user_id], actor, self._pool)
        for row in rows:
            row.editable = row.user_id is None or (row.user_id != actor.id and row.user_id in manageable)
