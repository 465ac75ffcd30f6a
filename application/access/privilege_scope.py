"""Privilege scope: accounts, roles and branches that a caller may manage.

It never exceeds the caller's own rights and branches (D-12, D-56).
"""

from collections.abc import Iterable, Mapping

from application.actor import Actor
from application.authorization import writable_offices
from application.ports import UnitOfWork
from domain.access.escalation import beyond, branches_beyond
from domain.access.roles import Role
from domain.access.users import User
from domain.branches.office import Office, Workplace
from domain.shared.errors import DomainError, FieldError


def can_manage(actor: Actor, permissions: Mapping[str, Iterable[str]], *, superadmin: bool, all_offices: bool) -> bool:
    """Checks if the actor may change an account with these rights.

    Otherwise a new password for the account would give the actor rights that they lack.
    """
    if actor.superadmin:
        return True
    return not superadmin and (actor.all_offices or not all_offices) and not beyond(actor.may, permissions)


async def load_manageable(user_id: int, *, actor: Actor, uow: UnitOfWork) -> tuple[User, Role]:
    """Loads the account and its role for a change.

    Raises NotFound without a shared branch, and what ``require_manageable`` raises.
    """
    user = await uow.load(User, user_id, seen_by=actor, lock=True)
    role = await uow.load(Role, user.role_id)
    await require_manageable(user, role, actor=actor, uow=uow)
    return user, role


async def require_manageable(user: User, role: Role, *, actor: Actor, uow: UnitOfWork) -> None:
    """Raises DomainError for an account that reaches further than the actor.

    See D-56, D-161. access.account_beyond_own: it has more rights. access.other_branches: it has a branch that the
    actor lacks, and would see with a new password for it.
    """
    if not can_manage(actor, role.permissions, superadmin=user.superadmin, all_offices=user.all_offices):
        raise DomainError("access.account_beyond_own")
    own = writable_offices(actor)
    if own is not None:
        workplaces = await uow.find_all(Workplace, user_id=user.id)
        if branches_beyond(own, [workplace.office_id for workplace in workplaces]):
            raise DomainError("access.other_branches")


async def role_errors(role_id: int, kind: int, *, actor: Actor, uow: UnitOfWork) -> list[FieldError]:
    """Returns the errors of giving this role to an account of this type.

    Raises DomainError("access.beyond_own_rights") for a role with a right that the actor lacks.
    """
    role = await uow.find(Role, id=role_id)
    if role is None or role.type != kind:
        return [FieldError("limit.unknown_choice")]
    if not actor.superadmin and beyond(actor.may, role.permissions):
        raise DomainError("access.beyond_own_rights")
    return []


async def resolve_offices(wanted: list[int], *, actor: Actor, uow: UnitOfWork) -> tuple[set[int], list[FieldError]]:
    """Resolves the account's new branches, or returns the errors of the field.

    The actor cannot assign a branch that they lack, and changes no account that has one.
    """
    own = writable_offices(actor)
    new = set(wanted)
    known = {office.id for office in await uow.find_all(Office)}
    if new - known or branches_beyond(own, new):
        return set(), [FieldError("limit.unknown_choice")]
    # without any branch the account would be visible to no caller limited to branches
    if own is not None and not new:
        return set(), [FieldError("limit.required")]
    return new, []


async def assign_branches(user: User, offices: set[int], present: list[Workplace], uow: UnitOfWork) -> None:
    """Links the user to these branches and to no other."""
    for workplace in present:
        if workplace.office_id not in offices:
            await uow.remove(workplace)
    for office_id in sorted(offices - {workplace.office_id for workplace in present}):
        uow.add(Workplace(user.id or 0, office_id))
