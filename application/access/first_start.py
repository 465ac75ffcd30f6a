"""Bootstraps an empty installation; idempotent on every later start (D-11, D-14)."""

from application.access.roles import create_default_roles
from application.access.users import prepare_superadmin
from application.actor import system
from application.ports import PasswordHasher, UnitOfWork


async def bootstrap(superadmin_password: str, *, uow: UnitOfWork, passwords: PasswordHasher) -> bool:
    """Creates the default roles and the superadmin.

    Returns True if the superadmin was created with this password just now.
    """
    actor = system(name="first start")
    await create_default_roles(actor=actor, uow=uow)
    return await prepare_superadmin(superadmin_password, actor=actor, uow=uow, passwords=passwords)
