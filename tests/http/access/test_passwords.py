"""Changing one's own password, and a password set by an administrator (D-61)."""

import pytest

from tests.support.access import table
from tests.support.builders import PASSWORD, a_user_with
from tests.support.console import Console, Visitor, data

NEW = "yangi maxfiy so'z 2"


async def _change(visitor: Visitor, current: str, new: str) -> dict[str, list[str]]:
    """The rejected fields."""
    answer = await visitor.put("/profile/password", {"currentPassword": current, "newPassword": new})
    if answer.is_success:
        return {}
    assert answer.status_code == 422
    fields: dict[str, list[str]] = answer.json()["fields"]
    return fields


async def test_after_a_change_only_the_new_password_signs_in(console: Console) -> None:
    """The audit record of the change has neither password."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    assert await _change(visitor, PASSWORD, NEW) == {}
    old = await console.nobody().post("/auth/sign-in", {"login": account.login, "password": PASSWORD})
    assert old.status_code == 401
    account.password = NEW
    await console.sign_in(account)
    records = str(await console.sql.fetch("select * from audits where actor_id = $1", account.id))
    assert "access.password_changed" in records
    assert NEW not in records
    assert PASSWORD not in records


async def test_all_errors_of_both_passwords_are_reported_together(console: Console) -> None:
    """D-3."""
    visitor = await console.sign_in(a_user_with({}))
    assert await _change(visitor, "wrong", "aaa") == {
        "currentPassword": ["The current password is wrong"],
        "newPassword": ["At least 8 characters", "The password is too simple"],
    }
    assert await _change(visitor, "", "") == {
        "currentPassword": ["This is required", "The current password is wrong"],
        "newPassword": ["This is required", "At least 8 characters"],
    }


@pytest.mark.parametrize("simple", ["aaaaaaaaaa", "11111111", " " * 9, "ITS-LOGIN", PASSWORD, "x" * 300, "qwerty123"])
async def test_a_weak_password_is_rejected(console: Console, simple: str) -> None:
    """ASVS-15: one character, the login, the old one, a common one, too long."""
    account = a_user_with({})
    visitor = await console.sign_in(account.called(f"its-login-{account.number}"))
    wanted = simple.replace("ITS-LOGIN", account.login.upper())
    assert list(await _change(visitor, PASSWORD, wanted)) == ["newPassword"]


@pytest.mark.parametrize("key", ["", "idempotency-key-"])
async def test_guessing_the_present_password_is_throttled(console: Console, key: str) -> None:
    """ASVS-17: at an unattended browser the wait grows as at sign-in.

    Also with an idempotency key for each guess: a rejected write is rolled back, the count of guesses is not.
    """
    console.clock.stop()
    visitor = await console.sign_in(a_user_with({}))
    statuses = []
    for n in range(8):
        headers = {"Idempotency-Key": f"{key}{n}"} if key else {}
        body = {"currentPassword": f"guess {n}", "newPassword": NEW}
        statuses.append((await visitor.request("PUT", "/profile/password", json=body, headers=headers)).status_code)
    assert statuses == [422] * 5 + [429] * 3


async def test_an_issued_password_opens_only_its_change(console: Console) -> None:
    """D-61, ASVS-16: afterwards every call works in the same session."""
    account = a_user_with({"users:students": ["read"]}).with_issued_password()
    visitor = await console.sign_in(account)
    assert visitor.signed_in["staffInfo"]["mustChangePassword"] is True
    opened = []
    for call in table():
        if call.permission in ("public", "student") or str(call).endswith("/auth/logout"):
            continue
        answer = await visitor.request(call.method, call.path_with(), json={} if call.method != "GET" else None)
        if answer.status_code == 403 and answer.json()["code"] == "ACCESS_PASSWORD_MUST_CHANGE":
            continue
        opened.append(str(call))
    assert opened == [
        "GET /api/staff/profile",
        "PUT /api/staff/profile/password",
        "GET /api/staff/preferences",
        "PUT /api/staff/preferences",
        "POST /api/staff/sender/log",
        "GET /api/staff/roles/permission-objects/mine",
    ]
    assert await _change(visitor, PASSWORD, NEW) == {}
    assert (await visitor.data("/profile"))["mustChangePassword"] is False
    data(await visitor.get("/students/all"))


async def test_a_changed_password_ends_the_other_sessions(console: Console) -> None:
    """D-9: the browser that changed it stays signed in."""
    account = a_user_with({})
    here, elsewhere = await console.sign_in(account), await console.sign_in(account)
    assert await _change(here, PASSWORD, NEW) == {}
    data(await here.get("/profile"))
    assert (await elsewhere.get("/profile")).status_code == 401
