"""The caller's own profile: rights, password, preferences."""

from typing import Any

from application.access.account_service import end_sessions
from application.access.ports import AccessViews, PreferenceStore
from application.access.rate_limit import clear_failures, count_failure, lock_attempts, reject_while_waiting
from application.access.rights_tree import rights_tree
from application.actor import Actor
from application.authorization import SIGNED_IN, built_permissions, permits
from application.ports import Clock, OutwardGate, PasswordHasher, UnitOfWork
from contracts.access.sign_in import (
    AllPermissionObjects,
    ChangePassword,
    ChangePreferences,
    PermissionObjects,
    Preferences,
    Profile,
)
from contracts.shared import Empty, check
from domain.access.permissions import everything
from domain.access.users import User, password_faults
from domain.shared.errors import DomainError, FieldError, ValidationError

TABLES_REMEMBERED = 100
COLUMNS_REMEMBERED = 100
MAX_NAME_LENGTH = 100


@permits(SIGNED_IN)
async def own_profile(*, actor: Actor, access: AccessViews, gate: OutwardGate) -> Profile:
    """Returns login, role and branches of the caller, and if the console is a copy."""
    profile = await access.profile(actor.id or 0)
    profile.copy = not await gate.is_open()
    return profile


@permits(SIGNED_IN)
async def own_rights(*, actor: Actor) -> PermissionObjects:
    """Returns the caller's rights as a tree of modules and options.

    The superadmin's tree is complete.
    """
    grants = everything() if actor.superadmin else actor.grants
    return PermissionObjects(permission_objects=rights_tree(grants))


@permits("staff_control:roles")
async def all_rights(*, actor: Actor) -> AllPermissionObjects:
    """Returns every existing right as a tree, and which of them open something."""
    return AllPermissionObjects(permission_objects=rights_tree(everything()), built=built_permissions())


@permits(SIGNED_IN)
async def change_own_password(
    form: ChangePassword, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, clock: Clock
) -> Empty:
    """Changes the caller's password after verifying the present one.

    All errors of both are reported at once. Wrong present passwords delay the next attempt, as at sign-in. The caller's
    other sessions end.
    """
    now, subject = clock.now(), f"password:{actor.id}"
    async with lock_attempts(subject):
        async with uow:
            await reject_while_waiting((subject,), uow, now)
            user = await uow.load(User, actor.id or 0)
        present = user.password_hash
        wrong = not await passwords.verify(form.current_password, present)
        if wrong:
            await count_failure((subject,), uow.independent(), now)
    faults = password_faults(form.new_password, user.login, common=passwords.common(form.new_password))
    if form.new_password and form.new_password == form.current_password:
        faults.append(FieldError("limit.password_same"))
    check(form, newPassword=faults, currentPassword=[FieldError("limit.password_wrong")] if wrong else [])
    hashed = await passwords.hash(form.new_password)
    async with uow:
        user = await uow.load(User, actor.id or 0, lock=True)
        if user.password_hash != present:
            # reset by somebody else while it was verified; the session has ended
            raise DomainError("access.session_ended")
        user.set_password(hashed, now, by_another=False)
        await end_sessions(user, "password_changed", now, uow, but=actor.session_id)
        await clear_failures(subject, uow)
        uow.audit("access.password_changed", "user", user.id, actor=actor, permission="profile")
        await uow.commit()
    return Empty()


@permits(SIGNED_IN)
async def own_preferences(*, actor: Actor, access: AccessViews) -> Preferences:
    """Returns the caller's rows per page, columns, language, theme and saved views."""
    return await access.preferences(actor.id or 0)


@permits(SIGNED_IN)
async def change_preferences(
    form: ChangePreferences, *, actor: Actor, access: AccessViews, store: PreferenceStore
) -> Preferences:
    """Merges the given preferences into the stored ones; other tables do not change."""
    faults = _too_much(form, await access.preferences(actor.id or 0))
    if faults:
        raise ValidationError(faults)
    changes: dict[str, Any] = {"pageSizes": dict(form.page_sizes), "columns": form.columns}
    changes |= {k: v for k, v in (("language", form.language), ("theme", form.theme)) if v is not None}
    await store.merge(actor.id or 0, changes)
    return await access.preferences(actor.id or 0)


def _too_much(form: ChangePreferences, present: Preferences) -> dict[str, list[FieldError]]:
    """Returns the errors of limits: number of tables, columns, length of a name."""
    tables = {
        "pageSizes": form.page_sizes.keys() | present.page_sizes,
        "columns": form.columns.keys() | present.columns,
    }
    faults = {
        field: [FieldError("limit.le", {"limit": TABLES_REMEMBERED})]
        for field, names in tables.items()
        if len(names) > TABLES_REMEMBERED
    }
    if any(len(columns) > COLUMNS_REMEMBERED for columns in form.columns.values()):
        faults.setdefault("columns", []).append(FieldError("limit.le", {"limit": COLUMNS_REMEMBERED}))
    written = {"pageSizes": set(form.page_sizes), "columns": set(form.columns).union(*form.columns.values())}
    for field, parts in written.items():
        if any(len(name) > MAX_NAME_LENGTH for name in parts):
            faults.setdefault(field, []).append(FieldError("limit.max_length", {"limit": MAX_NAME_LENGTH}))
    return faults
