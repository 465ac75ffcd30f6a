"""Accounts: created, reset and blocked by an administrator (D-9, D-11, D-61)."""

import pytest

from application.access.users import block_user, create_user, reset_password
from application.actor import Actor
from domain.access.roles import RoleType
from domain.access.users import SUPERADMIN, User, UserStatus
from domain.branches.office import Office as Branch
from domain.branches.office import Workplace
from domain.shared.errors import Forbidden, NotFound, ValidationError
from tests.application.stage import FIRST_PASSWORD, SYSTEM, Office
from tests.support.errors import raises_error


async def _block(office: Office, login: str, reason: str = "ishdan ketdi", actor: Actor = SYSTEM) -> None:
    await block_user(login, reason, actor=actor, uow=office.uow, clock=office.clock)


async def _reset(office: Office, login: str, password: str | None = None, actor: Actor = SYSTEM) -> str:
    return await reset_password(
        login, password=password, actor=actor, uow=office.uow, passwords=office.passwords, clock=office.clock
    )


async def test_a_new_account_has_an_issued_password(office: Office) -> None:
    """ASVS-16: random, of at least 80 bits, shown once, never audited."""
    first, second = await office.open_account("nodira"), await office.open_account("Aziz")
    assert first != second
    assert len(first) == 20
    user = await office.user("NODIRA")
    assert (user.status, user.must_change_password) == (UserStatus.NEW, True)
    signed_in = await office.sign_in("nodira", first)
    assert signed_in.staff_info.must_change_password
    assert signed_in.staff_info.role_type == RoleType.STAFF
    assert first not in str(office.database.audits)


async def test_a_login_is_unique_without_case(office: Office) -> None:
    """In any case."""
    await office.open_account("nodira")
    with raises_error("access.login_taken"):
        await office.open_account("Nodira")
    with raises_error("access.login_taken"):
        await office.open_account("SUPERADMIN")


@pytest.mark.parametrize(
    ("login", "role", "fields"), [("", "Manager", {"login"}), ("x" * 65, "Nobody", {"login", "role"})]
)
async def test_all_errors_are_reported_together(office: Office, login: str, role: str, fields: set[str]) -> None:
    """D-3."""
    with pytest.raises(ValidationError) as invalid:
        await office.open_account(login, role)
    assert set(invalid.value.fields) == fields


async def test_a_reset_ends_every_session(office: Office) -> None:
    """ASVS-10, D-9: no token works, and the old password is rejected."""
    old = await office.open_account("nodira")
    signed_in = [await office.sign_in("nodira", old) for _ in range(2)]
    new = await _reset(office, "nodira")
    assert {session.end_reason for session in await office.sessions("nodira")} == {"password_reset"}
    for one in signed_in:
        with raises_error("access.session_ended"):
            await office.refresh(one.refresh_token)
    with raises_error("access.wrong_credentials"):
        await office.sign_in("nodira", old)
    assert (await office.sign_in("nodira", new)).staff_info.must_change_password
    assert office.audit_verbs()[-2:] == ["access.password_reset", "access.signed_in"]


async def test_a_chosen_password_is_validated(office: Office) -> None:
    """A password chosen by the administrator follows the same rules."""
    await office.open_account("nodira")
    with pytest.raises(ValidationError):
        await _reset(office, "nodira", "nodira")
    assert await _reset(office, "nodira", "yetarli uzun") == "yetarli uzun"


async def test_a_block_ends_every_session_and_the_account(office: Office) -> None:
    """ASVS-9, P7, D-61, WISH-21: with a reason, which is audited."""
    password = await office.open_account("nodira")
    signed_in = await office.sign_in("nodira", password)
    await _block(office, "nodira", "  ishdan ketdi ")
    user = await office.user("nodira")
    assert (user.status, user.block_reason) == (UserStatus.BLOCKED, "ishdan ketdi")
    with raises_error("access.session_ended"):
        await office.refresh(signed_in.refresh_token)
    with raises_error("access.blocked"):
        await office.sign_in("nodira", password)
    assert office.database.audits[-1]["after"] == {"reason": "ishdan ketdi"}
    with raises_error("access.already_blocked"):
        await _block(office, "nodira")


async def test_a_block_needs_a_reason(office: Office) -> None:
    """D-61."""
    await office.open_account("nodira")
    with pytest.raises(ValidationError):
        await _block(office, "nodira", "   ")
    assert (await office.user("nodira")).status == UserStatus.NEW


async def test_the_superadmin_cannot_be_blocked(office: Office) -> None:
    """D-11: the attempt ends none of the superadmin's sessions."""
    signed_in = await office.sign_in(SUPERADMIN, FIRST_PASSWORD)
    with raises_error("access.superadmin_is_fixed"):
        await _block(office, SUPERADMIN)
    await office.refresh(signed_in.refresh_token)


async def test_an_unknown_account_is_not_found(office: Office) -> None:
    """For block and reset."""
    with pytest.raises(NotFound):
        await _block(office, "nobody")
    with pytest.raises(NotFound):
        await _reset(office, "nobody")


async def test_without_the_right_nothing_is_changed(office: Office) -> None:
    """The guard precedes the use case, so it covers worker and command line."""
    password = await office.open_account("nodira")
    caller = office.actor(await office.sign_in("nodira", password), grants={"staff_control:users": ["read"]})
    before = office.audit_verbs()
    with pytest.raises(Forbidden):
        await office.open_account("other", actor=caller)
    with pytest.raises(Forbidden):
        await _reset(office, "nodira", actor=caller)
    with pytest.raises(Forbidden):
        await _block(office, "nodira", actor=caller)
    assert office.audit_verbs() == before


async def test_a_block_during_a_sign_in_applies(office: Office) -> None:
    """The account is read again under a lock before the session is created."""
    password = await office.open_account("nodira")
    verify = office.passwords.verify

    async def blocked_meanwhile(given: str, hashed: str | None) -> bool:
        await _block(office, "nodira")
        return await verify(given, hashed)

    office.passwords.verify = blocked_meanwhile  # type: ignore[method-assign]
    with raises_error("access.blocked"):
        await office.sign_in("nodira", password)
    assert await office.sessions("nodira") == []


async def test_a_new_account_has_its_branches(office: Office) -> None:
    """D-12: an unknown branch is rejected, with the list of known ones."""
    async with office.uow as uow:
        for name in ("Chilonzor", "Sergeli"):
            uow.add(Branch(name))
        await uow.commit()
    more = {"actor": SYSTEM, "uow": office.uow, "passwords": office.passwords}
    with pytest.raises(ValidationError) as told:
        await create_user("bek", "Manager", branches=("Chilonzor", "Yunusobod"), **more)
    assert told.value.fields["branch"][0].params == {"choices": "Chilonzor, Sergeli"}
    await create_user("bek", "Manager", branches=("Sergeli",), **more)
    async with office.uow as uow:
        user = await uow.find(User, login="bek")
        assert user is not None
        assert [place.office_id for place in await uow.find_all(Workplace, user_id=user.id)] == [2]
