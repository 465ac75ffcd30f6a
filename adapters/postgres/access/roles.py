"""Reads about roles: their users, and the access that they grant."""

from typing import Any

from sqlalchemy import and_, case, func, not_, or_, select

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.listing.card import visible_offices
from adapters.postgres.listing.listing import Listing, among, is_, page_of
from adapters.postgres.listing.search import PeopleSearch
from application.actor import Actor
from contracts.access.roles import (
    AccessExplanation,
    Grant,
    RoleCard,
    RolePage,
    RoleRow,
    RolesQuery,
    RoleUser,
    RoleUserPage,
    RoleUsersQuery,
    WhoQuery,
)
from contracts.access.sign_in import RoleRef
from contracts.shared import ListQuery, Named, Wire
from contracts.texts import LANGUAGES, role_text
from domain.access.access_explanation import Gate, Holder, Open, Right, reasons
from domain.access.permissions import Action
from domain.access.roles import default_roles
from domain.access.users import UserStatus
from domain.shared.errors import NotFound

_o, _r, _u = t.offices.c, t.roles.c, t.users.c
_HELD = select(func.count()).select_from(t.users).where(_u.role_id == _r.id).correlate(t.roles).scalar_subquery()
# default roles are shown, and so searched, in the reader's language
_SHOWN = {role.name: " ".join(role_text(role.name, language) for language in LANGUAGES) for role in default_roles()}
ROLES = Listing(
    table=t.roles,
    row=RoleRow,
    columns={"user_count": _HELD},
    order=(_r.name,),
    contains=(_r.name, case(_SHOWN, value=_r.name, else_="")),
)
CARD = "select id, name, type, number, fixed, version, permissions from roles where id = $1"
COUNT = "select count(*) from users where role_id = $1"

_OFFICES = visible_offices(t.user_offices, t.user_offices.c.user_id)
_SEARCH = PeopleSearch(t.users)
USERS = Listing(
    table=t.users,
    row=RoleUser,
    columns={"offices": _OFFICES},
    order=(_u.sort_key,),
    filters={"role_id": lambda: is_(_u.role_id, "role_id")},
    search=_SEARCH,
)


class Person(Wire):
    """A user with the role that the access explanation is computed from."""

    id: int
    login: str
    full_name: str
    photo: str | None
    status: int
    offices: list[Named]
    all_offices: bool
    superadmin: bool
    role: RoleRef
    permissions: dict[str, list[str]]


def _may(name: str) -> Any:
    """The clause that the user has one of the roles bound by this name."""
    return and_(_u.status != UserStatus.BLOCKED, or_(_u.superadmin, among(_u.role_id, name)))


def _of_role(column: Any) -> Any:
    return select(column).where(_r.id == _u.role_id).correlate(t.users).scalar_subquery()


PEOPLE = Listing(
    table=t.users,
    row=Person,
    columns={
        "offices": _OFFICES,
        "role": _of_role(func.jsonb_build_object("id", _r.id, "name", _r.name, "type", _r.type)),
        "permissions": _of_role(_r.permissions),
    },
    order=(_u.sort_key,),
    filters={
        "user_id": lambda: is_(_u.id, "user_id"),
        "through": lambda: _may("through"),
        "not_through": lambda: not_(_may("not_through")),
    },
    search=_SEARCH,
)


class PostgresRoleViews:
    """See ``application.access.ports.RoleViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, query: RolesQuery) -> RolePage:
        rows, total = await page_of(ROLES, query, self._pool)
        return RolePage(roles=rows, total=total)

    async def card(self, role_id: int) -> RoleCard:
        row = await self._pool.fetchrow(CARD, role_id)
        if row is None:
            raise NotFound("Role", role_id)
        return RoleCard(**dict(row))

    async def user_count(self, role_id: int) -> int:
        return int(await self._pool.fetchval(COUNT, role_id))

    async def users(self, role_id: int, query: RoleUsersQuery, actor: Actor) -> RoleUserPage:
        role = await self.card(role_id)
        rows, total = await page_of(USERS, query, self._pool, actor=actor, fixed={"role_id": role_id})
        self._photo_links.show(rows)
        return RoleUserPage(role=RoleRef(id=role.id, name=role.name, type=role.type), users=rows, total=total)

    async def list_access(self, gate: Gate, query: WhoQuery, actor: Actor) -> tuple[list[AccessExplanation], int]:
        fixed = {}
        if query.allowed is not None:
            fixed = {"through" if query.allowed else "not_through": await self._opening(gate)}
        people, total = await page_of(PEOPLE, query, self._pool, actor=actor, fixed=fixed)
        self._photo_links.show(people)
        return [_why(gate, person) for person in people], total

    async def explain_access(self, gate: Gate, user_id: int, office_id: int | None, actor: Actor) -> AccessExplanation:
        people, _ = await page_of(PEOPLE, ListQuery(), self._pool, actor=actor, fixed={"user_id": user_id})
        if not people:
            raise NotFound("User", user_id)
        self._photo_links.show(people)
        return _why(gate, people[0], office_id)

    async def _opening(self, gate: Gate) -> list[int]:
        """The ids of the few roles that grant this permission."""
        rows = await self._pool.fetch("select id, permissions from roles")
        return [row["id"] for row in rows if gate.open_to != Open.GRANTS or gate.opened_by(row["permissions"])]


def _why(gate: Gate, person: Person, office_id: int | None = None) -> AccessExplanation:
    holder = Holder(
        person.permissions,
        superadmin=person.superadmin,
        blocked=person.status == UserStatus.BLOCKED,
        all_offices=person.all_offices,
        office_ids=[office.id for office in person.offices],
    )
    found = reasons(gate, holder, office_id)
    return AccessExplanation(
        id=person.id,
        login=person.login,
        full_name=person.full_name,
        photo=person.photo,
        status=person.status,
        offices=person.offices,
        all_offices=person.all_offices,
        superadmin=person.superadmin,
        role=person.role,
        allowed=found.allowed,
        grants=_grants(found.grants),
        missing=_grants(found.missing),
        because=list(found.because),  # type: ignore[arg-type]
        against=list(found.against),  # type: ignore[arg-type]
    )


def _grants(rights: tuple[Right, ...]) -> list[Grant]:
    return [Grant(permission=key, action=str(Action(action))) for key, action in rights]
