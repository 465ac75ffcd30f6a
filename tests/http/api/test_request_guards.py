"""Guarantees of the whole application: lifetimes, secrets, repeats, ids."""

import asyncio
import logging
import uuid
from typing import Any

import pytest

from adapters.security.passwords import ArgonPasswords
from application.access.first_start import bootstrap
from application.access.users import reset_password
from application.actor import system
from tests.http.api.support.every_caller import every_caller
from tests.http.api.support.permission_matrix import BODIES
from tests.support.access import table
from tests.support.builders import a_branch, a_class_of, a_superadmin, a_user_with
from tests.support.console import STAFF, Console, Visitor, data

CALLS = table()
EVERYTHING = "select table_name from information_schema.tables where table_schema = 'public' order by 1"


async def _digest(console: Console) -> dict[str, str]:
    """Table → a digest of all its rows."""
    names = [row["table_name"] for row in await console.sql.fetch(EVERYTHING)]
    sums = "select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from {} t"
    return {name: await console.sql.fetchval(sums.format(name)) for name in names}


async def test_an_unused_session_expires_after_thirty_days(console: Console) -> None:
    """ASVS-7, D-9: idle or not, 30 days."""
    visitor = await console.sign_in(a_user_with({}))
    console.clock.pass_by(days=30, seconds=1)
    refresh = Visitor(visitor.http, visitor.signed_in["refreshToken"])
    assert (await refresh.get("/auth/refresh-token")).status_code == 401


async def test_a_reset_password_ends_every_session(fresh_console: Console) -> None:
    """ASVS-10, ASVS-16, D-61: both browsers are rejected at the next request.

    The new password opens one screen.
    """
    account = a_user_with({"users:students": ["read"]})
    browsers = [await fresh_console.sign_in(account), await fresh_console.sign_in(account, "10.2.2.2")]
    issued = await reset_password(
        account.login,
        actor=system(),
        uow=fresh_console.container.uow(),
        passwords=fresh_console.container.passwords(),
        clock=fresh_console.container.clock(),
    )
    assert [(await browser.get("/profile")).status_code for browser in browsers] == [401, 401]
    account.password = issued
    again = await fresh_console.sign_in(account)
    assert again.signed_in["staffInfo"]["mustChangePassword"] is True
    refused = await again.get("/students/all")
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_PASSWORD_MUST_CHANGE")


async def test_reading_changes_nothing(fresh_console: Console) -> None:
    """ASVS-12: every GET leaves every row as it was.

    Refreshing takes its own credential.
    """
    group = a_class_of(3).in_branch(a_branch("Chilonzor"))
    await fresh_console.store(group)
    visitor = await every_caller(fresh_console, group.students[0])
    before = await _digest(fresh_console)
    for call in CALLS:
        if call.method == "GET":
            await visitor.get(call.path.replace("{id}", "1").replace("{type}", "3").removeprefix(STAFF))
    assert await _digest(fresh_console) == before
    assert (await visitor.get("/auth/refresh-token")).status_code == 401, "an access token refreshes nothing"


async def test_passwords_are_hashed_with_argon2id() -> None:
    """ASVS-13: argon2id with 19 MiB and two passes, salted."""
    passwords = ArgonPasswords()
    first, second = [await passwords.hash("markaz-2026") for _ in range(2)]
    assert first.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert first != second
    assert await passwords.verify("markaz-2026", first)
    assert not await passwords.verify("markaz-2026 ", first)
    assert not await passwords.verify("markaz-2026", None)


async def test_the_first_superadmin_has_no_known_password(fresh_console: Console) -> None:
    """ASVS-19, D-11: created once; common passwords are rejected."""
    parts = {"uow": fresh_console.container.uow(), "passwords": fresh_console.container.passwords()}
    assert await bootstrap("a-made-one-4711", **parts)
    assert not await bootstrap("another-one-4711", **parts), "a second start changes nothing"
    for place, password in enumerate(("superadmin", "admin", "password", "12345678", "", "another-one-4711")):
        body = {"login": "superadmin", "password": password}
        assert (await fresh_console.nobody(f"10.9.9.{place}").post("/auth/sign-in", body)).status_code in (401, 422)
    body = {"login": "superadmin", "password": "a-made-one-4711"}
    assert (await fresh_console.nobody("10.9.8.1").post("/auth/sign-in", body)).status_code == 200


async def test_secrets_and_personal_data_are_not_logged(
    console: Console, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """ASVS-42: canaries in credentials, tokens, searches, names and phones.

    None appears in a log line.
    """
    canary = f"Kanareyka{uuid.uuid4().hex[:8]}"
    branch = a_branch("Chilonzor")
    group = a_class_of(1).in_branch(branch)
    await console.store(group)
    student = group.students[0].id
    with caplog.at_level(logging.DEBUG, "markaz"):
        account = a_user_with({"users:students": ["read", "update"]}).of(branch)
        account.password = canary + "-1"
        visitor = await console.sign_in(account)
        await console.nobody("10.3.3.3").post("/auth/sign-in", {"login": canary, "password": canary})
        await visitor.get("/students/all", value=canary)
        version = (await visitor.data(f"/students/{student}"))["student"]["version"]
        name = {"version": version, "firstName": canary, "lastName": canary, "phoneNumber": "998901112233"}
        data(await visitor.put(f"/students/{student}/update-profile", name))
        await visitor.put(f"/students/{student}/update-profile", name | {"firstName": canary * 50})
    log = caplog.text + "".join(capfd.readouterr())
    assert len(caplog.records) > 4, "the requests were logged"
    for secret in (canary, visitor.token, visitor.signed_in["refreshToken"], "998901112233"):
        assert secret not in log


async def test_a_repeated_submission_starts_one_run(fresh_console: Console) -> None:
    """C1, D-8: twenty submissions of one key have one effect and response.

    Another body is rejected.
    """
    visitor = await fresh_console.sign_in(a_superadmin())
    key = {"Idempotency-Key": uuid.uuid4().hex}
    answers = await asyncio.gather(
        *(visitor.request("PUT", "/synchronization/all", headers=key) for _ in range(20)), return_exceptions=False
    )
    assert {answer.status_code for answer in answers} == {202}
    assert len({data(answer)["run"]["id"] for answer in answers}) == 1
    counts = "select (select count(*) from sync_runs), (select count(*) from jobs), (select count(*) from audits)"
    assert tuple(await fresh_console.sql.fetchrow(counts)) == (1, 1, 2), "one run, one job; signed in, started"
    other = await visitor.request("PUT", "/synchronization/all", headers=key, json={"full": True})
    assert other.json()["code"] == "SHARED_OTHER_BODY"
    assert (await visitor.request("PUT", "/synchronization/all")).json()["errId"] == 245


async def test_a_rejected_submission_is_not_stored_under_its_key(console: Console) -> None:
    """D-8: the corrected submission may use the key."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    key = {"Idempotency-Key": uuid.uuid4().hex}
    wrong = {"currentPassword": "no", "newPassword": "a-good-password"}
    assert (await visitor.request("PUT", "/profile/password", headers=key, json=wrong)).status_code == 422
    right = wrong | {"currentPassword": account.password}
    assert (await visitor.request("PUT", "/profile/password", headers=key, json=right)).status_code == 200
    assert (await visitor.request("PUT", "/profile/password", headers=key, json=right)).status_code == 200, "repeated"


async def test_a_write_changes_the_record_of_its_path(console: Console) -> None:
    """A6: another student opened in another tab does not matter."""
    branch = a_branch("Sergeli")
    group = a_class_of(2).in_branch(branch)
    await console.store(group)
    first, second = (student.id for student in group.students)
    visitor = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    card = (await visitor.data(f"/students/{first}"))["student"]
    untouched = (await visitor.data(f"/students/{second}"))["student"]
    data(
        await visitor.put(
            f"/students/{first}/update-profile",
            {"version": card["version"], "firstName": "Birinchi", "lastName": "Aliyev"},
        )
    )
    assert (await visitor.data(f"/students/{first}"))["student"]["firstName"] == "Birinchi"
    assert (await visitor.data(f"/students/{second}"))["student"] == untouched


async def test_a_write_of_an_old_version_is_a_conflict_with_the_present_state(console: Console) -> None:
    """D-8: 409 with the present card, and nothing is changed."""
    branch = a_branch("Yunusobod")
    group = a_class_of(1).in_branch(branch)
    await console.store(group)
    path = f"/students/{group.students[0].id}"
    visitor = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    version = (await visitor.data(path))["student"]["version"]
    data(await visitor.put(f"{path}/update-profile", {"version": version, "firstName": "Tez", "lastName": "Aliyev"}))
    late = await visitor.put(f"{path}/update-profile", {"version": version, "firstName": "Kech", "lastName": "Aliyev"})
    assert late.status_code == 409
    body: dict[str, Any] = late.json()
    assert (body["code"], body["current"]["firstName"], body["current"]["version"]) == (
        "SHARED_STALE",
        "Tez",
        version + 1,
    )


async def test_every_write_leaves_one_audit_record(fresh_console: Console) -> None:
    """ASVS-55: generated from the successful writes of access.csv."""
    group = a_class_of(1).in_branch(a_branch("Chilonzor"))
    await fresh_console.store(group)
    visitor = await every_caller(fresh_console, group.students[0])
    silent = {"PUT /api/staff/preferences", "POST /api/staff/sender/log", "POST /api/staff/roles/initial"}
    faults = []
    for call in CALLS:
        if (
            call.method in ("GET", "HEAD", "OPTIONS")
            or str(call) in silent
            or call.path.endswith(("/auth/sign-in", "/auth/logout"))
        ):
            continue
        before = await fresh_console.sql.fetchval("select count(*) from audits")
        path = call.path.replace("{id}", str(group.students[0].id)).removeprefix(STAFF)
        answer = await visitor.request(call.method, path, json=BODIES.get(str(call)))
        made = await fresh_console.sql.fetchval("select count(*) from audits") - before
        if made != (1 if answer.is_success else 0):
            faults.append(f"{call}: answered {answer.status_code}, {made} records")
    assert faults == []
