"""Accounts in the command line: addressed by login and names.

The use cases of the screens are in ``accounts``.
"""

from application.access.account_service import block_account, issued_password, open_account, set_issued_password
from application.actor import Actor
from application.authorization import permits
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.shared import Empty
from domain.access.roles import ADMIN, Role
from domain.access.sessions import Session
from domain.access.users import SUPERADMIN, User, login_faults, password_faults
from domain.branches.office import Office
from domain.shared.errors import FieldError, NotFound, ValidationError
from domain.shared.text import clean_line, clean_text


async def prepare_superadmin(password: str, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher) -> bool:
    """Creates the account ``superadmin`` with this password if missing (D-11).

    Returns True if it was created.
    """
    async with uow:
        if await uow.find(User, login=SUPERADMIN) is not None:
            return False
        role = await uow.find(Role, name=ADMIN)
        if role is None or role.id is None:
            raise NotFound("Role", ADMIN)
        hashed = await passwords.hash(password)
        user = User(SUPERADMIN, hashed, role.id, superadmin=True, all_offices=True)
        uow.add(user)
        await uow.flush()
        uow.audit("access.user_created", "user", user.id, actor=actor, login=SUPERADMIN)
        await uow.commit()
    return True


@permits("staff_control:users", do="create", secret=True)
async def create_user(
    login: str,
    role_name: str,
    *,
    first_name: str = "",
    last_name: str = "",
    all_offices: bool = False,
    branches: tuple[str, ...] = (),
    actor: Actor,
    uow: UnitOfWork,
    passwords: PasswordHasher,
) -> str:
    """Creates an account and returns its first password.

    The password must be changed at the first sign-in. ``branches``: names of the user's branches; without one the user
    sees none, with ``all_offices`` all. Raises ValidationError for an invalid login or role,
    DomainError("access.login_taken").
    """
    login = login.strip()
    faults = {"login": login_faults(login)} if login_faults(login) else {}
    # a name may be left out, but what is given must be one
    given = {"first_name": first_name, "last_name": last_name}
    names = {field: clean_line(text) for field, text in given.items()}
    faults |= {field: [FieldError("limit.required")] for field, text in given.items() if text and not names[field]}
    password = issued_password()
    async with uow:
        role = await uow.find(Role, name=role_name)
        if role is None:
            choices = ", ".join(each.name for each in await uow.find_all(Role))
            faults["role"] = [FieldError("limit.one_of", {"choices": choices})]
        offices = [await uow.find(Office, name=name) for name in branches]
        if None in offices:
            choices = ", ".join(office.name for office in await uow.find_all(Office))
            faults["branch"] = [FieldError("limit.one_of", {"choices": choices})]
        if faults or role is None or role.id is None:
            raise ValidationError(faults)
        hashed = await passwords.hash(password)
        user = User(login, hashed, role.id, names["first_name"], names["last_name"], all_offices=all_offices)
        office_ids = {office.id for office in offices if office is not None and office.id is not None}
        await open_account(user, office_ids, actor=actor, uow=uow)
        await uow.commit()
    return password


@permits("staff_control:users", do="update", secret=True)
async def reset_password(
    login: str,
    *,
    password: str | None = None,
    actor: Actor,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    clock: Clock,
) -> str:
    """Sets a new password and ends every session of the account (D-9).

    It must be changed at the next sign-in.
    """
    chosen = password or issued_password()
    faults = password_faults(chosen, login, common=passwords.common(chosen))
    if faults:
        raise ValidationError({"password": faults})
    hashed = await passwords.hash(chosen)
    async with uow:
        user = await _by_login(login, uow)
        await set_issued_password(user, hashed, clock.now(), actor=actor, uow=uow)
        await uow.commit()
    return chosen


@permits("staff_control:users", do="update")
async def block_user(login: str, reason: str, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Blocks an account for a reason and ends its sessions at once (D-9, D-61)."""
    if not clean_text(reason):
        raise ValidationError({"reason": [FieldError("limit.required")]})
    async with uow:
        user = await _by_login(login, uow)
        await block_account(user, clean_text(reason), clock.now(), actor=actor, uow=uow)
        await uow.commit()
    return Empty()


@permits("staff_control:users", do="update")
async def unblock_user(login: str, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Unblocks an account.

    Raises DomainError if it is not blocked, or its owner no longer works here (R1-208).
    """
    async with uow:
        user = await _by_login(login, uow)
        user.unblock(used=await uow.count(Session, user_id=user.id) > 0)
        uow.audit(
            "access.user_unblocked", "user", user.id, actor=actor, permission="staff_control:users", login=user.login
        )
        await uow.commit()
    return Empty()


async def _by_login(login: str, uow: UnitOfWork) -> User:
    user = await uow.find(User, lock=True, login=login.strip())
    if user is None:
        raise NotFound("User", login)
    return user
