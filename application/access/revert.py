"""Reverts accounts and roles by the rules of an edit, within the caller's scope."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.access.account_service import STAFF, USERS, acting_permission
from application.access.accounts import apply_form, require_kind_permission
from application.access.privilege_scope import load_manageable
from application.access.roles import GUARD, apply_role, lock_role_changes, parse_role
from application.actor import Actor
from application.audit.ports import PresentState, RevertResult
from application.audit.revert import RevertibleRecord, revertible
from application.ports import UnitOfWork
from contracts.access.roles import ChangeRole
from contracts.access.users import ChangeUser
from domain.access.roles import Role
from domain.access.users import User
from domain.branches.office import Workplace

# columns of the account → names in its form
NAMES = ("first_name", "last_name", "middle_name")
OF_FORM = (*NAMES, "login", "role_id", "phone", "gender", "all_offices", "author", "work_status")
CALLED = {"phone": "phone_number"}
RIGHTS = "permissions."


async def present_account(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    """Returns the fields that the account's form can change.

    Raises NotFound without a shared branch, DomainError for an account with more rights than the caller.
    """
    user, role = await load_manageable(id, actor=actor, uow=uow)
    require_kind_permission(role.type, actor)
    return PresentState(user.version, await _fields(user, uow))


async def revert_account(
    id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
) -> RevertResult:
    """Restores the values; another role or work status ends the sessions (D-9)."""
    user, role = await load_manageable(id, actor=actor, uow=uow)
    values = {**await _fields(user, uow), **back}
    values["middle_name"] = values["middle_name"] or ""
    form = ChangeUser(version=user.version, **{CALLED.get(name, name): value for name, value in values.items()})
    before, after = await apply_form(user, role.type, form, now, actor=actor, uow=uow)
    return RevertResult(before, after, acting_permission(actor), personal=True)


async def _fields(user: User, uow: UnitOfWork) -> dict[str, Any]:
    workplaces = await uow.find_all(Workplace, user_id=user.id)
    fields = {name: getattr(user, name) for name in OF_FORM} | {"work_status": int(user.work_status)}
    return fields | {"office_ids": sorted(place.office_id for place in workplaces)}


async def present_role(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    """Returns the role's facts, each permission as its own field. Raises NotFound."""
    await lock_role_changes(uow)
    role = await uow.load(Role, id, lock=True)
    return PresentState(role.version, role.facts())


async def revert_role(
    id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
) -> RevertResult:
    """Restores a role for all its users from their next request on.

    Nothing exceeds the caller's own rights (D-56).
    """
    role = await uow.load(Role, id, lock=True)
    facts = {**role.facts(), **back}
    rights = {
        name.removeprefix(RIGHTS): list(granted)
        for name, granted in facts.items()
        if name.startswith(RIGHTS) and granted
    }
    form = ChangeRole(
        name=facts["name"], type=facts["type"], number=facts["number"], permissions=rights, version=role.version
    )
    before, after = await apply_role(role, parse_role(form), actor=actor, uow=uow)
    return RevertResult(before, after, GUARD)


ACCOUNT_REVERT = revertible(RevertibleRecord("user", (USERS, STAFF), present_account, revert_account))
ROLE_REVERT = revertible(RevertibleRecord("role", (GUARD,), present_role, revert_role, prefix="permissions."))
