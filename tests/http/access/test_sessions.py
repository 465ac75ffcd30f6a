"""Sessions: rotation, grace period, reuse, expiry and scope (D-9, D-61, D-67)."""

import asyncio
from typing import Any

from tests.support.builders import Account, a_user_with
from tests.support.console import Console, Visitor, data


async def _refresh(console: Console, token: str) -> Any:
    return await Visitor(console.nobody().http, token).get("/auth/refresh-token")


async def _ended(console: Console, visitor: Visitor, refresh: str) -> bool:
    """True if neither token is accepted."""
    answers = [await visitor.get("/profile"), await _refresh(console, refresh)]
    return [a.status_code for a in answers] == [401, 401]


async def test_a_refresh_returns_a_new_pair(console: Console) -> None:
    """The refresh token is its Bearer (D-9); both tokens of the new pair work."""
    visitor = await console.sign_in(a_user_with({}))
    console.clock.pass_by(minutes=14)
    pair = data(await _refresh(console, visitor.signed_in["refreshToken"]))
    assert pair["refreshToken"] != visitor.signed_in["refreshToken"]
    renewed = Visitor(visitor.http, pair["accessToken"])
    console.clock.pass_by(minutes=14)
    data(await renewed.get("/profile"))
    assert (await visitor.get("/profile")).status_code == 401, "the old access token has expired after 15 minutes"
    data(await _refresh(console, pair["refreshToken"]))


async def test_two_tabs_within_ten_seconds_get_the_same_refresh_token(console: Console) -> None:
    """ASVS-5: the second tab does not end the first one's session.

    In either order, or concurrently.
    """
    visitor = await console.sign_in(a_user_with({}))
    first = visitor.signed_in["refreshToken"]
    answers = await asyncio.gather(*(_refresh(console, first) for _ in range(5)))
    pairs = [data(answer) for answer in answers]
    assert len({pair["refreshToken"] for pair in pairs}) == 1
    console.clock.pass_by(seconds=9)
    assert data(await _refresh(console, first))["refreshToken"] == pairs[0]["refreshToken"]
    data(await _refresh(console, pairs[0]["refreshToken"]))


async def test_a_rotated_token_after_the_grace_period_ends_the_session(console: Console) -> None:
    """ASVS-5: the token may be stolen, so the session ends, audited."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    first = visitor.signed_in["refreshToken"]
    second = data(await _refresh(console, first))
    console.clock.pass_by(seconds=11)
    assert (await _refresh(console, first)).status_code == 401
    assert await _ended(console, Visitor(visitor.http, second["accessToken"]), second["refreshToken"])
    verbs = await console.sql.fetch("select verb from audits where actor_id = $1 order by id", account.id)
    assert [row["verb"] for row in verbs] == ["access.signed_in", "access.token_reused"]


async def test_a_token_older_than_the_last_ends_the_session_within_the_grace_period(console: Console) -> None:
    """The grace period applies to the most recently rotated token alone."""
    visitor = await console.sign_in(a_user_with({}))
    first = visitor.signed_in["refreshToken"]
    second = data(await _refresh(console, first))["refreshToken"]
    third = data(await _refresh(console, second))
    assert (await _refresh(console, first)).status_code == 401
    assert await _ended(console, Visitor(visitor.http, third["accessToken"]), third["refreshToken"])


async def test_a_session_expires_after_thirty_days_of_activity(console: Console) -> None:
    """ASVS-6."""
    visitor = await console.sign_in(a_user_with({}))
    token = visitor.signed_in["refreshToken"]
    for _ in range(29):
        console.clock.pass_by(days=1)
        token = data(await _refresh(console, token))["refreshToken"]
    console.clock.pass_by(days=1, seconds=1)
    answer = await _refresh(console, token)
    assert (answer.status_code, answer.json()["code"]) == (401, "ACCESS_SESSION_ENDED")


async def test_access_and_refresh_tokens_are_not_interchangeable(console: Console) -> None:
    """ASVS-4: each is accepted for its own purpose, in the header only."""
    visitor = await console.sign_in(a_user_with({}))
    access, refresh = visitor.token, visitor.signed_in["refreshToken"]
    assert (await Visitor(visitor.http, refresh).get("/profile")).status_code == 401
    assert (await _refresh(console, access)).status_code == 401
    nobody = console.nobody()
    assert (await nobody.get("/auth/refresh-token", token=refresh)).status_code == 401
    cookies = {"Cookie": f"token={access}; accessToken={access}; refreshToken={refresh}"}
    assert (await nobody.request("GET", "/profile", headers=cookies)).status_code == 401
    assert (await nobody.request("GET", "/auth/refresh-token", headers=cookies)).status_code == 401


async def test_an_invalid_refresh_token_is_rejected(console: Console) -> None:
    """Also well-formed ones: unknown session, another session's, out of range."""
    mine = (await console.sign_in(a_user_with({}))).signed_in["refreshToken"]
    other = (await console.sign_in(a_user_with({}))).signed_in["refreshToken"]
    secret = mine.partition(".")[2]
    for token in (
        "",
        "x",
        ".",
        "1.",
        f".{secret}",
        f"0.{secret}",
        f"{'9' * 18}.{secret}",
        f"{'9' * 40}.{secret}",
        secret,
    ):
        answer = await _refresh(console, token)
        assert answer.status_code == 401, token
    swapped = f"{other.partition('.')[0]}.{secret}"
    assert (await _refresh(console, swapped)).status_code == 401


async def test_signing_out_ends_both_tokens(console: Console) -> None:
    """ASVS-8, D-67: at once; the push token is deleted."""
    account = a_user_with({})
    await console.store(account)
    nobody = console.nobody()
    body = {"login": account.login, "password": account.password, "fcmToken": "push-1"}
    signed_in = data(await nobody.post("/auth/sign-in", body))
    visitor = Visitor(nobody.http, signed_in["accessToken"])
    push = "select fcm_token from sessions where user_id = $1"
    assert await console.sql.fetchval(push, account.id) == "push-1"
    assert data(await visitor.post("/auth/logout")) == {}
    assert await _ended(console, visitor, signed_in["refreshToken"])
    assert await console.sql.fetchval(push, account.id) is None


async def test_own_sessions_are_listed_and_ended_individually(console: Console) -> None:
    """D-9, WISH-22: newest first, with the current one marked.

    Ending one leaves the others.
    """
    account = a_user_with({})
    first = await console.sign_in(account, "10.3.0.1")
    second = await console.sign_in(account, "10.3.0.2")
    listed = await second.data("/auth/sessions")
    assert listed["total"] == 2
    assert [(row["address"], row["current"]) for row in listed["sessions"]] == [("10.3.0.2", True), ("10.3.0.1", False)]
    assert data(await second.delete(f"/auth/sessions/{listed['sessions'][1]['id']}")) == {}
    assert await _ended(console, first, first.signed_in["refreshToken"])
    assert (await second.data("/auth/sessions"))["total"] == 1


async def test_a_session_of_another_account_is_not_found(console: Console) -> None:
    """ASVS-22: it continues."""
    mine, other_visitor = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    theirs_id = (await other_visitor.data("/auth/sessions"))["sessions"][0]["id"]
    for id in (theirs_id, 987654321):
        answer = await mine.delete(f"/auth/sessions/{id}")
        assert (answer.status_code, answer.json()["code"]) == (404, "SHARED_NOT_FOUND")
    data(await other_visitor.get("/profile"))


async def test_a_stored_session_contains_no_token(console: Console) -> None:
    """ASVS-41: neither the row nor the response has a usable token."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    pair = data(await _refresh(console, visitor.signed_in["refreshToken"]))
    stored = str(await console.sql.fetch("select * from sessions where user_id = $1", account.id))
    shown = (await visitor.get("/auth/sessions")).text
    for secret in (visitor.token, visitor.signed_in["refreshToken"], pair["refreshToken"], pair["accessToken"]):
        assert secret.rpartition(".")[2] not in stored + shown


async def test_a_blocked_account_is_rejected_at_its_next_request(console: Console) -> None:
    """ASVS-9, P7: access and refresh token, though the token has minutes left."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    await console.sql.execute("update users set status = 2 where id = $1", account.id)
    assert await _ended(console, visitor, visitor.signed_in["refreshToken"])


async def test_an_account_can_have_several_sessions(console: Console) -> None:
    """For several devices; each has new tokens (ASVS-11)."""
    account: Account = a_user_with({})
    visitors = [await console.sign_in(account) for _ in range(3)]
    tokens = {visitor.signed_in["refreshToken"] for visitor in visitors} | {visitor.token for visitor in visitors}
    assert len(tokens) == 6
    data(await visitors[0].post("/auth/logout"))
    for visitor in visitors[1:]:
        data(await visitor.get("/profile"))
