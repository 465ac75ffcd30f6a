"""Privilege scope: accounts, roles and branches that a caller may manage.

It never exceeds the caller's own rights and branches (D-12, D-56).
"""

from collections.abc import Iterable, Mapping

from application.actor import Actor
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

    Raises NotFound without a shared branch, and DomainError("access.account_beyond_own") for an account with more
    rights than the actor.
    """
    user = await uow.load(User, user_id, seen_by=actor, lock=True)
    role = await uow.load(Role, user.role_id)
    if not can_manage(actor, role.permissions, superadmin=user.superadmin, all_offices=user.all_offices):
        raise DomainError("access.account_beyond_own")
    return user, role


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


async def resolve_offices(
    wanted: list[int], present: list[int], *, actor: Actor, uow: UnitOfWork
) -> tuple[set[int], list[FieldError]]:
    """Resolves the account's new branches, or returns the errors of the field.

    The actor can neither assign nor remove a branch that they lack.
    """
    own = None if actor.all_offices else actor.office_ids
    unchangeable = branches_beyond(own, present)
    new = set(wanted) - unchangeable
    known = {office.id for office in await uow.find_all(Office)}
    if new - known or branches_beyond(own, new):
        return set(), [FieldError("limit.unknown_choice")]
    # without any branch the account would be visible to no caller limited to branches
    if own is not None and not new | unchangeable:
        return set(), [FieldError("limit.required")]
    return new | unchangeable, []


async def assign_branches(user: User, offices: set[int], present: list[Workplace], uow: UnitOfWork) -> None:
    """Links the user to these branches and to no other."""
    for workplace in present:
        if workplace.office_id not in offices:
            await uow.remove(workplace)
    for office_id in sorted(offices - {workplace.office_id for workplace in present}):
        uow.add(Workplace(user.id or 0, office_id))
