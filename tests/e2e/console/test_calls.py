"""The calls that the specification names for the foundation, in a running console."""

from typing import Any

import pytest

from tests.e2e.centre import PASSWORD, STUDENTS, Centre

ACTIONS = {"create", "read", "update", "delete"}
STUDENT = {
    *("id", "hId", "photo", "hasPersonalData", "fullName", "offices", "categories", "status", "systemStatus"),
    *("createdAt", "login", "mobile", "phoneNumber", "gender", "birthDate", "hasSmsHistory"),
}
# path, and the fields of its data (R1-303: all below /api/staff)
READS: list[tuple[str, str, set[str]]] = [
    ("R1-310, R1-136", "/profile", {"login", "role", "offices"}),
    ("R1-309, R1-260", "/roles/permission-objects/mine", {"permissionObjects"}),
    ("R1-320", "/roles/permission-objects/all", {"permissionObjects"}),
    ("R1-312, R1-178, R2-428", "/notifications/count", {"count"}),
    ("R1-311, R1-179, R2-427", "/reports/count", {"count"}),
    ("R1-314, R1-180", "/synchronization/message-count", {"count"}),
    ("R1-319, R1-197, R2-299", "/synchronization/1", {"type", "state", "percent", "lastSyncedAt", "running"}),
    ("R1-319", "/synchronization/group-students", {"type", "state", "percent", "lastSyncedAt", "running"}),
    ("R1-354, R2-436", "/students/all", {"students", "total"}),
    ("R1-362, R1-154", "/students/filter-objects", {"categories", "statuses", "groups", "offices", "courses"}),
]


@pytest.fixture(scope="module")
async def token(centre: Centre) -> str:
    """The token of the superadmin, who exists from the first start (R1-447)."""
    return str((await centre.sign_in("superadmin"))["accessToken"])


@pytest.mark.parametrize(("requirement", "path", "names"), READS, ids=[f"{row[1]} ({row[0]})" for row in READS])
async def test_a_read_answers_in_the_envelope(
    centre: Centre, token: str, requirement: str, path: str, names: set[str]
) -> None:
    """Below the prefix, with a Bearer token, with a success flag.

    R1-303, R1-304, R1-405, R2-340, R2-341, R2-435.
    """
    address = f"/api/staff{path}"
    assert (await centre.calls.get(address)).status == 401
    answer = await (await centre.calls.get(address, headers={"Authorization": f"Bearer {token}"})).json()
    assert answer["success"] is True
    assert names <= set(answer["data"])


async def test_permissions_are_modules_with_options(centre: Centre, token: str) -> None:
    """They have name, children, permissions; `profile` has no options.

    R1-137, R1-138, R1-187, R1-261, R1-267, R2-321.
    """
    mine = (await centre.call("GET", "/roles/permission-objects/mine", token))["permissionObjects"]
    every = (await centre.call("GET", "/roles/permission-objects/all", token))["permissionObjects"]
    assert mine == every, "the superadmin has all of them"
    modules = {module["name"]: module for module in every}
    assert modules["profile"]["children"] == []
    for module in every:
        for one in (module, *module["children"]):
            assert set(one) == {"name", "permissions", "children"}
            assert set(one["permissions"]) <= ACTIONS
    assert "students" in {option["name"] for option in modules["users"]["children"]}


async def test_a_student_has_the_fields_of_the_specification(centre: Centre, token: str) -> None:
    """The fields, the search keys, both orders, the same on the student's page.

    R1-151, R1-153, R1-186, R1-199, R1-355.
    """
    first, last = [
        (await centre.call("GET", f"/students/all?orderBy={order}&perPage=1", token))["students"][0]
        for order in ("ASC", "DESC")
    ]
    assert set(first) >= STUDENT
    assert first["fullName"] != last["fullName"]
    assert first["systemStatus"] in (1, 2)
    card = (await centre.call("GET", f"/students/{first['id']}", token))["student"]
    assert {name: card[name] for name in STUDENT} == {name: first[name] for name in STUDENT}
    name = card["firstName"]
    found = await centre.call("GET", f"/students/all?keys=firstName&value={name}&perPage=100", token)
    assert first["id"] in {one["id"] for one in found["students"]}


async def test_the_search_covers_the_fathers_name_unless_limited_to_first_names(centre: Centre, token: str) -> None:
    """R1-186: the search keys."""
    listed = (await centre.call("GET", "/students/all?perPage=100", token))["students"]
    cards = [(await centre.call("GET", f"/students/{one['id']}", token))["student"] for one in listed[:20]]
    fathers = ((card, (card["middleName"] or "").partition(" ")[0]) for card in cards)
    father = next(name for card, name in fathers if name and not card["firstName"].startswith(name))
    anywhere, first_names = [
        (await centre.call("GET", f"/students/all?{keys}value={father}", token))["total"]
        for keys in ("", "keys=firstName&")
    ]
    assert anywhere > first_names


async def test_the_default_roles_exist(centre: Centre, token: str) -> None:
    """Admin, Manager, Study department, Academic, Assistant; created once.

    R1-001, R1-301, R1-308, R2-001, D-14.
    """
    roles = (await centre.call("GET", "/roles/all?perPage=100", token))["roles"]
    assert {"Admin", "Manager", "Study department", "Academic", "Assistant"} <= {role["name"] for role in roles}
    assert (await centre.call("POST", "/roles/initial", token))["created"] == 0


@pytest.mark.parametrize("kind", ["teachers", "student", "groups", "group-students"])
async def test_each_kind_is_synchronised_by_its_call(centre: Centre, token: str, kind: str) -> None:
    """Types 1, 2, 3 and the enrolments, each by its own call.

    R1-009, R1-198, R1-315, R1-316, R1-317, R1-318.
    """
    students = (await centre.call("GET", "/students/all", token))["total"]
    assert students >= STUDENTS
    run = await centre.synchronise(kind)
    assert run["status"] == "done"
    assert run["created"] == run["deleted"] == 0, "there is nothing new since the whole run"
    assert (await centre.call("GET", "/students/all", token))["total"] == students


async def test_signing_out_deletes_the_push_token(centre: Centre) -> None:
    """fcmToken is stored with the session and deleted with it.

    R1-132, R1-133, R1-217, R1-305, R1-307, D-67.
    """
    sent = {"login": "superadmin", "password": PASSWORD, "fcmToken": "a-push-token"}
    answer = await centre.calls.post("/api/staff/auth/sign-in", data=sent)
    signed_in: dict[str, Any] = (await answer.json())["data"]
    assert set(signed_in) == {"accessToken", "refreshToken", "staffInfo"}
    kept = "select count(*) from sessions where fcm_token = 'a-push-token'"
    async with centre.database() as database:
        assert await database.fetchval(kept) == 1
        await centre.call("POST", "/auth/logout", signed_in["accessToken"])
        assert await database.fetchval(kept) == 0
    headers = {"Authorization": f"Bearer {signed_in['accessToken']}"}
    assert (await centre.calls.get("/api/staff/profile", headers=headers)).status == 401


async def test_a_browser_error_is_reported_to_the_server(centre: Centre, token: str) -> None:
    """logType and text; an unknown type is rejected (R1-313, D-76)."""
    entry = {"logType": "error", "text": "something broke"}
    await centre.call("POST", "/sender/log", token, data=entry)
    headers = {"Authorization": f"Bearer {token}"}
    wrong = await centre.calls.post("/api/staff/sender/log", headers=headers, data=entry | {"logType": "gossip"})
    assert wrong.status in (400, 422)
