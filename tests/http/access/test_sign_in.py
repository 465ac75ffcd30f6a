"""Signing in: who gets in, what he is told, and what a guesser learns (D-9…D-11, D-61)."""

import asyncio
from typing import Any

from domain.access.login_attempts import FREE_TRIES, FREE_TRIES_OF_ADDRESS
from tests.support.builders import Account, a_branch, a_user_with, an_admin_of
from tests.support.console import Console, Visitor, data


async def _try(visitor: Visitor, login: str, password: str = "wrong password", **more: Any) -> Any:
    return await visitor.post("/auth/sign-in", {"login": login, "password": password, **more})


async def _anybody(console: Console) -> Account:
    account = a_user_with({})
    await console.store(account)
    return account


async def test_who_signs_in_is_told_who_he_is(console: Console) -> None:
    """R1-024: both tokens, and the person with his role; then the profile knows his branches."""
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
    }


async def test_a_new_account_becomes_active_at_its_first_sign_in(console: Console) -> None:
    """D-61: NEW 3 until somebody has signed in, then ACTIVE 1."""
    account = a_user_with({}).having(status=3)
    await console.sign_in(account)
    assert await console.sql.fetchval("select status from users where id = $1", account.id) == 1


async def test_a_login_is_taken_in_any_case_and_with_spaces_around(console: Console) -> None:
    """A phone's keyboard makes the first letter a capital."""
    account = a_user_with({}).called("Nodira.Olimova")
    await console.store(account)
    for login in ("nodira.olimova", "NODIRA.OLIMOVA", "  Nodira.olimova "):
        data(await _try(console.nobody(), login, account.password))


async def test_a_password_is_taken_whole(console: Console) -> None:
    """ASVS-14: long, of any script, not cut off, and its spaces and capitals count."""
    account = a_user_with({})
    account.password = " Паро́ль-" + "ў" * 90 + "1"
    await console.sign_in(account)
    for wrong in (account.password[:-1], account.password.strip(), account.password.lower(), account.password + "1"):
        assert (await _try(console.nobody(), account.login, wrong)).status_code == 401


async def test_a_wrong_password_an_unknown_login_and_a_blocked_one_are_told_alike(console: Console) -> None:
    """ASVS-18: whoever guesses learns nothing of which logins there are."""
    account, blocked = await _anybody(console), a_user_with({}).blocked()
    await console.store(blocked)
    answers = [
        await _try(console.nobody("10.2.0.1"), account.login),
        await _try(console.nobody("10.2.0.1"), "there-is-no-such-login"),
        await _try(console.nobody("10.2.0.1"), blocked.login),
    ]
    told = [{name: value for name, value in a.json().items() if name != "requestId"} for a in answers]
    assert told[0] == told[1] == told[2]
    assert (told[0]["status"], told[0]["code"], told[0]["errId"]) == (401, "ACCESS_WRONG_CREDENTIALS", 201)
    assert len({tuple(sorted(answer.headers)) for answer in answers}) == 1


async def test_an_unknown_login_costs_a_verification_too(console: Console) -> None:
    """ASVS-18: the same work for both, so that time tells nothing either."""
    account, visitor = await _anybody(console), console.nobody("10.2.0.2")
    before = console.passwords.verified
    await _try(visitor, account.login)
    await _try(visitor, "there-is-no-such-login")
    assert console.passwords.verified == before + 2


async def test_who_is_blocked_and_knows_his_password_is_told_so(console: Console) -> None:
    """D-61: he can ask his administrator; no session is opened."""
    blocked = a_user_with({}).blocked()
    await console.store(blocked)
    answer = await _try(console.nobody(), blocked.login, blocked.password)
    assert (answer.status_code, answer.json()["code"]) == (403, "ACCESS_BLOCKED")
    assert await console.sql.fetchval("select count(*) from sessions where user_id = $1", blocked.id) == 0


async def test_what_is_missing_is_said_at_once(console: Console) -> None:
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


async def test_wrong_passwords_make_the_next_try_wait(console: Console) -> None:
    """D-10: five are free, then each doubles the wait; while one waits no password is looked at, not even the right."""
    account, visitor = await _anybody(console), console.nobody("10.2.0.3")
    for _ in range(FREE_TRIES):
        assert (await _try(visitor, account.login)).status_code == 401
    looked = console.passwords.verified
    refused = await _try(visitor, account.login, account.password)
    assert (refused.status_code, refused.json()["code"]) == (429, "ACCESS_TOO_MANY_TRIES")
    assert 1 <= int(refused.headers["Retry-After"]) <= 2
    assert console.passwords.verified == looked
    console.clock.pass_by(seconds=2)
    assert (await _try(visitor, account.login)).status_code == 401
    assert 2 <= int((await _try(visitor, account.login)).headers["Retry-After"]) <= 3
    console.clock.pass_by(seconds=3)
    data(await _try(visitor, account.login, account.password))
    assert (await _try(visitor, account.login)).status_code == 401, "who got in begins anew"


async def test_the_owner_is_not_locked_out_by_a_guesser_elsewhere(console: Console) -> None:
    """ASVS-17: a throttle per login alone would let anybody shut anybody out."""
    account = await _anybody(console)
    for _ in range(FREE_TRIES + 1):
        await _try(console.nobody("10.2.0.4"), account.login)
    assert (await _try(console.nobody("10.2.0.4"), account.login, account.password)).status_code == 429
    data(await _try(console.nobody("10.2.0.5"), account.login, account.password))


async def test_an_address_that_tries_many_logins_waits(console: Console) -> None:
    """ASVS-17: one wrong password each for many logins is guessing too."""
    visitor = console.nobody("10.2.0.6")
    for n in range(FREE_TRIES_OF_ADDRESS):
        assert (await _try(visitor, f"login-{n}")).status_code == 401
    assert (await _try(visitor, "another")).status_code == 429


async def test_wrong_passwords_at_once_are_all_counted_and_all_told_alike(console: Console) -> None:
    """Two browsers that guess at the same moment are answered, not met with a conflict."""
    account, visitor = await _anybody(console), console.nobody("10.2.0.7")
    answers = await asyncio.gather(*(_try(visitor, account.login) for _ in range(8)))
    assert {a.status_code for a in answers} <= {401, 429}, [a.text for a in answers if a.status_code not in (401, 429)]
    failures = await console.sql.fetchval("select failures from sign_in_tries where subject = 'address:10.2.0.7'")
    assert failures == sum(a.status_code == 401 for a in answers)


async def test_guessing_at_once_is_no_way_around_the_wait(console: Console) -> None:
    """ASVS-17: of many tries at the same moment no more than ten are looked at."""
    account, visitor = await _anybody(console), console.nobody("10.2.0.8")
    looked = console.passwords.verified
    answers = await asyncio.gather(*(_try(visitor, account.login) for _ in range(60)))
    assert console.passwords.verified - looked <= 10
    assert {answer.status_code for answer in answers} == {401, 429}


async def test_the_right_password_at_once_opens_every_time(console: Console) -> None:
    """One person with many tabs, or many checks of a monitor, is no guesser."""
    account, visitor = await _anybody(console), console.nobody("10.2.0.10")
    answers = await asyncio.gather(*(_try(visitor, account.login, account.password) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}


async def test_signing_in_is_recorded(console: Console) -> None:
    """D-15, ASVS-55: who, from where, in which request; never the password."""
    account = await _anybody(console)
    visitor = console.nobody("10.2.0.9")
    answer = await visitor.ask(
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
