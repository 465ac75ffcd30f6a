"""Reverting one change of one record from its history, field by field.

WISH-19; D-8, D-12, D-49, D-56, M7.
"""

import pytest

from tests.http.audit.history import History
from tests.support.builders import Branch, a_branch, a_student, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

EDITOR_RIGHTS = {"users:students": ["read", "update"]}
PHONES = ("+998901234567", "+998907654321", "+998931112233")


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def clerk(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(EDITOR_RIGHTS).named("Dilnoza", "Rahimova").of(branch))


@pytest.fixture(scope="module")
async def chief(console: Console) -> Visitor:
    return await console.sign_in(a_superadmin())


async def _changed_student(console: Console, clerk: Visitor, branch: Branch, **fields: str) -> tuple[int, History]:
    """A student of the school whose name and phone the clerk has changed."""
    student = a_student().named("Shaxzoda", "Karimova").in_branch(branch).with_phone(PHONES[0])
    await console.store(student.having(h_id=f"S-{id(student)}"))
    body = {"version": 1, "firstName": "Shahzoda", "lastName": "Karimova", "phoneNumber": PHONES[1]} | fields
    data(await clerk.put(f"/students/{student.id}/update-profile", body))
    return student.id or 0, History(clerk, f"/students/{student.id}")


async def test_a_reverted_change_is_a_change_of_its_own(console: Console, clerk: Visitor, branch: Branch) -> None:
    """WISH-19: shown first, then reverted; the log names the reverted change.

    A field of the school is as sticky as before.
    """
    id, history = await _changed_student(console, clerk, branch)
    entry = await history.newest()
    assert (entry["takeable"], entry["whyNot"]) == (True, None)
    shown = await history.shown(entry)
    assert {change["field"]: change["after"] for change in shown["changes"]} == {
        "first_name": "Shaxzoda",
        "phone": "+998 90 •••-••-67",
    }
    assert shown["left"] == []
    assert (await clerk.data(f"/students/{id}"))["student"]["firstName"] == "Shahzoda"
    assert data(await history.revert(entry)) == shown
    card = (await clerk.data(f"/students/{id}"))["student"]
    assert (card["firstName"], card["phoneNumber"]) == ("Shaxzoda", PHONES[0])
    newest = await history.newest()
    assert newest["comment"] == f"Reverted change No. {entry['auditId']}"
    assert newest["actorName"] == "Rahimova Dilnoza"
    verb, permission = await console.sql.fetchrow("select verb, permission from audits order by id desc limit 1")
    assert (verb, permission) == ("history.change_taken_back", "users:students")
    # which can be reverted as well
    data(await history.revert(newest))
    assert (await clerk.data(f"/students/{id}"))["student"]["firstName"] == "Shahzoda"


async def test_a_field_changed_since_is_not_reverted(console: Console, clerk: Visitor, branch: Branch) -> None:
    """WISH-19: by field; the others are reverted."""
    id, history = await _changed_student(console, clerk, branch)
    first = await history.newest()
    body = {"version": 2, "firstName": "Shahzoda", "lastName": "Karimova", "phoneNumber": PHONES[2]}
    data(await clerk.put(f"/students/{id}/update-profile", body))
    shown = await history.shown(first)
    assert [change["field"] for change in shown["changes"]] == ["first_name"]
    (left,) = shown["left"]
    assert (left["change"]["field"], left["reason"]) == ("phone", "It has been changed since then")
    data(await history.revert(first))
    card = (await clerk.data(f"/students/{id}"))["student"]
    assert (card["firstName"], card["phoneNumber"]) == ("Shaxzoda", PHONES[2])
    again = await history.revert(first)
    assert (again.status_code, again.json()["code"]) == (409, "HISTORY_NOTHING_TO_TAKE_BACK")


async def test_a_revert_of_an_old_version_is_a_conflict_with_the_present_preview(
    console: Console, clerk: Visitor, branch: Branch
) -> None:
    """D-8: nothing is reverted that was not shown."""
    _, history = await _changed_student(console, clerk, branch)
    answer = await history.revert(await history.newest(), version=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "SHARED_STALE")
    assert answer.json()["current"]["version"] == 2


async def test_a_revert_follows_the_rules_of_the_form(console: Console, clerk: Visitor, branch: Branch) -> None:
    """No student without a branch, nor in a branch out of scope (D-56)."""
    other = a_branch("Sergeli")
    student = a_student().named("Ikki", "Filialli").in_branch(other)
    await console.store(student)
    chief = await console.sign_in(a_superadmin())
    body = {"version": 1, "firstName": "Ikki", "lastName": "Filialli", "birthDate": "2007-01-31"}
    data(await chief.put(f"/students/{student.id}/update", body | {"officeIds": [branch.id]}))
    history = History(clerk, f"/students/{student.id}")
    entry = await history.newest()
    shown = await history.shown(entry)
    assert {change["field"] for change in shown["changes"]} == {"office_ids", "gender"}
    assert {one["change"]["field"]: one["reason"] for one in shown["left"]} == {
        "birth_date": "The birth date is required"
    }
    answer = await history.revert(entry)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["officeIds"])
    # by a user who may assign it
    data(await History(chief, f"/students/{student.id}").revert(entry))
    assert (await clerk.get(f"/students/{student.id}")).status_code == 404


async def test_a_revert_takes_the_right_of_the_change(console: Console, clerk: Visitor, branch: Branch) -> None:
    """Reading the log is not enough."""
    id, history = await _changed_student(console, clerk, branch)
    entry = await history.newest()
    rights = {"users:students": ["read"], "staff_control:audit_logs": ["read"]}
    reader = await console.sign_in(a_user_with(rights).of(branch))
    assert (await reader.put(f"/students/{id}/history/{entry['auditId']}/take-back", {"version": 2})).status_code == 403
    # a record of another entity does not belong to this one
    other, _ = await _changed_student(console, clerk, branch)
    assert (await clerk.get(f"/students/{other}/history/{entry['auditId']}/take-back")).status_code == 404


async def test_a_change_with_an_inverse_operation_is_not_revertible(
    console: Console, clerk: Visitor, branch: Branch
) -> None:
    """WISH-19: a block is lifted by unblocking; the history has this reason."""
    id, history = await _changed_student(console, clerk, branch)
    data(await clerk.request("PATCH", f"/students/{id}/system-status", json={"status": 2, "reason": "to'lamagan"}))
    entry = await history.newest()
    assert entry["takeable"] is False
    if entry["changes"]:
        assert entry["whyNot"] == "There is a separate action for this; it can't be reverted from the history"
    answer = await clerk.get(f"/students/{id}/history/{entry['auditId']}/take-back")
    assert (answer.status_code, answer.json()["code"]) == (409, "HISTORY_OWN_WAY")


async def test_a_change_of_an_account_is_reverted(console: Console, chief: Visitor, branch: Branch) -> None:
    """Login, name and branches; no account out of privilege scope (D-56)."""
    account = a_user_with({}).named("Ali", "Valiyev").of(branch).having(phone=PHONES[0])
    await console.store(account)
    present = (await chief.data(f"/users/{account.id}"))["user"]
    names = {"firstName": "Aliy", "lastName": "Valiyev", "phoneNumber": PHONES[1], "login": "aliy.valiyev"}
    body = {"version": present["version"], "roleId": present["role"]["id"], "officeIds": [], **names}
    data(await chief.put(f"/users/staff/{account.id}", body))
    history = History(chief, f"/users/{account.id}")
    entry = await history.newest()
    assert entry["takeable"] is True
    data(await history.revert(entry))
    card = (await chief.data(f"/users/{account.id}"))["user"]
    fields = (card["login"], card["firstName"], card["phoneNumber"], [office["name"] for office in card["offices"]])
    assert fields == (present["login"], "Ali", PHONES[0], ["Chilonzor"])
    assert card["workStatus"] == present["workStatus"]


async def test_changes_of_a_branch_a_role_and_a_status_are_reverted(console: Console, chief: Visitor) -> None:
    """A name, one right among others changed since, one of three words."""
    branch = a_branch("Yunusobod")
    await console.store(branch)
    data(await chief.put(f"/offices/{branch.id}", {"name": "Yunusobod-2", "version": 1}))
    offices = History(chief, f"/offices/{branch.id}")
    data(await offices.revert(await offices.newest()))
    assert await console.sql.fetchval("select name from offices where id = $1", branch.id) == "Yunusobod"

    rights = {"users:students": ["read"], "users:academic": ["read"]}
    body = {"name": "Kassir-19", "type": 1, "permissions": rights}
    role = data(await chief.post("/roles", body))["role"]
    wider = {**rights, "users:students": ["read", "update"], "users:staff": ["read"]}
    data(await chief.put(f"/roles/{role['id']}", {**body, "permissions": wider, "version": role["version"]}))
    roles = History(chief, f"/roles/{role['id']}")
    entry = await roles.newest()
    # one of the two rights that it got is changed again
    wider["users:staff"] = ["read", "update"]
    data(await chief.put(f"/roles/{role['id']}", {**body, "permissions": wider, "version": role["version"] + 1}))
    shown = data(await roles.revert(entry))
    assert [one["change"]["field"] for one in shown["left"]] == ["permissions.users:staff"]
    after = (await chief.data(f"/roles/{role['id']}"))["role"]["permissions"]
    assert after == {"users:students": ["read"], "users:academic": ["read"], "users:staff": ["read", "update"]}

    card = (await chief.data("/control-actions/2"))["controlAction"]
    words = {**card["displayName"], "en": "Studying"}
    body = {"displayName": words, "countsInStatistics": card["countsInStatistics"], "version": card["version"]}
    data(await chief.put("/control-actions/2", body))
    statuses = History(chief, "/control-actions/2")
    data(await statuses.revert(await statuses.newest()))
    assert (await chief.data("/control-actions/2"))["controlAction"]["displayName"] == card["displayName"]


async def test_a_change_of_an_erased_person_is_not_revertible(console: Console, clerk: Visitor, branch: Branch) -> None:
    """ASVS-53: the key is deleted; every field has this reason."""
    id, history = await _changed_student(console, clerk, branch)
    entry = await history.newest()
    await console.sql.execute(
        "update subject_keys set sealed_key = null where entity = 'student' and entity_id = $1", id
    )
    shown = await history.shown(entry)
    assert shown["changes"] == []
    assert {left["reason"] for left in shown["left"]} == {"It was erased"}
