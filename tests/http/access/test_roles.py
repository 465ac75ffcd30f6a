"""Roles: created, changed, deleted, assigned, and access they grant."""

from typing import Any

import msgspec
import pytest

from domain.access.permissions import everything
from tests.support.builders import Account, a_branch, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

CLERK = {"staff_control:roles": ["create", "read", "update", "delete"], "users:students": ["read", "update"]}


@pytest.fixture
async def chief(console: Console) -> Visitor:
    """The superadmin."""
    return await console.sign_in(a_superadmin())


@pytest.fixture
async def clerk(console: Console) -> Visitor:
    """A user who manages roles, and otherwise only reads and updates students."""
    return await console.sign_in(a_user_with(CLERK).of(a_branch()))


async def _create_role(visitor: Visitor, name: str, permissions: Any = None, **more: Any) -> dict[str, Any]:
    body = {"name": name, "type": 1, "permissions": permissions or {}} | more
    role: dict[str, Any] = data(await visitor.post("/roles", body))["role"]
    return role


def _body(role: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {name: role[name] for name in ("name", "type", "number", "permissions", "version")} | changes


async def _create_holder(console: Console, role: dict[str, Any], **columns: Any) -> Account:
    holder = a_user_with({}).of(a_branch()).having(**columns)
    await console.store(holder)
    await console.sql.execute("update users set role_id = $1 where id = $2", role["id"], holder.id)
    return holder


async def _audits(console: Console, role_id: int) -> list[Any]:
    rows = await console.sql.fetch(
        "select verb, permission, before::text, after::text from audits where entity = 'role' and entity_id = $1"
        " order by id",
        role_id,
    )
    return [
        (row["verb"], row["permission"], *(side and msgspec.json.decode(side) for side in (row[2], row[3])))
        for row in rows
    ]


def _error(answer: Any) -> tuple[int, str]:
    assert not answer.is_success, answer.text
    return answer.status_code, answer.json()["code"]


async def test_a_right_of_a_part_that_comes_later_is_kept_on_saving(chief: Visitor) -> None:
    """Issue 16: the table does not offer it, and the role still has it."""
    rights = {"store:items": ["read", "update"], "users:students": ["read"]}
    made = await _create_role(chief, "Do'konchi", rights)
    changed = rights | {"users:students": ["read", "update"]}
    answered = data(await chief.put(f"/roles/{made['id']}", _body(made, permissions=changed)))["role"]
    assert answered["permissions"] == changed
    assert "store:items" not in (await chief.data("/roles/permission-objects/all"))["built"]


async def test_a_role_is_created_read_changed_and_deleted(console: Console, chief: Visitor) -> None:
    """R1-321, R1-323, R1-324; D-15: each step is audited, field by field."""
    made = await _create_role(chief, "  Qabulxona ", {"users:students": ["update", "read"], "profile": []})
    assert made == {
        "id": made["id"],
        "name": "Qabulxona",
        "type": 1,
        "number": None,
        "fixed": False,
        "version": 1,
        "permissions": {"users:students": ["read", "update"]},
    }
    assert (await chief.data(f"/roles/{made['id']}"))["role"] == made
    detail = (await chief.data(f"/roles/{made['id']}/detail"))["role"]
    assert detail == made | {
        "permissionObjects": [
            {
                "name": "users",
                "permissions": [],
                "children": [{"name": "students", "permissions": ["read", "update"], "children": []}],
            }
        ],
        "userCount": 0,
        "beyond": [],
    }
    changed = _body(made, type=2, number=2, permissions={"my_groups:attendance": ["read"]})
    answered = data(await chief.put(f"/roles/{made['id']}", changed))["role"]
    assert (answered["version"], answered["number"], answered["permissions"]) == (2, 2, changed["permissions"])
    assert data(await chief.delete(f"/roles/{made['id']}")) == {}
    assert (await chief.get(f"/roles/{made['id']}")).status_code == 404
    guard = "staff_control:roles"
    whole = {"name": "Qabulxona", "type": 2, "number": 2, "permissions.my_groups:attendance": ["read"]}
    assert await _audits(console, made["id"]) == [
        (
            "access.role_created",
            guard,
            None,
            {"name": "Qabulxona", "type": 1, "permissions.users:students": ["read", "update"]},
        ),
        (
            "access.role_changed",
            guard,
            {
                "type": 1,
                "number": None,
                "permissions.users:students": ["read", "update"],
                "permissions.my_groups:attendance": None,
            },
            {
                "type": 2,
                "number": 2,
                "permissions.users:students": None,
                "permissions.my_groups:attendance": ["read"],
            },
        ),
        ("access.role_deleted", guard, whole, None),
    ]


async def test_all_errors_of_a_role_are_reported_together(chief: Visitor) -> None:
    """R1-246, D-3, D-57: name, unsuitable number, unknown rights."""
    wrong = {"name": " ", "type": 1, "number": 2, "permissions": {"users:ghosts": ["read"]}}
    answer = await chief.post("/roles", wrong)
    assert _error(answer) == (422, "SHARED_INVALID")
    assert answer.json()["fields"] == {
        "name": ["This is required"],
        "number": ["This number does not fit the role's type"],
        "permissions": ["There is no such permission: users:ghosts read"],
    }
    for malformed in (
        {"type": 3},
        {"type": 0},
        {"number": 9},
        {"permissions": {"users:students": ["fly"]}},
        {"permissions": {"users:students": "read"}},
        {"permissions": None},
        {"fixed": True},
        {"id": 1},
    ):
        body = {"name": "Boshqa", "type": 1, "permissions": {}} | malformed
        assert (await chief.post("/roles", body)).status_code == 400, malformed


async def test_a_role_name_is_unique(chief: Visitor) -> None:
    """For a new role and for a changed one."""
    await _create_role(chief, "Birinchi")
    second = await _create_role(chief, "Ikkinchi")
    taken = (409, "ACCESS_ROLE_NAME_TAKEN")
    assert _error(await chief.post("/roles", {"name": "Birinchi", "type": 1, "permissions": {}})) == taken
    assert _error(await chief.put(f"/roles/{second['id']}", _body(second, name="Birinchi"))) == taken


async def test_a_repeated_submission_creates_one_role(chief: Visitor) -> None:
    """D-8: the repeat gets the first response; another body is rejected."""
    body, key = {"name": "Takror", "type": 1, "permissions": {}}, {"Idempotency-Key": "a-form-sent-twice"}
    first, again = [await chief.request("POST", "/roles", json=body, headers=key) for _ in range(2)]
    assert data(first) == data(again)
    other = await chief.request("POST", "/roles", json=body | {"name": "Takror 2"}, headers=key)
    assert _error(other) == (409, "SHARED_OTHER_BODY")
    assert (await chief.data("/roles/all", value="Takror"))["total"] == 1


async def test_a_change_of_an_old_version_is_a_conflict_with_the_present_role(chief: Visitor) -> None:
    """D-8: nothing is changed."""
    role = await _create_role(chief, "Ikki kishi", {"profile": ["read"]})
    faster = data(await chief.put(f"/roles/{role['id']}", _body(role, name="Tezroq")))["role"]
    slower = await chief.put(f"/roles/{role['id']}", _body(role, name="Sekinroq"))
    assert _error(slower) == (409, "SHARED_STALE")
    current = slower.json()["current"]
    assert (current["name"], current["version"], current["userCount"]) == ("Tezroq", faster["version"], 0)
    assert (await chief.data(f"/roles/{role['id']}"))["role"] == faster


async def test_a_right_the_caller_lacks_cannot_be_granted(clerk: Visitor, chief: Visitor) -> None:
    """D-56, ASVS-27: in a new role, a changed one, or one that already has it."""
    beyond = (403, "ACCESS_BEYOND_OWN_RIGHTS")
    mine = await _create_role(clerk, "Ozimniki", {"users:students": ["read"]})
    for permissions in ({"users:students": ["delete"]}, {"users:staff": ["read"]}, everything()):
        body = {"name": "Kuchli", "type": 1, "permissions": permissions}
        assert _error(await clerk.post("/roles", body)) == beyond, permissions
        assert _error(await clerk.put(f"/roles/{mine['id']}", _body(mine, permissions=permissions))) == beyond
    strong = await _create_role(chief, "Kuchliroq", {"users:students": ["read"], "users:staff": ["read"]})
    for less in ({}, {"users:students": ["read"]}, strong["permissions"]):
        assert _error(await clerk.put(f"/roles/{strong['id']}", _body(strong, permissions=less))) == beyond
    assert _error(await clerk.delete(f"/roles/{strong['id']}")) == beyond
    assert (await clerk.data(f"/roles/{strong['id']}/detail"))["role"]["beyond"] == ["users:staff read"]
    assert (await chief.data(f"/roles/{strong['id']}"))["role"] == strong
    assert (await chief.data("/roles/all", value="Kuchli"))["total"] == 1


async def test_the_admin_number_counts_as_every_right(clerk: Visitor, chief: Visitor) -> None:
    """D-56, D-57: a caller who lacks a right cannot assign the number."""
    body = {"name": "Ikkinchi admin", "type": 1, "number": 1, "permissions": {}}
    assert _error(await clerk.post("/roles", body)) == (403, "ACCESS_BEYOND_OWN_RIGHTS")
    made = await _create_role(chief, "Ikkinchi admin", number=1)
    refused = await clerk.put(f"/roles/{made['id']}", _body(made, number=None))
    assert _error(refused) == (403, "ACCESS_BEYOND_OWN_RIGHTS")


async def test_a_user_cannot_extend_their_own_role(console: Console) -> None:
    """D-56: rights that the user has may be granted to others."""
    account = a_user_with(CLERK | {"users:teachers": ["read"]}).of(a_branch())
    visitor = await console.sign_in(account)
    own = (await visitor.data(f"/roles/{account.role.id}"))["role"]
    more = _body(own, permissions=own["permissions"] | {"users:staff": ["read"]})
    assert _error(await visitor.put(f"/roles/{own['id']}", more)) == (403, "ACCESS_BEYOND_OWN_RIGHTS")
    less = {key: actions for key, actions in own["permissions"].items() if key != "users:teachers"}
    data(await visitor.put(f"/roles/{own['id']}", _body(own, permissions=less)))
    assert "users:teachers" not in (await visitor.data(f"/roles/{own['id']}"))["role"]["permissions"]


async def test_a_role_in_use_is_not_deleted(console: Console, chief: Visitor) -> None:
    """R1-323: the response counts its holders, departed and blocked ones included."""
    role = await _create_role(chief, "Band")
    await _create_holder(console, role)
    await _create_holder(console, role, status=2)
    refused = await chief.delete(f"/roles/{role['id']}")
    assert _error(refused) == (409, "ACCESS_ROLE_HELD")
    assert "2" in refused.json()["message"]
    assert (await chief.data(f"/roles/{role['id']}/detail"))["role"]["userCount"] == 2
    await console.sql.execute("update users set role_id = (select min(id) from roles) where role_id = $1", role["id"])
    data(await chief.delete(f"/roles/{role['id']}"))


async def test_the_admin_role_cannot_be_changed(fresh_console: Console) -> None:
    """D-11, D-14, ASVS-28: not even by the superadmin."""
    chief = await fresh_console.sign_in(a_superadmin())
    await fresh_console.sql.execute("update roles set fixed = true where name = 'Admin'")
    admin = next(role for role in (await chief.data("/roles/all"))["roles"] if role["name"] == "Admin")
    assert admin["fixed"] is True
    card = (await chief.data(f"/roles/{admin['id']}"))["role"]
    assert _error(await chief.put(f"/roles/{admin['id']}", _body(card, permissions={}))) == (
        409,
        "ACCESS_ROLE_FIXED",
    )
    assert _error(await chief.delete(f"/roles/{admin['id']}")) == (409, "ACCESS_ROLE_FIXED")
    assert (await chief.data(f"/roles/{admin['id']}"))["role"] == card


async def test_the_last_role_that_manages_roles_retains_that_right(fresh_console: Console) -> None:
    """D-56: with a second such role it may be changed or deleted."""
    chief = await fresh_console.sign_in(a_superadmin())
    await fresh_console.sql.execute("update roles set permissions = '{}'")
    last = await _create_role(chief, "Oxirgi", {"staff_control:roles": ["read", "update"]})
    reading = _body(last, permissions={"staff_control:roles": ["read"]})
    refused = (409, "ACCESS_LAST_ROLE_KEEPER")
    assert _error(await chief.put(f"/roles/{last['id']}", reading)) == refused
    assert _error(await chief.delete(f"/roles/{last['id']}")) == refused
    assert (await chief.data(f"/roles/{last['id']}"))["role"] == last
    await _create_role(chief, "Yana bir", {"staff_control:roles": ["update"]})
    data(await chief.put(f"/roles/{last['id']}", reading))
    data(await chief.delete(f"/roles/{last['id']}"))


async def test_a_changed_role_applies_at_the_next_request(console: Console, chief: Visitor) -> None:
    """D-9, ASVS-25: without signing in again, for more rights and for fewer."""
    role = await _create_role(chief, "Talabalar ko'ruvchisi")
    holder = await _create_holder(console, role)
    visitor = await console.sign_in(holder)
    assert (await visitor.get("/students/all")).status_code == 403
    seeing = data(await chief.put(f"/roles/{role['id']}", _body(role, permissions={"users:students": ["read"]})))
    assert (await visitor.get("/students/all")).status_code == 200
    assert [one["name"] for one in (await visitor.data("/roles/permission-objects/mine"))["permissionObjects"]] == [
        "users"
    ]
    data(await chief.put(f"/roles/{role['id']}", _body(seeing["role"], permissions={})))
    assert (await visitor.get("/students/all")).status_code == 403


async def test_role_names_are_public_and_their_rights_are_not(console: Console, chief: Visitor) -> None:
    """D-59, R1-145, R1-322, R1-348: paged and searched by any part.

    Rights are readable with staff_control:roles only.
    """
    for name in ("Sahifa 1", "Sahifa 2", "Sahifa 3"):
        await _create_role(chief, name, {"profile": ["read"]})
    page = await chief.data("/roles/all", value="ahifa", keys="name", perPage=2, page=2)
    assert (page["total"], [role["name"] for role in page["roles"]]) == (3, ["Sahifa 3"])
    assert (page["roles"][0]["permissions"], page["roles"][0]["userCount"]) == ({"profile": ["read"]}, 0)
    other = await console.sign_in(a_user_with({"staff_control:users": ["read"]}))
    seen = (await other.data("/roles/all", value="Sahifa"))["roles"][0]
    assert (seen["name"], seen["permissions"], seen["userCount"]) == ("Sahifa 1", None, None)
    assert (await chief.get("/roles/all", keys="permissions")).status_code == 400


async def test_a_role_held_in_other_branches_cannot_be_changed(console: Console, chief: Visitor) -> None:
    """D-153: neither by an edit nor by a revert.

    One held in the own branch, or by nobody, may be.
    """
    here, there = a_branch("Bektemir"), a_branch("Uchtepa")
    visitor = await console.sign_in(a_user_with(everything()).of(here))
    await console.store(there)
    holders: dict[str, tuple[Account, ...]] = {
        "there": (a_user_with({}).of(here), a_user_with({}).of(there)),
        "both": (a_user_with({}).of(here, there),),
        "everywhere": (a_user_with({}).of(here).of_all_branches(),),
        "of the centre": (a_user_with({}),),
        "here": (a_user_with({}).of(here),),
        "nobody": (),
    }
    for name, people in holders.items():
        role = await _create_role(chief, f"Rol {name}", {"users:students": ["read"]})
        await console.store(*people)
        ids = [person.id for person in people]
        await console.sql.execute("update users set role_id = $1 where id = any($2)", role["id"], ids)
        narrower, path = _body(role, permissions={}), f"/roles/{role['id']}"
        refused = "ACCESS_ROLE_HELD_ELSEWHERE" if name not in ("here", "nobody") else None
        assert (await visitor.put(path, narrower)).json().get("code") == refused, name
        if refused:
            data(await chief.put(path, narrower))
            audit = (await chief.data(f"{path}/history"))["history"][0]["auditId"]
            taken_back = await visitor.put(f"{path}/history/{audit}/take-back", {"version": role["version"] + 1})
            assert taken_back.json()["code"] == refused, name


async def test_the_holders_of_a_role_are_limited_to_the_callers_branches(console: Console, chief: Visitor) -> None:
    """R1-325, D-12: by name, in any spelling; the role's count covers all branches."""
    here, there = a_branch("Chilonzor"), a_branch("Yunusobod")
    role = await _create_role(chief, "Kutubxonachi")
    people = [
        a_user_with({}).named("Шахзода", "Алиева").of(here),
        a_user_with({}).named("Botir", "Zokirov").of(here, there),
        a_user_with({}).named("Nodira", "Boshqa").of(there),
    ]
    await console.store(*people)
    ids = [person.id for person in people]
    await console.sql.execute("update users set role_id = $1 where id = any($2)", role["id"], ids)
    path = f"/users/by-role/{role['id']}"
    seen = await (await console.sign_in(a_user_with({"staff_control:users": ["read"]}).of(here))).data(path)
    assert (seen["role"], seen["total"]) == ({"id": role["id"], "name": "Kutubxonachi", "type": 1}, 2)
    assert [user["id"] for user in seen["users"]] == ids[:2]
    assert [office["name"] for office in seen["users"][1]["offices"]] == ["Chilonzor"]
    everybody = await chief.data(path)
    assert everybody["total"] == 3
    both = next(user for user in everybody["users"] if user["id"] == ids[1])
    assert [office["name"] for office in both["offices"]] == ["Chilonzor", "Yunusobod"]
    assert [user["id"] for user in (await chief.data(path, value="shahzoda"))["users"]] == ids[:1]
    assert [user["id"] for user in (await chief.data(path, value="Zok", keys="lastName"))["users"]] == ids[1:2]
    assert (await chief.get("/users/by-role/999999")).status_code == 404


async def test_the_accounts_that_can_see_a_screen_are_explained(console: Console, chief: Visitor) -> None:
    """D-12, D-53, D-61: the grant and branches, or what is missing.

    With the same result as the guard.
    """
    branch = a_branch("Olmazor")
    reader = a_user_with({"users:students": ["read"]}).named("Sababli", "Oquvchi").of(branch)
    other = a_user_with({"users:staff": ["read"]}).named("Sababli", "Boshqa").of(branch)
    blocked = a_user_with({"users:students": ["read"]}).named("Sababli", "Yopiq").of(branch).blocked()
    nowhere = a_user_with({"users:students": ["read"]}).named("Sababli", "Zzfilialsiz")
    await console.store(reader, other, blocked, nowhere)
    grant = {"permission": "users:students", "action": "read"}
    answer = await chief.data("/users/explain", screen="/students/17", value="Sababli", orderBy="ASC")
    assert answer["question"] == {"screen": "/students/{studentId}", "grants": [grant], "openTo": "grants"}
    decisions = {
        user["id"]: (user["allowed"], user["grants"], user["missing"], user["because"], user["against"])
        for user in answer["users"]
    }
    assert decisions == {
        reader.id: (True, [grant], [], ["grant"], []),
        other.id: (False, [], [grant], [], ["grant"]),
        blocked.id: (False, [grant], [], ["grant"], ["blocked"]),
        nowhere.id: (True, [grant], [], ["grant"], ["no_office"]),
    }
    by_id = {user["id"]: user for user in answer["users"]}
    assert [office["name"] for office in by_id[reader.id]["offices"]] == ["Olmazor"]
    for account, status in ((reader, 200), (other, 403)):
        assert (await (await console.sign_in(account)).get("/students/all")).status_code == status
    for allowed, wanted in (("true", {reader.id, nowhere.id}), ("false", {other.id, blocked.id})):
        page = await chief.data("/users/explain", screen="/students", value="Sababli", allowed=allowed)
        assert ({user["id"] for user in page["users"]}, page["total"]) == (wanted, 2)


async def test_the_access_of_one_account_is_explained(console: Console, chief: Visitor) -> None:
    """By screen, or by permission and action; with a branch, also its scope."""
    here, there = a_branch("Bektemir"), a_branch("Uchtepa")
    reader = a_user_with({"users:students": ["read"]}).of(here)
    await console.store(reader, there)
    path = f"/users/{reader.id}/explain"
    params = {"permission": "users:students", "action": "update"}
    user = (await chief.data(path, **params))["user"]
    assert (user["allowed"], user["missing"], user["role"]["id"]) == (False, [params], reader.role.id)
    for office, allowed in ((here, True), (there, False)):
        user = (await chief.data(path, screen="/students", officeId=office.id))["user"]
        assert (user["allowed"], user["against"]) == (allowed, [] if allowed else ["office"])
    assert (await chief.data(path))["question"] == {"screen": "/", "grants": [], "openTo": "staff"}
    for wrong in ({"screen": "/nowhere"}, {"permission": "users:ghosts"}):
        refused = await chief.get(path, **wrong)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, list(wrong))
    assert (await chief.get(path, action="fly")).status_code == 400


async def test_an_account_or_branch_out_of_scope_is_not_explained(console: Console) -> None:
    """D-12, ASVS-22: either is not found."""
    here, there = a_branch(), a_branch()
    mine, theirs = a_user_with({}).of(here), a_user_with({}).named("Begona", "Xodim").of(there)
    await console.store(mine, theirs)
    manager = await console.sign_in(a_user_with({"staff_control:roles": ["read"]}).of(here))
    assert (await manager.get(f"/users/{theirs.id}/explain")).status_code == 404
    assert (await manager.get(f"/users/{mine.id}/explain", officeId=there.id)).status_code == 404
    assert (await manager.get(f"/users/{mine.id}/explain", officeId=here.id)).status_code == 200
    assert (await manager.data("/users/explain", value="Begona"))["total"] == 0


async def test_a_roles_name_is_stored_without_marks(chief: Visitor) -> None:
    """ASVS-66: what hides or redirects is gone, a joined emoji is not."""
    assert (await _create_role(chief, "Kassa\u202e \x1b 👩\u200d💻\u200b"))["name"] == "Kassa 👩\u200d💻"
