"""Use cases of roles: list, create, change, delete (D-14, D-56, D-57)."""

from collections.abc import Iterable, Mapping
from typing import Any

from application.access.ports import RoleViews
from application.access.rights_tree import rights_tree
from application.actor import Actor
from application.authorization import CENTRE, SIGNED_IN, SUPERADMIN, permits, writable_offices
from application.ports import UnitOfWork
from contracts.access.roles import (
    ChangeRole,
    CreateRole,
    RoleAnswer,
    RoleCard,
    RoleDetail,
    RoleDetailAnswer,
    RolePage,
    RolesQuery,
    RoleUserPage,
    RoleUsersQuery,
)
from contracts.access.sign_in import Created
from contracts.shared import Empty, check
from domain.access.escalation import beyond, branches_beyond
from domain.access.permissions import Action, everything
from domain.access.roles import (
    ADMIN,
    Role,
    RoleNumber,
    RoleType,
    default_roles,
    number_faults,
    permission_faults,
    require_role_editor,
    tidy_permissions,
)
from domain.access.users import User
from domain.branches.office import Workplace
from domain.shared.errors import Conflict, DomainError
from domain.shared.text import clean_line

GUARD = "staff_control:roles"


@permits(SIGNED_IN)
async def list_roles(query: RolesQuery, *, actor: Actor, roles: RoleViews) -> RolePage:
    """Returns roles by name (D-59).

    All staff may read names; only holders of the permission to see roles read the rights in them.
    """
    page = await roles.page(query)
    if not actor.may(GUARD, Action.READ):
        for row in page.roles:
            row.permissions = row.user_count = None
    return page


@permits(GUARD)
async def show_role(role_id: int, *, actor: Actor, roles: RoleViews) -> RoleAnswer:
    """Returns one role with its rights."""
    return RoleAnswer(role=await roles.card(role_id))


@permits(GUARD)
async def role_detail(role_id: int, *, actor: Actor, roles: RoleViews) -> RoleDetailAnswer:
    """Returns one role with its tree of rights and its number of users."""
    return RoleDetailAnswer(role=await _detail(role_id, actor, roles))


async def _detail(role_id: int, actor: Actor, roles: RoleViews) -> RoleDetail:
    card = await roles.card(role_id)
    return RoleDetail(
        id=card.id,
        name=card.name,
        type=card.type,
        number=card.number,
        fixed=card.fixed,
        version=card.version,
        permissions=card.permissions,
        permission_objects=rights_tree(card.permissions),
        user_count=await roles.user_count(role_id),
        beyond=beyond(actor.may, card.permissions),
    )


@permits("staff_control:users")
async def users_of_role(role_id: int, query: RoleUsersQuery, *, actor: Actor, roles: RoleViews) -> RoleUserPage:
    """Returns the users of a role in the caller's branches."""
    return await roles.users(role_id, query, actor)


@permits(GUARD, do="create")
async def create_role(form: CreateRole, *, actor: Actor, uow: UnitOfWork) -> RoleAnswer:
    """Creates a role of rights that the caller has.

    Raises ValidationError, DomainError("access.beyond_own_rights"), DomainError("access.role_name_taken").
    """
    role = parse_role(form)
    _require_own_rights(actor, role.permissions, role.number)
    async with uow:
        uow.add(role)
        await uow.flush()
        after = {name: value for name, value in role.facts().items() if value is not None}
        uow.audit("access.role_created", "role", role.id, actor=actor, permission=GUARD, after=after, name=role.name)
        await uow.commit()
    return RoleAnswer(role=_card(role))


@permits(GUARD, do="update")
async def change_role(role_id: int, form: ChangeRole, *, actor: Actor, uow: UnitOfWork, roles: RoleViews) -> RoleAnswer:
    """Changes a role for all its users from their next request on.

    Neither the former nor the new rights may exceed the caller's own (D-56), and nobody holds the role in branches that
    the caller lacks (D-153). Raises Conflict with the present role.
    """
    new = parse_role(form)
    async with uow:
        await lock_role_changes(uow)
        role = await uow.load(Role, role_id, lock=True)
        if role.version != form.version:
            raise Conflict(await _detail(role_id, actor, roles))
        before, after = await apply_role(role, new, actor=actor, uow=uow)
        if after:
            uow.audit(
                "access.role_changed",
                "role",
                role_id,
                actor=actor,
                permission=GUARD,
                before=before,
                after=after,
                name=role.name,
            )
            await uow.commit()
    return RoleAnswer(role=_card(role))


async def apply_role(role: Role, new: Role, *, actor: Actor, uow: UnitOfWork) -> tuple[dict[str, Any], dict[str, Any]]:
    """Applies the new role and returns before and after. Raises DomainError."""
    _require_own_rights(actor, role.permissions, role.number)
    await _require_own_holders(role, actor, uow)
    _require_own_rights(actor, new.permissions, new.number)
    managed_roles = role.keeps_roles
    before, after = role.change(name=new.name, type=new.type, number=new.number, permissions=new.permissions)
    if managed_roles and not role.keeps_roles:
        require_role_editor(await uow.find_all(Role))
    return before, after


@permits(GUARD, do="delete")
async def delete_role(role_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Deletes a role without users.

    Raises DomainError("access.role_held") with the number of users.
    """
    async with uow:
        await lock_role_changes(uow)
        role = await uow.load(Role, role_id, lock=True)
        if role.fixed:
            raise DomainError("access.role_fixed")
        _require_own_rights(actor, role.permissions, role.number)
        if count := await uow.count(User, role_id=role_id):
            raise DomainError("access.role_held", count=count)
        require_role_editor(each for each in await uow.find_all(Role) if each is not role)
        before = {name: value for name, value in role.facts().items() if value is not None}
        await uow.remove(role)
        uow.audit("access.role_deleted", "role", role_id, actor=actor, permission=GUARD, before=before, name=role.name)
        await uow.commit()
    return Empty()


async def lock_role_changes(uow: UnitOfWork) -> None:
    """Serialises changes of roles.

    Otherwise two concurrent changes could remove the last two holders of a right.
    """
    await uow.find(Role, lock=True, name=ADMIN)


def parse_role(form: CreateRole | ChangeRole) -> Role:
    """Parses the form of a role. Raises ValidationError with all errors."""
    type, number = RoleType(form.type), RoleNumber(form.number) if form.number else None
    check(form, number=number_faults(type, number), permissions=permission_faults(form.permissions))
    return Role(clean_line(form.name), type, tidy_permissions(form.permissions), number)


def _require_own_rights(actor: Actor, permissions: Mapping[str, Iterable[str]], number: RoleNumber | None) -> None:
    """Raises DomainError for a role that exceeds the caller's rights.

    A role with the admin's number counts as having every right.
    """
    required = everything() if number == RoleNumber.ADMIN else permissions
    if beyond(actor.may, required):
        raise DomainError("access.beyond_own_rights")


async def _require_own_holders(role: Role, actor: Actor, uow: UnitOfWork) -> None:
    """Raises DomainError for a role held in branches that the caller lacks (D-153)."""
    own = writable_offices(actor)
    if own is None:
        return
    holders = {user.id: user for user in await uow.find_all(User, role_id=role.id)}
    places = [place for place in await uow.find_all(Workplace) if place.user_id in holders]
    # who has no branch belongs to the centre
    of_centre = holders.keys() - {place.user_id for place in places}
    everywhere = any(user.all_offices or user.superadmin for user in holders.values())
    if everywhere or of_centre or branches_beyond(own, (place.office_id for place in places)):
        raise DomainError("access.role_held_elsewhere")


def _card(role: Role) -> RoleCard:
    return RoleCard(
        id=role.id or 0,
        name=role.name,
        type=int(role.type),
        number=int(role.number) if role.number else None,
        fixed=role.fixed,
        version=role.version,
        permissions={key: [Action(action) for action in actions] for key, actions in role.permissions.items()},
    )


@permits(SUPERADMIN, scope=CENTRE)
async def create_default_roles(*, actor: Actor, uow: UnitOfWork) -> Created:
    """Creates the missing default roles; edited ones stay as they are (D-14)."""
    async with uow:
        missing = [role for role in default_roles() if await uow.find(Role, name=role.name) is None]
        for role in missing:
            uow.add(role)
        if missing:
            await uow.flush()
            uow.audit("access.roles_created", "role", None, actor=actor, after={"names": [r.name for r in missing]})
            await uow.commit()
    return Created(created=len(missing))
