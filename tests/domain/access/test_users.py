"""Accounts: first sign-in, passwords, blocking (D-11, D-61)."""

from datetime import UTC, datetime

import pytest

from domain.access.users import (
    MAX_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
    User,
    UserStatus,
    login_faults,
    password_faults,
    shown_name,
)
from domain.people.staff_state import WorkStatus
from tests.support.errors import raises_error

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)


def _codes(password: str, login: str = "shahzoda", *, common: bool = False) -> list[str]:
    return [broken.code for broken in password_faults(password, login, common=common)]


def test_the_numbers_of_an_account_match_the_specification() -> None:
    """R1-184, D-61."""
    assert {one.name: one.value for one in UserStatus} == {"ACTIVE": 1, "BLOCKED": 2, "NEW": 3}


def test_a_new_account_becomes_active_at_its_first_sign_in() -> None:
    """It stays active."""
    user = User("shahzoda", "hash", 1)
    assert user.status == UserStatus.NEW
    user.signed_in()
    user.signed_in()
    assert user.status == UserStatus.ACTIVE


def test_a_blocked_account_can_not_sign_in() -> None:
    """Blocked for a reason, once."""
    user = User("shahzoda", "hash", 1)
    user.block("ishdan ketdi")
    assert (user.status, user.block_reason) == (UserStatus.BLOCKED, "ishdan ketdi")
    with raises_error("access.blocked"):
        user.signed_in()
    with raises_error("access.already_blocked"):
        user.block("yana")
    assert user.block_reason == "ishdan ketdi"


def test_the_superadmin_is_never_blocked() -> None:
    """D-11, ASVS-28."""
    user = User("superadmin", "hash", 1, superadmin=True)
    with raises_error("access.superadmin_is_fixed"):
        user.block("har qanday")
    assert user.status == UserStatus.NEW


@pytest.mark.parametrize(("used", "status"), [(True, UserStatus.ACTIVE), (False, UserStatus.NEW)])
def test_unblocking_restores_the_previous_state(used: bool, status: UserStatus) -> None:
    """New or active; the reason is removed, and a second unblocking is no change.

    D-61.
    """
    user = User("shahzoda", "hash", 1)
    with raises_error("access.not_blocked"):
        user.unblock(used=used)
    user.block("ta'til")
    user.unblock(used=used)
    assert (user.status, user.block_reason) == (status, "")


def test_an_account_of_departed_staff_can_not_be_opened() -> None:
    """It closes with the employment and opens only after a return (R1-208)."""
    user = User("shahzoda", "hash", 1, status=UserStatus.ACTIVE)
    before, after = user.change(NOON, work_status=WorkStatus.NOT_WORKING)
    assert (before, after) == ({"work_status": WorkStatus.WORKING}, {"work_status": WorkStatus.NOT_WORKING})
    assert user.status == UserStatus.BLOCKED
    with raises_error("access.not_working"):
        user.unblock(used=True)
    user.change(NOON, work_status=WorkStatus.WORKING)
    assert user.status == UserStatus.BLOCKED
    user.unblock(used=True)
    assert user.status == UserStatus.ACTIVE


@pytest.mark.parametrize(
    ("field", "value"),
    [("login", "x"), ("role_id", 2), ("all_offices", False), ("work_status", WorkStatus.NOT_WORKING)],
)
def test_the_superadmin_can_not_be_demoted(field: str, value: object) -> None:
    """A rejected change leaves nothing; the superadmin may edit their own name (D-11)."""
    user = User("superadmin", "hash", 1, superadmin=True, all_offices=True)
    with raises_error("access.superadmin_is_fixed"):
        user.change(NOON, first_name="Bosh", **{field: value})
    assert (user.login, user.role_id, user.all_offices, user.first_name, user.changed_at) == (
        "superadmin",
        1,
        True,
        "",
        None,
    )
    user.change(NOON, first_name="Bosh", login="superadmin")
    assert (user.first_name, user.changed_at) == ("Bosh", NOON)


def test_equal_values_are_no_change() -> None:
    """Saving the present values makes no new version (D-8)."""
    user = User("shahzoda", "hash", 1, first_name="Shahzoda")
    assert user.change(NOON, first_name="Shahzoda", login="shahzoda") == ({}, {})
    assert user.changed_at is None


@pytest.mark.parametrize(
    ("login", "fits"),
    [
        ("abc", True),
        ("x" * 64, True),
        ("sh.karimova_1@markaz-uz", True),
        ("ab", False),
        ("x" * 65, False),
        ("шахзода", False),
        ("o'ktam", False),
        ("a b c", False),
        ("abc\n", False),
        ("", False),
    ],
)
def test_a_login_has_only_plain_letters(login: str, fits: bool) -> None:
    """R1-247."""
    assert (login_faults(login) == []) is fits


def test_a_password_set_by_another_must_be_changed() -> None:
    """One's own need not (D-61)."""
    user = User("shahzoda", "hash", 1)
    user.set_password("other", NOON, by_another=True)
    assert (user.password_hash, user.must_change_password, user.password_changed_at) == ("other", True, NOON)
    user.set_password("own", NOON, by_another=False)
    assert user.must_change_password is False


@pytest.mark.parametrize(
    "password",
    [
        "yangi-so'z",
        "12345679",
        "Пароль!!",
        "ўзбекча so'z",
        "🙂🙃🙂🙃🙂🙃🙂🙃",
        "a b c d e f",
        "x" * (MAX_PASSWORD_LENGTH - 1) + "y",
    ],
)
def test_passwords_of_any_script_and_length_are_accepted(password: str) -> None:
    """8 to 256, counted as characters (ASVS-14)."""
    assert _codes(password) == []


@pytest.mark.parametrize(
    ("password", "codes"),
    [
        ("", ["limit.min_length"]),
        ("a", ["limit.min_length", "limit.password_too_simple"]),
        ("a" * (MIN_PASSWORD_LENGTH - 1), ["limit.min_length", "limit.password_too_simple"]),
        ("abcdefg", ["limit.min_length"]),
        ("a" * 8, ["limit.password_too_simple"]),
        ("SHAHZODA", ["limit.password_too_simple"]),
        ("ab" * 200, ["limit.max_length"]),
    ],
)
def test_every_fault_of_a_password_is_reported(password: str, codes: list[str]) -> None:
    """D-3: all of it."""
    assert _codes(password) == codes


def test_a_common_password_is_rejected() -> None:
    """ASVS-15."""
    assert _codes("parolparol1", common=True) != []


def test_an_account_is_shown_by_name_or_by_login() -> None:
    """The superadmin has no name at first."""
    assert shown_name("shahzoda", "Karimova", "Shahzoda", "") == "Karimova Shahzoda"
    assert shown_name("superadmin", "", " ", "") == "superadmin"
