"""Staff accounts: found, created, changed, reset, blocked.

D-8, D-12, D-56, D-61.
"""

import asyncio
from typing import Any

import pytest

from domain.access.permissions import everything
from domain.access.roles import RoleType
from tests.support.builders import Branch, RoleOf, a_branch, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

OFFICE = {"users:staff": ["create", "read", "update"]}
ACCOUNT_MANAGER = {"staff_control:users": ["create", "read", "update"], "users:students": ["read"]}
ISSUED = 20


@pytest.fixture(scope="module")
async def here(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def there(console: Console) -> Branch:
    """Another branch."""
    branch = a_branch("Sergeli")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, here: Branch) -> Visitor:
    """An administrator of the accounts of one branch."""
    return await console.sign_in(a_user_with(ACCOUNT_MANAGER | OFFICE).of(here))


async def _role(console: Console, rights: dict[str, list[str]], name: str) -> int:
    role = RoleOf(name, rights)
    await console.store(role)
    return role.id or 0


def _form(role_id: int, *branches: Branch, **more: Any) -> dict[str, Any]:
    names = {"firstName": "Shahzoda", "lastName": "Karimova"}
    return {"login": "shahzoda", "roleId": role_id, "officeIds": [branch.id for branch in branches], **names, **more}


async def _create_account(visitor: Visitor, form: dict[str, Any], key: str = "") -> Any:
    return await visitor.request("POST", "/users/create", json=form, headers={"Idempotency-Key": key} if key else {})


async def _card(visitor: Visitor, account_id: int | None) -> dict[str, Any]:
    card: dict[str, Any] = (await visitor.data(f"/users/{account_id}"))["user"]
    return card


async def _change(visitor: Visitor, account_id: int | None, **changes: Any) -> Any:
    """Submits the form as it is read, with these changes."""
    card = await _card(visitor, account_id)
    fields = (
        "version",
        "login",
        "firstName",
        "lastName",
        "phoneNumber",
        "gender",
        "allOffices",
        "workStatus",
        "author",
    )
    form = {name: card[name] for name in fields} | {"middleName": card["middleName"] or ""}
    form |= {"roleId": card["role"]["id"], "officeIds": [office["id"] for office in card["offices"]]}
    return await visitor.put(f"/users/1/{account_id}/update", form | changes)


async def test_a_new_account_signs_in_with_its_issued_password(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """R1-326, D-61, ASVS-16: random, never audited, to be changed first.

    Branches as chosen.
    """
    role = await _role(console, {"users:students": ["read"]}, "Qabul")
    form = _form(role, here, login="  Nodira.1 ", phoneNumber="90 123-45-67", gender=2, middleName="Anvar qizi")
    opened = data(await _create_account(visitor, form))
    assert (opened["login"], len(opened["password"])) == ("Nodira.1", ISSUED)
    card = await _card(visitor, opened["id"])
    assert (card["fullName"], card["phoneNumber"], card["gender"]) == (
        "Karimova Shahzoda Anvar qizi",
        "+998901234567",
        2,
    )
    assert (card["role"]["name"], card["offices"]) == ("Qabul", [{"id": here.id, "name": "Chilonzor"}])
    # new, not signed in yet; the account is open; no photo (R1-185, R1-194, R1-209)
    assert (card["systemStatus"], card["isActive"], card["acStatus"], card["photoCheck"]) == (3, True, 1, 4)
    assert card["createdBy"]["id"] == visitor.signed_in["staffInfo"]["id"]
    browser = console.nobody()
    signed_in = data(await browser.post("/auth/sign-in", {"login": "nodira.1", "password": opened["password"]}))
    browser.token = signed_in["accessToken"]
    assert signed_in["staffInfo"]["mustChangePassword"] is True
    assert (await browser.get("/students/all")).json()["code"] == "ACCESS_PASSWORD_MUST_CHANGE"
    records = str(
        await console.sql.fetch("select * from audits where entity = 'user' and entity_id = $1", opened["id"])
    )
    assert "access.user_created" in records
    assert opened["password"] not in records
    assert (await _card(visitor, opened["id"]))["systemStatus"] == 1


async def test_a_repeated_submission_creates_one_account_and_shows_its_password_once(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """D-8: the repeat reports that the password was shown.

    Another body under the key is rejected; nothing is created twice.
    """
    role = await _role(console, {}, "Ikki marta")
    form = _form(role, here, login="bir-marta")
    answers = await asyncio.gather(*(_create_account(visitor, form, "form-1") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"SHARED_SHOWN_ONCE"}
    assert (await _create_account(visitor, {**form, "login": "boshqa"}, "form-1")).json()["code"] == "SHARED_OTHER_BODY"
    assert await console.sql.fetchval("select count(*) from users where login in ('bir-marta', 'boshqa')") == 1
    stored = await console.sql.fetchval("select answer from idempotency_keys where key = 'form-1'")
    assert stored == b"null"


async def test_a_login_is_unique_without_case(console: Console, here: Branch, visitor: Visitor) -> None:
    """R1-422: the message has the words of the specification."""
    role = await _role(console, {}, "Login")
    data(await _create_account(visitor, _form(role, here, login="takrorlanmas")))
    visitor.language = "uz"
    refused = await _create_account(visitor, _form(role, here, login="TAKRORLANMAS"))
    visitor.language = "en"
    assert (refused.status_code, refused.json()["code"]) == (409, "ACCESS_LOGIN_TAKEN")
    assert refused.json()["message"] == "Foydalanuvchi nomi allaqachon mavjud"


async def test_all_wrong_fields_are_reported_together(console: Console, here: Branch, visitor: Visitor) -> None:
    """D-3, R1-247: the login among them."""
    form = _form(0, login=" ", firstName=" ", lastName="x" * 101, phoneNumber="12345")
    answer = await _create_account(visitor, form)
    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {"login", "firstName", "lastName", "phoneNumber", "roleId", "officeIds"}
    short = await _create_account(visitor, form | {"login": "ab"})
    assert short.json()["fields"]["login"] == ["3 to 64 Latin letters, digits, dots or dashes"]


@pytest.mark.parametrize("extra", ["superadmin", "status", "mustChangePassword", "password", "isActive", "id"])
async def test_fields_outside_the_form_are_rejected(here: Branch, visitor: Visitor, extra: str) -> None:
    """ASVS-23."""
    assert (await _create_account(visitor, _form(0, here, **{extra: True}))).status_code == 400


async def test_a_right_or_branch_the_caller_lacks_cannot_be_granted(
    console: Console, here: Branch, there: Branch, visitor: Visitor
) -> None:
    """D-56: neither to a new account nor to an existing one; nor all branches."""
    greater = await _role(console, {"settings:integrations": ["update"]}, "Kattaroq")
    mine = await _role(console, {"users:students": ["read"]}, "Menikidek")
    refused = await _create_account(visitor, _form(greater, here, login="oshirilgan"))
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_BEYOND_OWN_RIGHTS")
    too_much: list[dict[str, Any]] = [
        {"officeIds": [here.id, there.id]},
        {"officeIds": [10**9]},
        {"officeIds": []},
        {"allOffices": True},
    ]
    for fields in too_much:
        answer = await _create_account(visitor, _form(mine, here, login="oshirilgan") | fields)
        assert answer.status_code == 422, fields
        assert set(answer.json()["fields"]) == set(fields)
    assert await console.sql.fetchval("select count(*) from users where login = 'oshirilgan'") == 0
    account = a_user_with({}).of(here)
    await console.store(account)
    assert (await _change(visitor, account.id, roleId=greater)).json()["code"] == "ACCESS_BEYOND_OWN_RIGHTS"
    assert (await _change(visitor, account.id, officeIds=[there.id])).status_code == 422
    assert (await _change(visitor, account.id, allOffices=True)).status_code == 422


async def test_an_account_with_more_rights_cannot_be_managed(console: Console, here: Branch, visitor: Visitor) -> None:
    """D-56: setting its password would give the caller its rights.

    Nothing of it is changed; its sessions are not shown.
    """
    greater = a_user_with({"settings:integrations": ["update"]}).of(here)
    of_all = a_user_with({}).of(here).of_all_branches()
    for account in (greater, of_all):
        other_visitor = await console.sign_in(account)
        card = await _card(visitor, account.id)
        assert card["editable"] is False
        answers = [
            await _change(visitor, account.id, firstName="Boshqa"),
            await visitor.put(f"/users/staff/{account.id}/reset-password"),
            await visitor.request("PATCH", f"/users/{account.id}/reset-password"),
            await visitor.put(f"/users/staff/{account.id}/update-status", {"isActive": False, "reason": "x"}),
            await visitor.get(f"/users/{account.id}/sessions"),
            await visitor.delete(f"/users/{account.id}/sessions"),
        ]
        assert {(a.status_code, a.json()["code"]) for a in answers} == {(403, "ACCESS_ACCOUNT_BEYOND_OWN")}
        assert (await other_visitor.get("/profile")).status_code == 200


async def test_the_superadmin_cannot_be_blocked_renamed_or_given_another_role(console: Console, here: Branch) -> None:
    """D-11, R1-302: by anybody.

    The superadmin may edit everybody, and their own name.
    """
    superadmin = a_superadmin()
    boss = await console.sign_in(superadmin)
    other_role = await _role(console, {}, "Boshqa rol")
    for changes in ({"login": "boshqa-login"}, {"roleId": other_role}, {"allOffices": False}, {"workStatus": 2}):
        refused = await _change(boss, superadmin.id, **changes)
        assert (refused.status_code, refused.json()["code"]) == (409, "ACCESS_SUPERADMIN_IS_FIXED"), changes
    second = await console.sign_in(a_superadmin())
    blocked = await second.put(f"/users/staff/{superadmin.id}/update-status", {"isActive": False, "reason": "x"})
    assert blocked.json()["code"] == "ACCESS_SUPERADMIN_IS_FIXED"
    data(await _change(boss, superadmin.id, firstName="Bosh", lastName="Administrator"))
    admin = await console.sign_in(a_user_with(everything()).of_all_branches())
    assert (await _card(admin, superadmin.id))["editable"] is False
    assert (await _change(admin, superadmin.id, firstName="Men")).json()["code"] == "ACCESS_ACCOUNT_BEYOND_OWN"
    account = a_user_with(everything()).of(here)
    await console.store(account)
    data(await _change(boss, account.id, firstName="Yangi"))


async def test_a_user_cannot_lock_themselves_out(console: Console, here: Branch, visitor: Visitor) -> None:
    """One's own password takes the present one (D-61).

    Block, role and employment are changed by another administrator.
    """
    own = visitor.signed_in["staffInfo"]["id"]
    role = await _role(console, {}, "Kichik")
    answers = [
        await visitor.put(f"/users/staff/{own}/reset-password"),
        await visitor.put(f"/users/staff/{own}/update-status", {"isActive": False, "reason": "x"}),
        await _change(visitor, own, roleId=role),
        await _change(visitor, own, workStatus=2),
    ]
    assert {answer.json()["code"] for answer in answers} == {"ACCESS_OWN_ACCOUNT"}
    assert (await visitor.get("/profile")).status_code == 200


async def test_a_changed_account_is_shown_and_audited(console: Console, here: Branch, visitor: Visitor) -> None:
    """R1-328, R1-329, R1-331, D-15: every field.

    The author is stored in plain text, the values under the person's key.
    """
    account = a_user_with({}).of(here)
    await console.store(account)
    changes = {"login": f"yangi-{account.number}", "firstName": "Maxfiyjon", "phoneNumber": "901112266", "gender": 1}
    assert data(await _change(visitor, account.id, **changes, author=True)) == {}
    card = (await visitor.data(f"/users/staff/{account.id}"))["staff"]
    assert (card["login"], card["firstName"], card["phoneNumber"]) == (changes["login"], "Maxfiyjon", "+998901112266")
    assert (card["author"], card["version"]) == (True, 2)
    record = await console.sql.fetchrow(
        "select * from audits where entity = 'user' and entity_id = $1 order by id desc limit 1", account.id
    )
    assert (record["verb"], record["permission"]) == ("access.user_changed", "staff_control:users")
    assert "Maxfiyjon" not in str(dict(record))
    audits = await console.sql.fetchval("select count(*) from audits")
    data(await _change(visitor, account.id))
    assert await console.sql.fetchval("select count(*) from audits") == audits


async def test_a_change_of_an_old_version_is_a_conflict(console: Console, here: Branch, there: Branch) -> None:
    """D-8: also after a change of branches alone."""
    account = a_user_with({}).of(here)
    await console.store(account)
    editor = await console.sign_in(a_user_with(ACCOUNT_MANAGER).of(here, there))
    body = _form(account.role.id or 0, here, there, login=account.login, version=1)
    data(await editor.put(f"/users/1/{account.id}/update", body))
    stale = await editor.put(f"/users/1/{account.id}/update", body | {"firstName": "Kech"})
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    current = stale.json()["current"]
    assert (current["firstName"], current["version"]) == ("Shahzoda", 2)
    before = await _card(editor, account.id)
    data(await _change(editor, account.id, officeIds=[here.id]))
    after = await _card(editor, account.id)
    assert (after["version"], [office["id"] for office in after["offices"]]) == (before["version"] + 1, [here.id])


async def test_branches_out_of_scope_are_not_shown(
    console: Console, here: Branch, there: Branch, visitor: Visitor
) -> None:
    """D-12, D-161: of a colleague of two branches the caller sees their own.

    Nothing is changed.
    """
    account = a_user_with({}).of(here, there)
    await console.store(account)
    assert (await _card(visitor, account.id))["offices"] == [{"id": here.id, "name": "Chilonzor"}]
    assert (await _change(visitor, account.id, firstName="Yangi")).json()["code"] == "ACCESS_OTHER_BRANCHES"
    boss = await console.sign_in(a_superadmin())
    assert [o["name"] for o in (await _card(boss, account.id))["offices"]] == ["Chilonzor", "Sergeli"]


async def test_a_changed_role_applies_at_once(console: Console, here: Branch, visitor: Visitor) -> None:
    """D-9, ASVS-25: a new role ends the sessions; a new name does not."""
    account = a_user_with({"users:students": ["read"]}).of(here)
    other_visitor = await console.sign_in(account)
    data(await _change(visitor, account.id, firstName="Yangi"))
    assert (await other_visitor.get("/students/all")).status_code == 200
    data(await _change(visitor, account.id, roleId=await _role(console, {}, "Huquqsiz")))
    assert (await other_visitor.get("/profile")).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [("PUT", "/users/staff/{}/reset-password", "password"), ("PATCH", "/users/{}/reset-password", "newPassword")],
)
async def test_a_reset_shows_the_password_once_and_ends_every_session(
    console: Console, here: Branch, visitor: Visitor, method: str, path: str, name: str
) -> None:
    """R1-211, R1-327, R1-332, ASVS-10: the old password is rejected.

    The new one opens only its change.
    """
    account = a_user_with({"users:students": ["read"]}).of(here)
    other_visitor = await console.sign_in(account)
    headers = {"Idempotency-Key": f"reset-{name}"}
    issued = data(await visitor.request(method, path.format(account.id), headers=headers))
    assert list(issued) == [name]
    again = await visitor.request(method, path.format(account.id), headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "SHARED_SHOWN_ONCE")
    assert (await other_visitor.get("/profile")).status_code == 401
    old = await console.nobody().post("/auth/sign-in", {"login": account.login, "password": account.password})
    assert old.status_code == 401
    account.password = issued[name]
    new = await console.sign_in(account)
    assert (await new.get("/students/all")).json()["code"] == "ACCESS_PASSWORD_MUST_CHANGE"


async def test_a_block_needs_a_reason_and_applies_at_the_next_request(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """R1-205, R1-207, R1-333, ASVS-9, D-61: blank is no reason.

    Unblocking restores the account.
    """
    account = a_user_with({}).of(here)
    other_visitor = await console.sign_in(account)
    path = f"/users/staff/{account.id}/update-status"
    for blank in ({}, {"reason": ""}, {"reason": " \n\t "}):
        refused = await visitor.put(path, {"id": account.id, "isActive": False, **blank})
        assert (refused.status_code, refused.json()["fields"]) == (422, {"reason": ["This is required"]})
    assert (await visitor.put(path, {"id": 1, "isActive": False, "reason": "x"})).status_code == 422
    assert (await other_visitor.get("/profile")).status_code == 200
    data(await visitor.put(path, {"id": account.id, "isActive": False, "reason": " ishdan ketdi "}))
    assert (await other_visitor.get("/profile")).status_code == 401
    card = await _card(visitor, account.id)
    assert (card["isActive"], card["acStatus"], card["systemStatus"], card["blockReason"]) == (
        False,
        2,
        2,
        "ishdan ketdi",
    )
    closed = await console.nobody().post("/auth/sign-in", {"login": account.login, "password": account.password})
    assert (closed.status_code, closed.json()["code"]) == (403, "ACCESS_BLOCKED")
    assert (await visitor.put(path, {"isActive": False, "reason": "x"})).json()["code"] == "ACCESS_ALREADY_BLOCKED"
    data(await visitor.put(path, {"isActive": True}))
    assert (await visitor.put(path, {"isActive": True})).json()["code"] == "ACCESS_NOT_BLOCKED"
    assert (await _card(visitor, account.id))["systemStatus"] == 1
    await console.sign_in(account)
    verbs = [
        row["verb"]
        for row in await console.sql.fetch(
            "select verb from audits where entity = 'user' and entity_id = $1 order by id", account.id
        )
    ]
    assert verbs == ["access.user_blocked", "access.user_unblocked"]


async def test_an_account_of_departed_staff_is_closed_until_they_return(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """R1-183, R1-208: it closes with the employment and cannot open before it."""
    account = a_user_with({}).of(here)
    other_visitor = await console.sign_in(account)
    data(await _change(visitor, account.id, workStatus=2))
    assert (await other_visitor.get("/profile")).status_code == 401
    path = f"/users/staff/{account.id}/update-status"
    assert (await visitor.put(path, {"isActive": True})).json()["code"] == "ACCESS_NOT_WORKING"
    data(await _change(visitor, account.id, workStatus=1))
    assert (await _card(visitor, account.id))["isActive"] is False
    data(await visitor.put(path, {"isActive": True}))
    await console.sign_in(account)


async def test_the_list_is_filtered_searched_and_newest_first(console: Console) -> None:
    """R1-126, R1-146, R1-147, R1-148, R1-330, D-63: each filter alone.

    Keys narrow the search; a login is matched by its beginning.
    """
    branch, other = a_branch("Yunusobod"), a_branch("Olmazor")
    editor = await console.sign_in(a_user_with(ACCOUNT_MANAGER | OFFICE).of(branch, other))
    role = RoleOf("Kassir", {})
    people = [a_user_with({}).of(branch) for _ in range(3)]
    people[0].named("Oʻtkirbek", "Zokirov").having(work_status=2, status=2)
    people[1].named("Zokir", "Oripov").having(status=3)
    people[1].role = role
    people[2].named("Bobur", "Karimov").called("bobur.k").of(other)
    await console.store(*people)

    async def ids(**query: Any) -> list[int]:
        page = await editor.data("/users/staff", perPage=100, **query)
        assert page["total"] == len(page["academics"])
        return [row["id"] for row in page["academics"]]

    own = editor.signed_in["staffInfo"]["id"]
    first, second, third = (person.id for person in people)
    assert await ids() == [third, second, first, own]
    assert await ids(orderBy="ASC") == [own, first, second, third]
    assert await ids(workStatus=2) == await ids(isActive="false") == await ids(staffSystemStatus=2) == [first]
    assert await ids(staffSystemStatus=3) == await ids(roleId=role.id) == [second]
    assert await ids(isActive="true", workStatus=1, officeIds=other.id) == [third, own]
    assert await ids(value="zokir") == [second, first]
    assert await ids(value="zokir", keys="firstName") == [second]
    assert await ids(value="o'tkir") == [first]
    assert await ids(value="bobur.k") == [third]
    assert (await editor.get("/users/staff", keys="login")).status_code == 400
    page = await editor.data("/users/staff", perPage=2, page=2)
    assert (page["total"], [row["id"] for row in page["academics"]]) == (4, [first, own])
    row = page["academics"][0]
    assert (row["fullName"], row["acStatus"], row["workStatus"], row["isActive"]) == ("Zokirov Oʻtkirbek", 2, 2, False)
    assert (row["login"], row["photo"], row["role"]["name"]) == (people[0].login, None, people[0].role.name)
    assert (row["offices"], bool(row["createdAt"])) == ([{"id": branch.id, "name": "Yunusobod"}], True)


async def test_academics_are_not_listed_among_the_staff(console: Console, here: Branch, visitor: Visitor) -> None:
    """D-16: academics have a list of their own.

    Their accounts take staff_control:users and a role of their type.
    """
    academic = a_user_with({}).of(here)
    academic.role = RoleOf("Ustoz", {})
    await console.store(academic)
    await console.sql.execute("update roles set type = $1 where id = $2", int(RoleType.ACADEMIC), academic.role.id)
    listed = [row["id"] for row in (await visitor.data("/users/staff", perPage=100))["academics"]]
    assert academic.id not in listed
    assert (await visitor.get(f"/users/staff/{academic.id}")).status_code == 404
    assert (await visitor.put(f"/users/staff/{academic.id}/reset-password")).status_code == 404
    assert (await _change(visitor, academic.id)).status_code == 404
    form = _form(academic.role.id or 0, here, login=academic.login, version=1)
    data(await visitor.put(f"/users/2/{academic.id}/update", form))
    assert (await _create_account(visitor, _form(academic.role.id or 0, here, login="ustoz-1"))).status_code == 422
    data(await _create_account(visitor, _form(academic.role.id or 0, here, login="ustoz-1", type=2)))
    of_staff_alone = await console.sign_in(a_user_with(OFFICE).of(here))
    assert (await of_staff_alone.get(f"/users/{academic.id}")).status_code == 403
    assert (await of_staff_alone.put(f"/users/2/{academic.id}/update", form)).status_code == 403
    assert (
        await _create_account(of_staff_alone, _form(academic.role.id or 0, here, login="u-2", type=2))
    ).status_code == 403


async def test_an_administrator_lists_and_ends_sessions_of_another_account(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """D-9, ASVS-10: one or all; the next request gets 401.

    Audited in the history of the account.
    """
    account = a_user_with({}).of(here)
    browsers = [await console.sign_in(account, address=f"10.9.0.{n}") for n in range(3)]
    path = f"/users/{account.id}/sessions"
    page = await visitor.data(path)
    assert (page["total"], [row["current"] for row in page["sessions"]]) == (3, [False] * 3)
    first = next(row for row in page["sessions"] if row["address"] == "10.9.0.0")
    assert data(await visitor.delete(f"{path}/{first['id']}")) == {}
    assert [(await browser.get("/profile")).status_code for browser in browsers] == [401, 200, 200]
    assert data(await visitor.delete(path)) == {"count": 2}
    assert [(await browser.get("/profile")).status_code for browser in browsers] == [401] * 3
    assert (await visitor.data(path)) == {"sessions": [], "total": 0}
    assert data(await visitor.delete(path)) == {"count": 0}
    verbs = [
        row["verb"]
        for row in await console.sql.fetch(
            "select verb from audits where entity = 'user' and entity_id = $1 order by id", account.id
        )
    ]
    assert verbs == ["access.session_ended_of", "access.sessions_ended_of"]


async def test_a_session_is_ended_only_under_its_account(console: Console, here: Branch, visitor: Visitor) -> None:
    """ASVS-22: under another account it is not found.

    Ending all of one's own sessions leaves the current one.
    """
    one, other = a_user_with({}).of(here), a_user_with({}).of(here)
    other_visitor = await console.sign_in(other)
    await console.sign_in(one)
    session = (await visitor.data(f"/users/{other.id}/sessions"))["sessions"][0]["id"]
    assert (await visitor.delete(f"/users/{one.id}/sessions/{session}")).status_code == 404
    assert (await other_visitor.get("/profile")).status_code == 200
    own = visitor.signed_in["staffInfo"]["id"]
    data(await visitor.delete(f"/users/{own}/sessions"))
    assert [row["current"] for row in (await visitor.data(f"/users/{own}/sessions"))["sessions"]] == [True]


async def test_an_account_of_another_branch_is_not_found(console: Console, there: Branch, visitor: Visitor) -> None:
    """D-12, R1-127: neither read nor changed; nor one without a branch."""
    for account in (a_user_with({}).of(there), a_user_with({})):
        other_visitor = await console.sign_in(account)
        answers = [
            await visitor.get(f"/users/{account.id}"),
            await visitor.get(f"/users/staff/{account.id}"),
            await visitor.get(f"/users/{account.id}/sessions"),
            await visitor.delete(f"/users/{account.id}/sessions"),
            await visitor.put(f"/users/staff/{account.id}/reset-password"),
            await visitor.put(f"/users/staff/{account.id}/update-status", {"isActive": False, "reason": "x"}),
            await visitor.put(f"/users/1/{account.id}/update", _form(0, version=1)),
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert (await other_visitor.get("/profile")).status_code == 200
