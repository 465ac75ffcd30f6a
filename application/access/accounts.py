"""Use cases of staff accounts: list, create, change, reset password, block."""

from datetime import datetime
from typing import Any

from application.access.account_service import (
    STAFF,
    USERS,
    acting_permission,
    block_account,
    end_sessions,
    issued_password,
    open_account,
    set_issued_password,
)
from application.access.ports import StaffViews
from application.access.privilege_scope import assign_branches, load_manageable, resolve_offices, role_errors
from application.actor import Actor
from application.authorization import permits
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import (
    ChangeActive,
    ChangeUser,
    CreateUser,
    OpenedAccount,
    StaffAnswer,
    StaffPage,
    StaffQuery,
    UserAnswer,
)
from contracts.shared import Empty, check
from domain.access.permissions import Action
from domain.access.roles import RoleType
from domain.access.sessions import Session
from domain.access.users import User, login_faults
from domain.branches.office import Workplace
from domain.people.names import tidy_name
from domain.people.phones import normalise_phone
from domain.people.staff_state import WorkStatus
from domain.shared.errors import Conflict, DomainError, FieldError, Forbidden, NotFound
from domain.shared.text import clean_text


@permits(STAFF)
async def list_staff(query: StaffQuery, *, actor: Actor, staff: StaffViews) -> StaffPage:
    """Returns staff of the caller's branches, newest first (D-5, D-12, D-63).

    The list can be filtered and searched.
    """
    return await staff.page(query, actor)


@permits(STAFF)
async def show_staff(user_id: int, *, actor: Actor, staff: StaffViews) -> StaffAnswer:
    """Returns one member of staff who shares a branch with the caller."""
    card = await staff.card(user_id, actor)
    if card.role.type != RoleType.STAFF:
        raise NotFound("User", user_id)
    return StaffAnswer(staff=card)


@permits(USERS, STAFF, do="update")
async def show_user(user_id: int, *, actor: Actor, staff: StaffViews) -> UserAnswer:
    """Returns one account of any type for editing (D-59).

    An account that shares no branch with the caller is not found.
    """
    card = await staff.card(user_id, actor)
    require_kind_permission(card.role.type, actor)
    return UserAnswer(user=card)


@permits(USERS, STAFF, do="create", secret=True)
async def create_account(
    form: CreateUser, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher
) -> OpenedAccount:
    """Creates an account and returns its first password (D-61).

    The password must be changed at the first sign-in. The caller cannot assign rights or branches beyond their own
    (D-56). Raises ValidationError, DomainError("access.login_taken"), DomainError("access.beyond_own_rights").
    """
    require_kind_permission(form.type, actor, "create")
    hashed = await passwords.hash(password := issued_password())
    async with uow:
        wrong_role = await role_errors(form.role_id, form.type, actor=actor, uow=uow)
        offices, wrong_offices = await resolve_offices(form.office_ids, actor=actor, uow=uow)
        more = [FieldError("limit.unknown_choice")] if form.all_offices and not actor.all_offices else []
        _check(form, roleId=wrong_role, officeIds=wrong_offices, allOffices=more)
        user = User(password_hash=hashed, **_fields(form))
        id = await open_account(user, offices, actor=actor, uow=uow)
        await uow.commit()
    return OpenedAccount(id=id, login=user.login, password=password)


@permits(USERS, STAFF, do="update")
async def change_account(
    user_id: int,
    form: ChangeUser,
    *,
    kind: int = RoleType.STAFF,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    staff: StaffViews,
) -> Empty:
    """Changes login, role, name, phone, branches and work status.

    A changed role ends the sessions at once (D-9).

    Raises ValidationError, also for a role of another type; Conflict with the present card on a stale version (D-8);
    NotFound without a shared branch; DomainError("access.beyond_own_rights", "access.account_beyond_own",
    "access.other_branches") for anything beyond the caller's rights and branches; DomainError for fixed fields of the
    superadmin and for the caller's own role and work status.
    """
    require_kind_permission(kind, actor)
    async with uow:
        user, present_role = await load_manageable(user_id, actor=actor, uow=uow)
        if present_role.type != kind:
            raise NotFound("User", user_id)
        if user.version != form.version:
            raise Conflict(await staff.card(user_id, actor))
        before, after = await apply_form(user, kind, form, clock.now(), actor=actor, uow=uow)
        if after:
            _record(user, before, after, actor, uow)
            await uow.commit()
    return Empty()


async def apply_form(
    user: User, kind: int, form: ChangeUser, now: datetime, *, actor: Actor, uow: UnitOfWork
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Applies the form to the account and returns before and after.

    Raises ValidationError, DomainError.
    """
    wrong_role = await role_errors(form.role_id, kind, actor=actor, uow=uow)
    workplaces = await uow.find_all(Workplace, user_id=user.id)
    present = [workplace.office_id for workplace in workplaces]
    offices, wrong_offices = await resolve_offices(form.office_ids, actor=actor, uow=uow)
    more = form.all_offices != user.all_offices and not actor.all_offices
    unknown = [FieldError("limit.unknown_choice")] if more else []
    _check(form, roleId=wrong_role, officeIds=wrong_offices, allOffices=unknown)
    before, after = user.change(now, **_fields(form), work_status=WorkStatus(form.work_status))
    if user.id == actor.id and after.keys() & {"role_id", "work_status"}:
        raise DomainError("access.own_account")
    if offices != set(present):
        before["office_ids"], after["office_ids"] = sorted(present), sorted(offices)
        user.changed_at = now
        await assign_branches(user, offices, workplaces, uow)
    if after.keys() & {"role_id", "work_status"}:
        await end_sessions(user, "role_changed", now, uow)
    return before, after


def _record(user: User, before: dict[str, Any], after: dict[str, Any], actor: Actor, uow: UnitOfWork) -> None:
    uow.audit(
        "access.user_changed",
        "user",
        user.id,
        actor=actor,
        permission=acting_permission(actor),
        before=before,
        after=after,
        personal=True,
        login=user.login,
    )


@permits(USERS, STAFF, do="update", secret=True)
async def reset_user_password(
    user_id: int,
    *,
    kind: int | None = None,
    actor: Actor,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    clock: Clock,
) -> str:
    """Issues a new password, shown once; every session ends (D-9, D-61).

    It must be changed at the next sign-in. The caller's own password is changed in the profile, which requires the
    present one.

    Raises NotFound, also for an account of another type than the path's; DomainError("access.account_beyond_own",
    "access.other_branches"), and DomainError for the caller's own account.
    """
    hashed = await passwords.hash(password := issued_password())
    async with uow:
        user, role = await load_manageable(user_id, actor=actor, uow=uow)
        _require_kind(role.type, kind, user_id, actor)
        if user_id == actor.id:
            raise DomainError("access.own_account")
        await set_issued_password(user, hashed, clock.now(), actor=actor, uow=uow)
        await uow.commit()
    return password


@permits(USERS, STAFF, do="update")
async def set_active(user_id: int, form: ChangeActive, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Blocks a staff account for a reason, or unblocks it (R1-205, R1-207, R1-208).

    Blocking ends its sessions at once. Raises ValidationError for a blank reason (D-61); DomainError if the account has
    that state already, if its owner no longer works here, for the superadmin and for the caller's own account.
    """
    blank = not form.is_active and not clean_text(form.reason)
    other = form.id is not None and form.id != user_id
    check(
        form,
        reason=[FieldError("limit.required")] if blank else [],
        id=[FieldError("limit.unknown_choice")] if other else [],
    )
    async with uow:
        user, role = await load_manageable(user_id, actor=actor, uow=uow)
        _require_kind(role.type, RoleType.STAFF, user_id, actor)
        if user_id == actor.id:
            raise DomainError("access.own_account")
        if form.is_active:
            user.unblock(used=await uow.count(Session, user_id=user_id) > 0)
            uow.audit(
                "access.user_unblocked",
                "user",
                user_id,
                actor=actor,
                permission=acting_permission(actor),
                login=user.login,
            )
        else:
            await block_account(user, clean_text(form.reason), clock.now(), actor=actor, uow=uow)
        await uow.commit()
    return Empty()


def _check(form: CreateUser | ChangeUser, **more: list[FieldError]) -> None:
    login = form.login.strip()
    wrong_phone = bool(form.phone_number) and normalise_phone(form.phone_number) is None
    # an empty login is reported as missing, by its own limit
    check(
        form,
        login=login_faults(login) if login else [],
        phoneNumber=[FieldError("limit.phone")] if wrong_phone else [],
        **more,
    )


def _fields(form: CreateUser | ChangeUser) -> dict[str, Any]:
    """Returns the account's columns from a form, normalised."""
    return {
        "login": form.login.strip(),
        "role_id": form.role_id,
        "first_name": tidy_name(form.first_name),
        "last_name": tidy_name(form.last_name),
        "middle_name": tidy_name(form.middle_name),
        "phone": normalise_phone(form.phone_number),
        "gender": form.gender,
        "all_offices": form.all_offices,
        "author": form.author,
    }


def require_kind_permission(kind: int, actor: Actor, do: str = "update") -> None:
    """Raises Forbidden for an account type beyond the caller's permission.

    ``users:staff`` covers staff; other accounts require ``staff_control:users``.
    """
    if kind != RoleType.STAFF and not actor.may(USERS, do):
        raise Forbidden(USERS, str(Action(do)))


def _require_kind(kind: int, wanted: int | None, user_id: int, actor: Actor) -> None:
    if wanted is not None and kind != wanted:
        raise NotFound("User", user_id)
    require_kind_permission(kind, actor)
