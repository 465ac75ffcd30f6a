"""Reads about accounts of staff: the list and the card (D-12).

Only accounts of the caller's branches are visible.
"""

from typing import Any

import msgspec
from sqlalchemy import Boolean, and_, bindparam, case, exists, false, func, literal_column, select, true
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen, within
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.listing.listing import Listing, among, compiled, is_, page_of
from adapters.postgres.listing.search import PeopleSearch
from application.access.privilege_scope import can_manage
from application.actor import Actor
from contracts.access.users import StaffCard, StaffPage, StaffQuery, StaffRow
from contracts.texts import translate
from domain.access.roles import RoleType
from domain.access.users import WORK_ENDED, UserStatus
from domain.people.staff_state import AccountStatus
from domain.shared.errors import NotFound


def _json(sql: str) -> Any:
    return literal_column(f"({sql})", JSONB)


_u = t.users.c
_ROLE = _json("""
select jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type) from roles r where r.id = users.role_id""")
_o = t.offices.c
# the branches that the caller sees; other branches of the person stay hidden (D-12)
_OFFICES = (
    select(
        func.coalesce(
            func.jsonb_agg(aggregate_order_by(func.jsonb_build_object("id", _o.id, "name", _o.name), _o.name, _o.id)),
            literal_column("'[]'::jsonb"),
        )
    )
    .select_from(t.user_offices.join(t.offices))
    .where(t.user_offices.c.user_id == _u.id, within(_o.id))
    .correlate(t.users)
    .scalar_subquery()
)
_CREATED_BY = _json("""
select jsonb_build_object('id', c.id, 'name', coalesce(nullif(c.full_name, ''), c.login))
from users c where c.id = users.created_by""")
_LAST_SEEN: Any = literal_column("(select max(s.last_seen_at) from sessions s where s.user_id = users.id)")
_BLOCKED = _u.status == int(UserStatus.BLOCKED)


def _of_offices() -> Any:
    linked = and_(t.user_offices.c.user_id == _u.id, among(t.user_offices.c.office_id, "office_ids"))
    return exists(select(1).where(linked).correlate(t.users))


STAFF = Listing(
    table=t.users,
    row=StaffRow,
    columns={
        "id": _u.id,
        "login": _u.login,
        "photo": _u.photo,
        "photo_check": _u.photo_check,
        "ac_status": case((_BLOCKED, int(AccountStatus.IN_ACTIVE)), else_=int(AccountStatus.ACTIVE)),
        # a record without a name shows its login
        "full_name": func.coalesce(func.nullif(_u.full_name, ""), _u.login),
        "role": _ROLE,
        "offices": _OFFICES,
        "all_offices": _u.all_offices,
        "work_status": _u.work_status,
        "is_active": ~_BLOCKED,
        "system_status": _u.status,
        "superadmin": _u.superadmin,
        "created_at": _u.created_at,
    },
    order=(_u.created_at,),
    filters={
        "work_status": lambda: is_(_u.work_status, "work_status"),
        "is_active": lambda: case((_BLOCKED, false()), else_=true()) == bindparam("is_active", type_=Boolean),
        "role_id": lambda: is_(_u.role_id, "role_id"),
        "staff_system_status": lambda: is_(_u.status, "staff_system_status"),
        "office_ids": _of_offices,
    },
    # academics have their own list
    always=(_u.role_id.in_(select(t.roles.c.id).where(t.roles.c.type == int(RoleType.STAFF))),),
    # a login is found by its prefix, as a school id is
    search=PeopleSearch(t.users, school_id=_u.login, phone=_u.phone),
)
ROLES_OF = "select id, permissions from roles where id = any($1::bigint[])"


def closed_reason(reason: str | None, language: str) -> str | None:
    """The reason of a closed account, translated where the console set it."""
    return translate("access.reason.work_ended", language) if reason == WORK_ENDED else reason


def _card(*, scoped: bool) -> Any:
    more = {
        "firstName": _u.first_name,
        "lastName": _u.last_name,
        "middleName": func.nullif(_u.middle_name, ""),
        "gender": _u.gender,
        "phoneNumber": _u.phone,
        "author": _u.author,
        "blockReason": func.nullif(_u.block_reason, ""),
        "mustChangePassword": _u.must_change_password,
        "lastSeenAt": _LAST_SEEN,
        "createdBy": _CREATED_BY,
        "version": _u.version,
    }
    names = {f.name: f.encode_name for f in msgspec.structs.fields(StaffRow)}
    columns = {names[name]: column for name, column in STAFF.columns.items()} | more
    statement = select(*(column.label(name) for name, column in columns.items())).where(is_(_u.id, "id"))
    scope = seen(t.users)
    return compiled(statement.where(scope) if scoped and scope is not None else statement)


CARD_OF_ALL, CARD_OF_BRANCHES = _card(scoped=False), _card(scoped=True)


class PostgresStaffViews:
    """See ``application.access.ports.StaffViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, query: StaffQuery, actor: Actor) -> StaffPage:
        rows, total = await page_of(STAFF, query, self._pool, actor=actor)
        await self._mark(rows, actor)
        return StaffPage(academics=rows, total=total)

    async def card(self, user_id: int, actor: Actor) -> StaffCard:
        card = CARD_OF_ALL if actor.all_offices else CARD_OF_BRANCHES
        values = {"id": user_id, SCOPE_PARAMETER: None if actor.all_offices else list(actor.office_ids)}
        row = await self._pool.fetchrow(card.sql, *card.arguments(values))
        if row is None:
            raise NotFound("User", user_id)
        found = msgspec.convert(dict(row), StaffCard)
        found.block_reason = closed_reason(found.block_reason, actor.language)
        await self._mark([found], actor)
        return found

    async def _mark(self, rows: list[Any], actor: Actor) -> None:
        """Sets on each row whether the actor may manage it, and turns photos into links."""
        self._photo_links.show(rows)
        roles = {row.role.id for row in rows}
        rights = {role["id"]: role["permissions"] for role in await self._pool.fetch(ROLES_OF, sorted(roles))}
        for row in rows:
            row.editable = can_manage(
                actor, rights[row.role.id], superadmin=row.superadmin, all_offices=row.all_offices
            )
