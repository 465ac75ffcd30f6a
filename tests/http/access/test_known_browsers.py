"""Attacks on the count of wrong passwords of a browser that signed in before.

D-160, ASVS-65.
"""

import base64
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.security.browser_cookies import EncryptedBrowserCookies
from domain.access.login_attempts import FREE_ATTEMPTS, FREE_ATTEMPTS_PER_ADDRESS
from entrypoints.http.app import STAFF
from entrypoints.http.browser_cookie import PATH
from tests.support.builders import Account, a_superadmin, a_user_with
from tests.support.console import SECRET_KEY, Console, Visitor, a_console, data

OFFICE = "10.8.0.1"


@pytest.fixture(autouse=True)
async def fresh_window(console: Console) -> None:
    """No wait of the test before holds up this one, and none runs out within it."""
    console.clock.stop()
    await console.sql.execute("delete from sign_in_tries")


async def _attempt(visitor: Visitor, account: Account, password: str = "wrong password") -> int:
    body = {"login": account.login, "password": password}
    return int((await visitor.post("/auth/sign-in", body)).status_code)


async def _known(console: Console, account: Account, address: str = OFFICE) -> Visitor:
    """The account's browser after signing out."""
    visitor = await console.sign_in(account, address)
    data(await visitor.post("/auth/logout"))
    visitor.token = ""
    return visitor


async def _flood(console: Console, account: Account, times: int = FREE_ATTEMPTS_PER_ADDRESS) -> set[int]:
    """Wrong passwords from the office's address, without a cookie; the statuses."""
    console.clock.stop()
    stranger = console.nobody(OFFICE)
    return {await _attempt(stranger, account) for _ in range(times)}


async def test_a_thousand_wrong_passwords_do_not_hold_up_a_known_browser(console: Console) -> None:
    """The stranger shares address and login with the owner."""
    account = a_user_with({})
    owner = await _known(console, account)
    assert await _flood(console, account, 1000) == {401, 429}
    assert await _attempt(console.nobody(OFFICE), account, account.password) == 429
    assert await _attempt(owner, account) == 401, "a mistake of the owner's is free"
    assert await _attempt(owner, account, account.password) == 200
    assert await _attempt(console.nobody(OFFICE), account, account.password) == 429, "the stranger's count stays"


async def test_wrong_passwords_for_many_logins_do_not_hold_up_a_known_browser(console: Console) -> None:
    account = a_user_with({})
    owner, stranger = await _known(console, account), console.nobody(OFFICE)
    for n in range(FREE_ATTEMPTS_PER_ADDRESS):
        await stranger.post("/auth/sign-in", {"login": f"login-{n}", "password": "wrong password"})
    assert await _attempt(console.nobody(OFFICE), account, account.password) == 429
    assert await _attempt(owner, account, account.password) == 200


async def test_a_cookie_of_another_login_does_not_help(console: Console) -> None:
    """A colleague cannot guess with it, nor evade the wait of the address."""
    account, colleague = a_user_with({}), a_user_with({})
    await console.store(account)
    guesser = await _known(console, colleague)
    for _ in range(FREE_ATTEMPTS):
        assert await _attempt(guesser, account) == 401
    assert await _attempt(guesser, account, account.password) == 429
    assert await _attempt(console.nobody(OFFICE), account, account.password) == 429, "the same count"


async def test_a_known_browser_exhausts_its_own_count(console: Console) -> None:
    """A stolen cookie is not unlimited, from whatever address; others do not pay."""
    account = a_user_with({})
    owner = await _known(console, account)
    for n in range(FREE_ATTEMPTS):
        thief = console.nobody(f"10.8.1.{n}")
        thief.cookie = owner.cookie
        assert await _attempt(thief, account) == 401
    looked = console.passwords.verified
    assert await _attempt(owner, account, account.password) == 429
    assert console.passwords.verified == looked
    assert await _attempt(console.nobody(OFFICE), account, account.password) == 200
    console.clock.pass_by(seconds=2)
    assert await _attempt(owner, account, account.password) == 200


async def test_a_shared_browser_knows_each_login_that_signed_in(console: Console) -> None:
    """With a count for each of them."""
    first, second = a_user_with({}), a_user_with({})
    await console.store(first, second)
    shared = await _known(console, first)
    assert await _attempt(shared, second, second.password) == 200
    await _flood(console, first)
    for _ in range(FREE_ATTEMPTS):
        assert await _attempt(shared, second) == 401
    assert await _attempt(shared, second, second.password) == 429
    assert await _attempt(shared, first, first.password) == 200


def _flipped(cookie: str) -> str:
    sealed = bytearray(base64.urlsafe_b64decode(cookie[2:] + "=" * (-len(cookie[2:]) % 4)))
    sealed[-1] ^= 1
    return cookie[:2] + base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()


FORGERIES: dict[str, Callable[[str], str]] = {
    "changed": _flipped,
    "cut": lambda cookie: cookie[:-4],
    "of another version": lambda cookie: f"2.{cookie[2:]}",
    "without a version": lambda cookie: cookie[2:],
    "only a version": lambda _: "1.",
    "no base64": lambda _: "1.***",
    "text": lambda _: "known",
    "not ASCII": lambda _: "1.\xff\xfe",
    "very long": lambda cookie: cookie + "A" * 5000,
    "of another installation": lambda cookie: EncryptedBrowserCookies("another key").write(
        EncryptedBrowserCookies(SECRET_KEY).read(cookie)  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
async def test_a_forged_cookie_is_ignored(console: Console, kind: str) -> None:
    """The attempt counts as an unknown browser's; a sign-in replaces the cookie."""
    account = a_user_with({})
    visitor = await _known(console, account)
    forged = FORGERIES[kind](visitor.cookie)
    await _flood(console, account)
    body = {"login": account.login, "password": account.password}
    header = {"Cookie": f"markaz_browser={forged}".encode("latin-1")}
    answers = [await visitor.request("POST", "/auth/sign-in", json=body, headers=header)]  # type: ignore[arg-type]
    await console.sql.execute("delete from sign_in_tries")
    answers.append(await visitor.request("POST", "/auth/sign-in", json=body, headers=header))  # type: ignore[arg-type]
    assert [answer.status_code for answer in answers] == [429, 200]
    assert answers[1].cookies["markaz_browser"] != forged


async def _change_own_password(console: Console, account: Account) -> None:
    visitor = await console.sign_in(account, "10.8.0.2")
    form = {"currentPassword": account.password, "newPassword": "ikkinchi-parol-2"}
    data(await visitor.put("/profile/password", form))
    account.password = "ikkinchi-parol-2"


async def _reset_password(console: Console, account: Account) -> None:
    admin = await console.sign_in(a_superadmin(), "10.8.0.2")
    account.password = data(await admin.put(f"/users/staff/{account.id}/reset-password"))["password"]


async def _block_and_unblock(console: Console, account: Account) -> None:
    admin = await console.sign_in(a_superadmin(), "10.8.0.2")
    for form in ({"isActive": False, "reason": "left"}, {"isActive": True}):
        data(await admin.put(f"/users/staff/{account.id}/update-status", form))


async def _end_all_sessions(console: Console, account: Account) -> None:
    admin = await console.sign_in(a_superadmin(), "10.8.0.2")
    data(await admin.delete(f"/users/{account.id}/sessions"))


REVOCATIONS = [_change_own_password, _reset_password, _block_and_unblock, _end_all_sessions]


@pytest.mark.parametrize("revoke", REVOCATIONS, ids=lambda one: one.__name__.strip("_"))
@pytest.mark.parametrize("signed_out", [True, False])
async def test_a_revocation_makes_browsers_unknown(fresh_console: Console, revoke: Any, signed_out: bool) -> None:
    """A person at that browser may know the old password."""
    account = a_user_with({})
    visitor = await (_known(fresh_console, account) if signed_out else fresh_console.sign_in(account, OFFICE))
    await revoke(fresh_console, account)
    await _flood(fresh_console, account)
    assert await _attempt(visitor, account, account.password) == 429


async def test_the_browser_that_changed_the_password_stays_known(console: Console) -> None:
    account = a_user_with({})
    visitor = await console.sign_in(account, OFFICE)
    form = {"currentPassword": account.password, "newPassword": "uchinchi-parol-3"}
    data(await visitor.put("/profile/password", form))
    data(await visitor.post("/auth/logout"))
    await _flood(console, account)
    assert await _attempt(visitor, account, "uchinchi-parol-3") == 200


async def test_a_browser_whose_session_was_ended_is_unknown(console: Console) -> None:
    """A lost laptop, ended from the profile page; other browsers stay known."""
    account = a_user_with({})
    lost, kept = await console.sign_in(account, OFFICE), await console.sign_in(account, OFFICE)
    sessions = (await kept.data("/auth/sessions"))["sessions"]
    (other,) = [one["id"] for one in sessions if not one["current"]]
    data(await kept.delete(f"/auth/sessions/{other}"))
    await _flood(console, account)
    assert await _attempt(lost, account, account.password) == 429
    assert await _attempt(kept, account, account.password) == 200


async def test_a_browser_is_unknown_after_ninety_days(console: Console) -> None:
    """The cookie expires by its content, whatever the browser does with it."""
    account = a_user_with({})
    visitor = await _known(console, account)
    console.clock.pass_by(days=90)
    await _flood(console, account)
    assert await _attempt(visitor, account, account.password) == 429


@pytest.mark.parametrize(("origin", "secure"), [("https://centre.test", True), ("http://centre.test", False)])
async def test_the_cookie_is_for_signing_in_alone(console: Console, origin: str, secure: bool) -> None:
    """Hidden from scripts and other sites' requests; over TLS for TLS alone."""
    account = a_user_with({})
    await console.store(account)
    body = {"login": account.login, "password": account.password}
    answer = await console.nobody().request("POST", "/auth/sign-in", json=body, headers={"Origin": origin})
    (header,) = answer.headers.get_list("set-cookie")
    value, *attributes = header.split("; ")
    expected = {"httponly", f"max-age={90 * 86400}", f"path={PATH}", "samesite=strict"} | (
        {"secure"} if secure else set()
    )
    assert {one.lower() for one in attributes} == expected
    assert f"{STAFF}/auth/sign-in".startswith(f"{PATH}/")
    assert len(value) < 500


async def test_the_cookie_is_unreadable_and_new_at_each_sign_in(console: Console) -> None:
    """It shows neither login nor id; a rejected sign-in sets none."""
    account = a_user_with({}).called("yulduz.known")
    visitor = await console.sign_in(account, OFFICE)
    first = visitor.cookie
    plain = base64.urlsafe_b64decode(first[2:] + "=" * (-len(first[2:]) % 4))
    assert b"yulduz" not in plain
    assert b"[[" not in plain
    assert await _attempt(visitor, account) == 401
    assert visitor.cookie == first
    assert await _attempt(visitor, account, account.password) == 200
    assert visitor.cookie != first


async def test_the_cookie_signs_nobody_in(console: Console) -> None:
    """It decides about a count of wrong passwords and grants nothing."""
    visitor = await _known(console, a_user_with({}))
    assert visitor.cookie
    for path in ("/profile", "/auth/sessions", "/auth/refresh-token"):
        assert (await visitor.get(path)).status_code == 401


@pytest.fixture
async def second_api(console: Console, tmp_path: Path) -> AsyncIterator[Console]:
    """Another instance of the API on the same database, with the same secret key."""
    async with a_console(console.url, tmp_path) as second:
        second.clock.stand_at(console.clock.now())
        yield second


async def test_two_api_processes_share_counts_and_browsers(console: Console, second_api: Console) -> None:
    """Attempts that alternate between them are not doubled."""
    account, apis = a_user_with({}), (console, second_api)
    owner = await _known(console, account)
    for n in range(FREE_ATTEMPTS):
        assert await _attempt(apis[n % 2].nobody(OFFICE), account) == 401
    for api in apis:
        assert await _attempt(api.nobody(OFFICE), account, account.password) == 429
    elsewhere = second_api.nobody(OFFICE)
    elsewhere.cookie = owner.cookie
    for n in range(FREE_ATTEMPTS):
        assert await _attempt((owner, elsewhere)[n % 2], account) == 401
    assert [await _attempt(one, account, account.password) for one in (owner, elsewhere)] == [429, 429]
