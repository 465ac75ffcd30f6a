"""The first start of an empty installation (D-11, D-14)."""

from adapters.memory.passwords import quick_hash
from application.access.roles import create_default_roles
from domain.access.roles import ADMIN, Role, default_roles
from domain.access.users import SUPERADMIN, User
from tests.application.installation import FIRST_PASSWORD, SYSTEM, Installation
from tests.support.errors import raises_error


async def test_the_first_start_creates_the_roles_and_the_superadmin() -> None:
    """The start is audited; the superadmin can sign in."""
    installation = Installation()
    assert await installation.bootstrap() is True
    assert [role.name for role in await installation.roles()] == [role.name for role in default_roles()]
    superadmin = await installation.user(SUPERADMIN)
    assert superadmin.superadmin
    assert superadmin.all_offices
    assert not superadmin.must_change_password
    assert installation.audit_verbs() == ["access.roles_created", "access.user_created"]
    assert FIRST_PASSWORD not in str(installation.database.audits)
    signed_in = await installation.sign_in(SUPERADMIN, FIRST_PASSWORD)
    assert signed_in.staff_info.role_name == ADMIN


async def test_a_later_start_changes_nothing() -> None:
    """Neither a changed password nor an edited role."""
    installation = Installation()
    await installation.bootstrap()
    async with installation.uow as uow:
        manager = await uow.find(Role, name="Manager")
        superadmin = await uow.find(User, login=SUPERADMIN)
        assert manager is not None
        assert superadmin is not None
        manager.permissions = {"users:students": ["read"]}
        superadmin.password_hash = quick_hash("boshqa parol")
        await uow.commit()
    before = installation.audit_verbs()
    assert await installation.bootstrap() is False
    assert installation.audit_verbs() == before
    assert {role.name: role.permissions for role in await installation.roles()}["Manager"] == {
        "users:students": ["read"]
    }
    with raises_error("access.wrong_credentials"):
        await installation.sign_in(SUPERADMIN, FIRST_PASSWORD)


async def test_a_deleted_default_role_is_created_again(installation: Installation) -> None:
    """D-14: POST /roles/initial creates missing ones; the others stay."""
    async with installation.uow as uow:
        assistant = await uow.find(Role, name="Assistant")
        assert assistant is not None
        await uow.remove(assistant)
        await uow.commit()
    assert (await create_default_roles(actor=SYSTEM, uow=installation.uow)).created == 1
    assert (await create_default_roles(actor=SYSTEM, uow=installation.uow)).created == 0
    assert len(await installation.roles()) == len(default_roles())
