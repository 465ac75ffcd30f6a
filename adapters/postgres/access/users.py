"""Reads about accounts of staff: the list and the card (D-12).

Only accounts of the caller's branches are visible.
"""

from typing import Any

from sqlalchemy import Boolean, and_, bindparam, case, exists, false, func, literal_column, select, true
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.listing.card import CardQuery, visible_offices
from adapters.postgres.listing.listing import Listing, among, is_, page_of
from adapters.postgres.listing.search import PeopleSearch
from application.access.privilege_scope import can_manage
from application.actor import Actor
from application.authorization import writable_offices
from contracts.access.users import StaffCard, StaffPage, StaffQuery, StaffRow
from contracts.texts import translate
from domain.access.roles import RoleType
from domain.access.users import WORK_ENDED, UserStatus
from domain.people.staff_state import AccountStatus


def _json(sql: str) -> Any:
    return literal_column(f"({sql})", JSONB)


_u = t.users.c
_ROLE = _json("""
select jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type) from roles r where r.id = users.role_id""")
_OFFICES = visible_offices(t.user_offices, t.user_offices.c.user_id)
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
        "ac_status": case((_BLOCKED, int(AccountStatus.IN_ACTIVE)), else_=int(AccountStatus.ACTIVE)),
        # a record without a name shows its login
        "full_name": func.coalesce(func.nullif(_u.full_name, ""), _u.login),
        "role": _ROLE,
        "offices": _OFFICES,
        "is_active": ~_BLOCKED,
        "system_status": _u.status,
    },
    elsewhere=("editable",),
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
_REACH = """
select u.id, u.superadmin, u.all_offices, r.permissions,
       exists (select 1 from user_offices o where o.user_id = u.id and o.office_id <> all($2::bigint[])) as elsewhere
from users u join roles r on r.id = u.role_id where u.id = any($1::bigint[])"""


def closed_reason(reason: str | None, language: str) -> str | None:
    """The reason of a closed account, translated where the console set it."""
    return translate("access.reason.work_ended", language) if reason == WORK_ENDED else reason


_CARD = CardQuery(
    t.users,
    StaffCard,
    {**STAFF.columns, "phone_number": _u.phone, "last_seen_at": _LAST_SEEN, "created_by": _CREATED_BY},
    elsewhere=STAFF.elsewhere,
    entity="User",
)


async def show_accounts(rows: list[Any], actor: Actor, pool: ReadPool, photo_links: PhotoLinks) -> None:
    """Links photos and sets on each row if the actor may manage the account."""
    photo_links.show(rows)
    manageable = await manageable_accounts([row.id for row in rows], actor, pool)
    for row in rows:
        row.editable = row.id in manageable


async def manageable_accounts(ids: list[int], actor: Actor, pool: ReadPool) -> set[int]:
    """Returns those of the accounts that the actor may change.

    The rule is that of ``require_manageable``.
    """
    if not ids:
        return set()
    own = writable_offices(actor)
    rows = await pool.fetch(_REACH, ids, None if own is None else list(own))
    return {
        row["id"]
        for row in rows
        if can_manage(actor, row["permissions"], superadmin=row["superadmin"], all_offices=row["all_offices"])
        and not row["elsewhere"]
    }


class PostgresStaffViews:
    """See ``application.access.ports.StaffViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, query: StaffQuery, actor: Actor) -> StaffPage:
        rows, total = await page_of(STAFF, query, self._pool, actor=actor)
        await show_accounts(rows, actor, self._pool, self._photo_links)
        return StaffPage(academics=rows, total=total)

    async def card(self, user_id: int, actor: Actor) -> StaffCard:
        found = await _CARD.fetch(user_id, actor, self._pool)
        found.block_reason = closed_reason(found.block_reason, actor.language)
        await show_accounts([found], actor, self._pool, self._photo_links)
        return found
