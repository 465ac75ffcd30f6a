"""Signing in: responses, throttling and protection from guessing."""

import asyncio
from typing import Any

import pytest

from domain.access.login_attempts import FREE_ATTEMPTS, FREE_ATTEMPTS_ANYWHERE, FREE_ATTEMPTS_PER_ADDRESS
from tests.support.builders import Account, a_branch, a_user_with, an_admin_of
from tests.support.console import Console, Visitor, data


@pytest.fixture(autouse=True)
def stopped_clock(console: Console) -> None:
    """No wait after wrong passwords runs out on a slow machine."""
    console.clock.stop()


async def _attempt(visitor: Visitor, login: str, password: str = "wrong password", **more: Any) -> Any:
    return await visitor.post("/auth/sign-in", {"login": login, "password": password, **more})


async def _any_account(console: Console) -> Account:
    account = a_user_with({})
    await console.store(account)
    return account


async def test_signing_in_returns_the_account_and_both_tokens(console: Console) -> None:
    """R1-024: the account with its role; the profile has its branches."""
    chilonzor = a_branch("Chilonzor")
    account = an_admin_of(chilonzor).named("Shahzoda", "Karimova").called("shahzoda")
    visitor = await console.sign_in(account)
    assert visitor.signed_in["staffInfo"] == {
        "id": account.id,
        "login": "shahzoda",
        "fullName": "Karimova Shahzoda",
        "roleName": "Admin",
        "roleType": 1,
        "photo": None,
        "mustChangePassword": False,
    }
    assert await visitor.data("/profile") == {
        "id": account.id,
        "login": "shahzoda",
        "fullName": "Karimova Shahzoda",
        "photo": None,
        "role": {"id": account.role.id, "name": "Admin", "type": 1},
        "offices": [{"id": chilonzor.id, "name": "Chilonzor"}],
        "allOffices": False,
        "superadmin": False,
        "mustChangePassword": False,
        "timeZone": "Asia/Tashkent",
        "copy": False,
    }


async def test_a_new_account_becomes_active_at_its_first_sign_in(console: Console) -> None:
    """D-61: NEW 3 before the first sign-in, ACTIVE 1 after it."""
    account = a_user_with({}).having(status=3)
    await console.sign_in(account)
    assert await console.sql.fetchval("select status from users where id = $1", account.id) == 1


async def test_a_login_is_matched_without_case_and_surrounding_spaces(console: Console) -> None:
    """A phone's keyboard capitalises the first letter."""
    account = a_user_with({}).called("Nodira.Olimova")
    await console.store(account)
    for login in ("nodira.olimova", "NODIRA.OLIMOVA", "  Nodira.olimova "):
        data(await _attempt(console.nobody(), login, account.password))


async def test_a_password_is_compared_completely(console: Console) -> None:
    """ASVS-14: long, any script, not cut off; spaces and case count."""
    account = a_user_with({})
    account.password = " Паро́ль-" + "ў" * 90 + "1"
    await console.sign_in(account)
    for wrong in (account.password[:-1], account.password.strip(), account.password.lower(), account.password + "1"):
        assert (await _attempt(console.nobody(), account.login, wrong)).status_code == 401


async def test_a_wrong_password_an_unknown_login_and_a_blocked_account_look_alike(console: Console) -> None:
    """ASVS-18: a guesser cannot find out which logins exist."""
    account, blocked = await _any_account(console), a_user_with({}).blocked()
    await console.store(blocked)
    answers = [
        await _attempt(console.nobody("10.2.0.1"), account.login),
        await _attempt(console.nobody("10.2.0.1"), "there-is-no-such-login"),
        await _attempt(console.nobody("10.2.0.1"), blocked.login),
    ]
    bodies = [{name: value for name, value in a.json().items() if name != "requestId"} for a in answers]
    assert bodies[0] == bodies[1] == bodies[2]
    assert (bodies[0]["status"], bodies[0]["code"], bodies[0]["errId"]) == (401, "ACCESS_WRONG_CREDENTIALS", 201)
    assert len({tuple(sorted(answer.headers)) for answer in answers}) == 1


async def test_an_unknown_login_is_verified_like_a_known_one(console: Console) -> None:
    """ASVS-18: the same work for both, so the response time reveals nothing."""
    account, visitor = await _any_account(console), console.nobody("10.2.0.2")
    before = console.passwords.verified
    await _attempt(visitor, account.login)
    await _attempt(visitor, "there-is-no-such-login")
    assert console.passwords.verified == before + 2


async def test_a_blocked_account_with_the_right_password_learns_of_its_block(console: Console) -> None:
    """D-61: so that the user can contact an administrator; no session starts."""
    blocked = a_user_with({}).blocked()
    await console.store(blocked)
    answer = await _attempt(console.nobody(), blocked.login, blocked.password)
    assert (answer.status_code, answer.json()["code"]) == (403, "ACCESS_BLOCKED")
    assert await console.sql.fetchval("select count(*) from sessions where user_id = $1", blocked.id) == 0


async def test_all_missing_fields_are_reported_together(console: Console) -> None:
    """D-3: every broken limit, by field, in the caller's language."""
    visitor = console.nobody()
    visitor.language = "ru"
    answer = await visitor.post("/auth/sign-in", {"login": "", "password": "", "fcmToken": "x" * 5000})
    assert (answer.status_code, answer.json()["code"]) == (422, "SHARED_INVALID")
    assert answer.json()["fields"] == {
        "login": ["Обязательное поле"],
        "password": ["Обязательное поле"],
        "fcmToken": ["Не более 4096 символов"],
    }


async def test_wrong_passwords_throttle_the_next_attempt(console: Console) -> None:
    """D-10: five are free, then each doubles the wait.

    During the wait no password is verified, not even the right one.
    """
    account, visitor = await _any_account(console), console.nobody("10.2.0.3")
    for _ in range(FREE_ATTEMPTS):
        assert (await _attempt(visitor, account.login)).status_code == 401
    looked = console.passwords.verified
    refused = await _attempt(visitor, account.login, account.password)
    assert (refused.status_code, refused.json()["code"]) == (429, "ACCESS_TOO_MANY_TRIES")
    assert 1 <= int(refused.headers["Retry-After"]) <= 2
    assert console.passwords.verified == looked
    console.clock.pass_by(seconds=2)
    assert (await _attempt(visitor, account.login)).status_code == 401
    assert 2 <= int((await _attempt(visitor, account.login)).headers["Retry-After"]) <= 3
    console.clock.pass_by(seconds=3)
    data(await _attempt(visitor, account.login, account.password))
    assert (await _attempt(visitor, account.login)).status_code == 401, "a successful sign-in resets the count"


async def test_a_guesser_elsewhere_does_not_lock_out_the_owner(console: Console) -> None:
    """ASVS-17: a throttle per login alone would let anybody lock out anybody."""
    account = await _any_account(console)
    for _ in range(FREE_ATTEMPTS + 1):
        await _attempt(console.nobody("10.2.0.4"), account.login)
    assert (await _attempt(console.nobody("10.2.0.4"), account.login, account.password)).status_code == 429
    data(await _attempt(console.nobody("10.2.0.5"), account.login, account.password))


async def test_an_address_that_tries_many_logins_is_throttled(console: Console) -> None:
    """ASVS-17: one wrong password for each of many logins is guessing too."""
    visitor = console.nobody("10.2.0.6")
    for n in range(FREE_ATTEMPTS_PER_ADDRESS):
        assert (await _attempt(visitor, f"login-{n}")).status_code == 401
    assert (await _attempt(visitor, "another")).status_code == 429


async def test_a_login_tried_from_many_addresses_is_throttled(console: Console) -> None:
    """D-160: no address reaches its own limit; a known browser is not held up."""
    account = await _any_account(console)
    owner = console.nobody("10.2.0.9")
    data(await _attempt(owner, account.login, account.password))
    for n in range(FREE_ATTEMPTS_ANYWHERE):
        assert (await _attempt(console.nobody(f"10.3.{n}.1"), account.login)).status_code == 401
    assert (await _attempt(console.nobody("10.4.0.1"), account.login)).status_code == 429
    data(await _attempt(owner, account.login, account.password))


async def test_concurrent_wrong_passwords_are_all_counted(console: Console) -> None:
    """Two browsers guessing concurrently get the usual response, no conflict."""
    account, visitor = await _any_account(console), console.nobody("10.2.0.7")
    answers = await asyncio.gather(*(_attempt(visitor, account.login) for _ in range(8)))
    assert {a.status_code for a in answers} <= {401, 429}, [a.text for a in answers if a.status_code not in (401, 429)]
    failures = await console.sql.fetchval("select failures from sign_in_tries where subject = 'address:10.2.0.7'")
    assert failures == sum(a.status_code == 401 for a in answers)


async def test_concurrent_guessing_does_not_bypass_the_throttle(console: Console) -> None:
    """ASVS-17: of many concurrent attempts at most ten are verified."""
    account, visitor = await _any_account(console), console.nobody("10.2.0.8")
    looked = console.passwords.verified
    answers = await asyncio.gather(*(_attempt(visitor, account.login) for _ in range(60)))
    assert console.passwords.verified - looked <= 10
    assert {answer.status_code for answer in answers} == {401, 429}


async def test_concurrent_sign_ins_with_the_right_password_all_succeed(console: Console) -> None:
    """Many tabs, or the checks of a monitor."""
    account, visitor = await _any_account(console), console.nobody("10.2.0.10")
    answers = await asyncio.gather(*(_attempt(visitor, account.login, account.password) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}


async def test_signing_in_is_audited(console: Console) -> None:
    """D-15, ASVS-55: account, address and request; never the password."""
    account = await _any_account(console)
    visitor = console.nobody("10.2.0.9")
    answer = await visitor.request(
        "POST",
        "/auth/sign-in",
        json={"login": account.login, "password": account.password},
        headers={"X-Request-Id": "request-of-sign-in", "User-Agent": "Firefox"},
    )
    data(answer)
    rows = await console.sql.fetch("select * from audits where request_id = 'request-of-sign-in'")
    assert [(row["verb"], row["actor_id"], row["address"]) for row in rows] == [
        ("access.signed_in", account.id, "10.2.0.9")
    ]
    assert account.password not in str(rows)
    session = await console.sql.fetchrow("select * from sessions where user_id = $1", account.id)
    assert (session["address"], session["user_agent"]) == ("10.2.0.9", "Firefox")
