"""The staff member in whose name an administrator acts on the command line."""

from application.actor import Actor
from domain.access.roles import Role
from domain.access.users import User, UserStatus, shown_name
from domain.shared.errors import DomainError, NotFound
from entrypoints.wiring import Container


async def person(login: str, container: Container) -> Actor:
    """The account's rights and name.

    Raises NotFound, or DomainError for a blocked account.
    """
    async with container.uow() as uow:
        user = await uow.find(User, login=login)
        if user is None:
            raise NotFound("User", login)
        if user.status == UserStatus.BLOCKED:
            raise DomainError("access.blocked")
        role = await uow.load(Role, user.role_id)
    return Actor(
        id=user.id,
        name=shown_name(user.login, user.last_name, user.first_name, user.middle_name),
        role_name=role.name,
        grants={key: tuple(actions) for key, actions in role.permissions.items()},
        all_offices=True,
        superadmin=user.superadmin,
        address="command line",
        language="en",
    )
