"""Students sign in with tokens of their own (D-20, D-97)."""

import asyncio
from typing import Any

import pytest

from adapters.memory.passwords import QuickPasswords, quick_hash
from entrypoints.http.app import STUDENTS
from tests.support.access import table
from tests.support.builders import PASSWORD, a_branch, a_class_of, a_student, a_superadmin, a_user_with
from tests.support.console import HERE, Console, Visitor, data

STAFF_CALLS = [call for call in table() if call.permission not in ("public", "student")]
STUDENT_CALLS = [call for call in table() if call.permission == "student"]


def _app(console: Console, token: str = "", address: str = HERE) -> Visitor:
    return Visitor(console.nobody(address).http, token, prefix=STUDENTS)


async def _refresh(console: Console, token: str) -> Any:
    return await _app(console, token).get("/auth/refresh-token")


async def _sign_in(console: Console, login: str, password: str, address: str = HERE) -> Any:
    return await _app(console, address=address).post("/auth/sign-in", {"login": login, "password": password})


async def _statuses(console: Console, visitor: Visitor) -> list[int]:
    """Of both tokens of a session."""
    answers = [await visitor.get("/profile"), await _refresh(console, visitor.signed_in["refreshToken"])]
    return [answer.status_code for answer in answers]


async def test_a_student_signs_in_and_reads_the_own_profile(console: Console) -> None:
    """R: name, photo, login, branches; the login in any case."""
    student = a_student().named("Laylo", "Tursunova").in_branch(a_branch("Chilonzor")).having(login="Laylo.T")
    visitor = await console.sign_in_student(student)
    profile = await visitor.data("/profile")
    assert profile == visitor.signed_in["student"]
    branch = student.branches[0]
    assert profile == {
        "id": student.id,
        "name": profile["name"],
        "login": "Laylo.T",
        "photo": None,
        "branches": [{"id": branch.id, "name": "Chilonzor"}],
        "mustChangePassword": False,
    }
    assert {"Laylo", "Tursunova"} <= {*profile["name"].split()}
    assert (await _sign_in(console, "LAYLO.t", PASSWORD)).is_success
    (record,) = await console.sql.fetch(
        "select actor_id, actor_name, permission, entity from audits where actor_name = 'Tursunova Laylo' limit 1"
    )
    assert tuple(record) == (None, "Tursunova Laylo", "student", "student_session"), (
        "the log says that it was a student"
    )


async def test_logins_that_differ_in_case_alone_are_two_students(console: Console) -> None:
    """The exact one signs in; another spelling of both is nobody's."""
    students = [a_student().having(login=login) for login in ("Egizak", "egizak")]
    for student in students:
        assert (await console.sign_in_student(student)).signed_in["student"]["id"] == student.id
    assert (await _sign_in(console, "EGIZAK", PASSWORD)).status_code == 401


async def test_a_refresh_rotates_and_a_reused_token_ends_the_session(console: Console) -> None:
    """D-9, D-97: two tabs within ten seconds get the same pair.

    Later reuse ends both, audited.
    """
    visitor = await console.sign_in_student(a_student())
    first = visitor.signed_in["refreshToken"]
    console.clock.pass_by(minutes=14)
    pairs = [data(answer) for answer in await asyncio.gather(*(_refresh(console, first) for _ in range(3)))]
    assert len({pair["refreshToken"] for pair in pairs}) == 1
    console.clock.pass_by(minutes=2)
    assert (await visitor.get("/profile")).status_code == 401, "the old access token lives fifteen minutes"
    renewed = _app(console, pairs[0]["accessToken"])
    await renewed.data("/profile")
    assert (await _refresh(console, first)).status_code == 401
    assert (await renewed.get("/profile")).status_code == 401
    assert (await _refresh(console, pairs[0]["refreshToken"])).status_code == 401
    session = int(first.partition(".")[0])
    verbs = await console.sql.fetch(
        "select verb from audits where entity = 'student_session' and entity_id = $1 order by id", session
    )
    assert [row["verb"] for row in verbs] == ["access.signed_in", "access.token_reused"]


async def test_a_session_expires_after_sixty_days_of_activity(console: Console) -> None:
    """D-97."""
    visitor = await console.sign_in_student(a_student())
    token = visitor.signed_in["refreshToken"]
    for _ in range(3):
        console.clock.pass_by(days=19)
        token = data(await _refresh(console, token))["refreshToken"]
    console.clock.pass_by(days=3, seconds=1)
    answer = await _refresh(console, token)
    assert (answer.status_code, answer.json()["code"]) == (401, "ACCESS_SESSION_ENDED")


async def test_a_sixth_device_ends_the_first(console: Console) -> None:
    """D-97: five devices."""
    student = a_student()
    devices = []
    for _ in range(6):
        devices.append(await console.sign_in_student(student))
        console.clock.pass_by(seconds=1)
    assert [(await device.get("/profile")).status_code for device in devices] == [401, *[200] * 5]


async def test_signing_out_ends_the_session_and_forgets_the_device(console: Console) -> None:
    """The push token of a device belongs to the student who named it last."""
    count = "select count(*) from student_sessions where device_token = 'qurilma-1'"
    first = await console.sign_in_student(a_student(), deviceToken="qurilma-1")
    second = await console.sign_in_student(a_student(), deviceToken="qurilma-1")
    assert await console.sql.fetchval(count) == 1
    data(await second.post("/auth/logout"))
    assert await console.sql.fetchval(count) == 0
    assert await _statuses(console, second) == [401, 401]
    assert (await first.get("/profile")).status_code == 200


async def test_a_block_a_changed_login_and_a_reset_password_end_the_sessions_at_once(console: Console) -> None:
    """D-97: not only after the token's fifteen minutes, and an unblock revives none."""
    chief = await console.sign_in(a_superadmin())
    student = a_student()

    async def after(method: str, path: str, body: Any = None) -> Any:
        visitor = await console.sign_in_student(student)
        answer = data(await chief.request(method, f"/students/{student.id}{path}", json=body))
        assert await _statuses(console, visitor) == [401, 401], path
        return visitor, answer

    blocked, _ = await after("PATCH", "/system-status", {"status": 2, "reason": "to'lamagan"})
    login = await console.sql.fetchval("select login from students where id = $1", student.id)
    refused = await _sign_in(console, login, PASSWORD)
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_BLOCKED")
    data(await chief.request("PATCH", f"/students/{student.id}/system-status", json={"status": 1}))
    assert await _statuses(console, blocked) == [401, 401]
    await after("PATCH", "/change-login", {"newLogin": "yangi.login"})
    await after("PATCH", "/reset-password")


async def test_a_student_who_left_the_register_cannot_use_the_session(console: Console) -> None:
    """Removed by the school, or merged into another student."""
    for change in ("school_deleted_at = now()", "merged_into_id = (select min(id) from students)"):
        student = a_student()
        visitor = await console.sign_in_student(student)
        await console.sql.execute(f"update students set {change} where id = $1", student.id)
        assert (await visitor.get("/profile")).status_code == 401
        login = visitor.signed_in["student"]["login"]
        assert (await _sign_in(console, login, PASSWORD)).status_code == 401


@pytest.mark.parametrize("table", ["students", "users"])
async def test_a_password_reset_while_it_is_verified_opens_no_session(
    console: Console, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """D-97, ASVS-10: the old password is worth nothing after a reset."""
    student, account = a_student().having(login=f"poyga.{table}"), a_user_with({})
    await console.sign_in_student(student)
    await console.sign_in(account)
    person_id = student.id if table == "students" else account.id
    verify = QuickPasswords.verify

    async def reset_meanwhile(self: QuickPasswords, *arguments: Any) -> bool:
        verified = await verify(self, *arguments)
        await console.sql.execute(
            f"update {table} set password_hash = $2 where id = $1",
            person_id,
            quick_hash("yangi-parol"),
        )
        return verified

    monkeypatch.setattr(QuickPasswords, "verify", reset_meanwhile)
    if table == "students":
        answer = await _sign_in(console, f"poyga.{table}", PASSWORD)
    else:
        answer = await console.nobody().post("/auth/sign-in", {"login": account.login, "password": PASSWORD})
    assert answer.status_code == 401


async def test_a_reset_wins_over_a_change_with_the_old_password(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D-97: the old password does not get the account back while it is reset."""
    student = a_student().having(login="poyga.parol")
    visitor = await console.sign_in_student(student)
    verify = QuickPasswords.verify

    async def reset_meanwhile(self: QuickPasswords, *arguments: Any) -> bool:
        verified = await verify(self, *arguments)
        await console.sql.execute(
            "update students set password_hash = 'reset', access_version = access_version + 1 where id = $1", student.id
        )
        return verified

    with monkeypatch.context() as patched:
        patched.setattr(QuickPasswords, "verify", reset_meanwhile)
        form = {"password": PASSWORD, "newPassword": "mening-parolim-2"}
        answer = await visitor.put("/profile/password", form)
    assert (answer.status_code, answer.json()["code"]) == (401, "ACCESS_SESSION_ENDED")
    assert await console.sql.fetchval("select password_hash from students where id = $1", student.id) == "reset"
    assert await _statuses(console, visitor) == [401, 401]


async def test_a_reset_of_staff_wins_as_well(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    """D-61: the password of the reset stays the only one."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    verify = QuickPasswords.verify

    async def reset_meanwhile(self: QuickPasswords, *arguments: Any) -> bool:
        verified = await verify(self, *arguments)
        await console.sql.execute("update users set password_hash = 'reset' where id = $1", account.id)
        return verified

    with monkeypatch.context() as patched:
        patched.setattr(QuickPasswords, "verify", reset_meanwhile)
        form = {"currentPassword": PASSWORD, "newPassword": "mening-parolim-2"}
        answer = await visitor.put("/profile/password", form)
    assert (answer.status_code, answer.json()["code"]) == (401, "ACCESS_SESSION_ENDED")
    assert await console.sql.fetchval("select password_hash from users where id = $1", account.id) == "reset"


async def test_a_password_that_staff_set_must_be_changed_first(console: Console) -> None:
    """D-97, ASVS-16: nothing else opens before.

    The sessions of other devices end with the change.
    """
    chief, student = await console.sign_in(a_superadmin()), a_student()
    await console.sign_in_student(student)
    issued = data(await chief.request("PATCH", f"/students/{student.id}/reset-password"))["newPassword"]
    login = await console.sql.fetchval("select login from students where id = $1", student.id)
    visitors = []
    for _ in range(2):
        signed_in = data(await _sign_in(console, login, issued))
        assert signed_in["student"]["mustChangePassword"] is True
        visitors.append(_app(console, signed_in["accessToken"]))
    visitor, other = visitors
    for call in STUDENT_CALLS:
        if not call.path.endswith(("/profile", "/password", "/logout")):
            refused = await visitor.request(call.method, call.path_with())
            assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_PASSWORD_MUST_CHANGE"), call
    wrong = await visitor.put("/profile/password", {"password": "boshqa", "newPassword": "qisqa"})
    assert (wrong.status_code, {*wrong.json()["fields"]}) == (422, {"password", "newPassword"})
    data(await visitor.put("/profile/password", {"password": issued, "newPassword": "mening-parolim-7"}))
    assert (await visitor.data("/profile"))["mustChangePassword"] is False
    assert (await visitor.get("/groups")).status_code == 200
    assert (await other.get("/profile")).status_code == 401
    assert (await _sign_in(console, login, "mening-parolim-7")).is_success


async def test_wrong_passwords_are_throttled_alike_for_known_and_unknown_logins(console: Console) -> None:
    """D-10, ASVS-17, ASVS-18: 429 with Retry-After after five.

    For one login and address.
    """
    console.clock.stop()
    await console.sign_in_student(a_student().having(login="sabrli"))
    for login in ("sabrli", "hech.kim"):
        answers = [await _sign_in(console, login, "notogri", "10.6.6.6") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429], login
        assert {answer.json()["code"] for answer in answers[:5]} == {"ACCESS_WRONG_CREDENTIALS"}
        assert int(answers[5].headers["Retry-After"]) >= 1
    assert (await _sign_in(console, "sabrli", PASSWORD, "10.6.6.7")).is_success, "nobody locks another out"


async def test_a_student_gets_a_hundred_and_twenty_requests_a_minute(console: Console) -> None:
    """D-97: 429 says when the next is accepted; another student is not held up."""
    visitor, other = await console.sign_in_student(a_student()), await console.sign_in_student(a_student())
    console.clock.stop()
    statuses = [(await visitor.get("/profile")).status_code for _ in range(121)]
    assert statuses == [200] * 120 + [429]
    refused = await visitor.get("/profile")
    assert (refused.json()["code"], refused.headers["Retry-After"]) == ("SHARED_TOO_OFTEN", "60")
    assert (await other.get("/profile")).status_code == 200
    console.clock.pass_by(seconds=61)
    assert (await visitor.get("/profile")).status_code == 200


async def test_no_token_of_a_student_opens_a_call_of_staff(console: Console) -> None:
    """ASVS-4, D-97: access and refresh token, on every call of access.csv."""
    visitor = await console.sign_in_student(a_student())
    tokens = [visitor.token, visitor.signed_in["refreshToken"]]
    for call in STAFF_CALLS:
        for token in tokens:
            answer = await Visitor(visitor.http, token).request(call.method, call.path_with(), json={})
            assert (answer.status_code, answer.json()["code"]) == (401, "SHARED_UNAUTHORISED"), call
    for token in tokens:
        assert (await Visitor(visitor.http, token).get("/auth/refresh-token")).status_code == 401


async def test_no_token_of_staff_opens_a_call_of_a_student(console: Console) -> None:
    """ASVS-4, D-97: not even the superadmin's, whose ids may be those of a student."""
    await console.store(a_class_of(3))
    chief = await console.sign_in(a_superadmin())
    for token in (chief.token, chief.signed_in["refreshToken"]):
        for call in STUDENT_CALLS:
            answer = await _app(console, token).request(call.method, call.path_with(), json={})
            assert (answer.status_code, answer.json()["code"]) == (401, "SHARED_UNAUTHORISED"), call
        assert (await _refresh(console, token)).status_code == 401
