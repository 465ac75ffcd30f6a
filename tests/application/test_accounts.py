"""Accounts: created, reset and blocked by an administrator (D-9, D-11, D-61)."""

import pytest

from application.access.users import block_user, create_user, reset_password
from application.actor import Actor
from domain.access.roles import RoleType
from domain.access.users import SUPERADMIN, User, UserStatus
from domain.branches.office import Office as Branch
from domain.branches.office import Workplace
from domain.shared.errors import Forbidden, NotFound, ValidationError
from tests.application.installation import FIRST_PASSWORD, SYSTEM, Installation
from tests.support.errors import raises_error


async def _block(installation: Installation, login: str, reason: str = "ishdan ketdi", actor: Actor = SYSTEM) -> None:
    await block_user(login, reason, actor=actor, uow=installation.uow, clock=installation.clock)


async def _reset(installation: Installation, login: str, password: str | None = None, actor: Actor = SYSTEM) -> str:
    return await reset_password(
        login,
        password=password,
        actor=actor,
        uow=installation.uow,
        passwords=installation.passwords,
        clock=installation.clock,
    )


async def test_a_new_account_has_an_issued_password(installation: Installation) -> None:
    """ASVS-16: random, of at least 80 bits, shown once, never audited."""
    first, second = await installation.open_account("nodira"), await installation.open_account("Aziz")
    assert first != second
    assert len(first) == 20
    user = await installation.user("NODIRA")
    assert (user.status, user.must_change_password) == (UserStatus.NEW, True)
    signed_in = await installation.sign_in("nodira", first)
    assert signed_in.staff_info.must_change_password
    assert signed_in.staff_info.role_type == RoleType.STAFF
    assert first not in str(installation.database.audits)


async def test_a_login_is_unique_without_case(installation: Installation) -> None:
    """In any case."""
    await installation.open_account("nodira")
    with raises_error("access.login_taken"):
        await installation.open_account("Nodira")
    with raises_error("access.login_taken"):
        await installation.open_account("SUPERADMIN")


@pytest.mark.parametrize(
    ("login", "role", "fields"), [("", "Manager", {"login"}), ("x" * 65, "Nobody", {"login", "role"})]
)
async def test_all_errors_are_reported_together(
    installation: Installation, login: str, role: str, fields: set[str]
) -> None:
    """D-3."""
    with pytest.raises(ValidationError) as invalid:
        await installation.open_account(login, role)
    assert set(invalid.value.fields) == fields


async def test_a_reset_ends_every_session(installation: Installation) -> None:
    """ASVS-10, D-9: no token works, and the old password is rejected."""
    old = await installation.open_account("nodira")
    signed_in = [await installation.sign_in("nodira", old) for _ in range(2)]
    new = await _reset(installation, "nodira")
    assert {session.end_reason for session in await installation.sessions("nodira")} == {"password_reset"}
    for one in signed_in:
        with raises_error("access.session_ended"):
            await installation.refresh(one.refresh_token)
    with raises_error("access.wrong_credentials"):
        await installation.sign_in("nodira", old)
    assert (await installation.sign_in("nodira", new)).staff_info.must_change_password
    assert installation.audit_verbs()[-2:] == ["access.password_reset", "access.signed_in"]


async def test_a_chosen_password_is_validated(installation: Installation) -> None:
    """A password chosen by the administrator follows the same rules."""
    await installation.open_account("nodira")
    with pytest.raises(ValidationError):
        await _reset(installation, "nodira", "nodira")
    assert await _reset(installation, "nodira", "yetarli uzun") == "yetarli uzun"


async def test_a_block_ends_every_session_and_the_account(installation: Installation) -> None:
    """ASVS-9, P7, D-61, WISH-21: with a reason, which is audited."""
    password = await installation.open_account("nodira")
    signed_in = await installation.sign_in("nodira", password)
    await _block(installation, "nodira", "  ishdan ketdi ")
    user = await installation.user("nodira")
    assert (user.status, user.block_reason) == (UserStatus.BLOCKED, "ishdan ketdi")
    with raises_error("access.session_ended"):
        await installation.refresh(signed_in.refresh_token)
    with raises_error("access.blocked"):
        await installation.sign_in("nodira", password)
    assert installation.database.audits[-1]["after"] == {"reason": "ishdan ketdi"}
    with raises_error("access.already_blocked"):
        await _block(installation, "nodira")


async def test_a_block_needs_a_reason(installation: Installation) -> None:
    """D-61."""
    await installation.open_account("nodira")
    with pytest.raises(ValidationError):
        await _block(installation, "nodira", "   ")
    assert (await installation.user("nodira")).status == UserStatus.NEW


async def test_the_superadmin_cannot_be_blocked(installation: Installation) -> None:
    """D-11: the attempt ends none of the superadmin's sessions."""
    signed_in = await installation.sign_in(SUPERADMIN, FIRST_PASSWORD)
    with raises_error("access.superadmin_is_fixed"):
        await _block(installation, SUPERADMIN)
    await installation.refresh(signed_in.refresh_token)


async def test_an_unknown_account_is_not_found(installation: Installation) -> None:
    """For block and reset."""
    with pytest.raises(NotFound):
        await _block(installation, "nobody")
    with pytest.raises(NotFound):
        await _reset(installation, "nobody")


async def test_without_the_right_nothing_is_changed(installation: Installation) -> None:
    """The guard precedes the use case, so it covers worker and command line."""
    password = await installation.open_account("nodira")
    caller = installation.actor(
        await installation.sign_in("nodira", password), grants={"staff_control:users": ["read"]}
    )
    before = installation.audit_verbs()
    with pytest.raises(Forbidden):
        await installation.open_account("other", actor=caller)
    with pytest.raises(Forbidden):
        await _reset(installation, "nodira", actor=caller)
    with pytest.raises(Forbidden):
        await _block(installation, "nodira", actor=caller)
    assert installation.audit_verbs() == before


async def test_a_block_during_a_sign_in_applies(installation: Installation) -> None:
    """The account is read again under a lock before the session is created."""
    password = await installation.open_account("nodira")
    verify = installation.passwords.verify

    async def blocked_meanwhile(given: str, hashed: str | None) -> bool:
        await _block(installation, "nodira")
        return await verify(given, hashed)

    installation.passwords.verify = blocked_meanwhile  # type: ignore[method-assign]
    with raises_error("access.blocked"):
        await installation.sign_in("nodira", password)
    assert await installation.sessions("nodira") == []


async def test_a_new_account_has_its_branches(installation: Installation) -> None:
    """D-12: an unknown branch is rejected, with the list of known ones."""
    async with installation.uow as uow:
        for name in ("Chilonzor", "Sergeli"):
            uow.add(Branch(name))
        await uow.commit()
    more = {"actor": SYSTEM, "uow": installation.uow, "passwords": installation.passwords}
    with pytest.raises(ValidationError) as refusal:
        await create_user("bek", "Manager", branches=("Chilonzor", "Yunusobod"), **more)
    assert refusal.value.fields["branch"][0].params == {"choices": "Chilonzor, Sergeli"}
    await create_user("bek", "Manager", branches=("Sergeli",), **more)
    async with installation.uow as uow:
        user = await uow.find(User, login="bek")
        assert user is not None
        assert [place.office_id for place in await uow.find_all(Workplace, user_id=user.id)] == [2]
