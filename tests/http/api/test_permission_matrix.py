"""The matrix of rights: every route against the access table.

Every kind of caller; the table is written by hand (D-60).
"""

import json
from pathlib import Path

import pytest

from adapters.postgres.core.scopes import CENTRE
from adapters.postgres.core.scopes import SCOPES as SEEN_BY
from application.authorization import Guard
from domain.access.permissions import PERMISSIONS, Action, everything
from entrypoints.http.app import litestar_app
from tests.http.api.support.permission_matrix import BODIES, ENDS_THE_SESSION, PermissionMatrix
from tests.support.access import SCOPES, WORDS, WRITTEN, Call, nameless, routes, table
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console

CALLS = table()
SCREENS = Path(__file__).parents[3] / "contracts" / "screens.json"
OF_THE_CENTRE = [call for call in CALLS if call.scope == "centre"]


@pytest.fixture(scope="module")
async def stage(console: Console) -> PermissionMatrix:
    """The centre of the calls."""
    return await PermissionMatrix.of(console)


def test_routes_and_rows_of_the_table_correspond(console: Console) -> None:
    """A new route without its row fails here, and so does a row without its route."""
    real, written = routes(litestar_app(console.container)), {(call.method, nameless(call.path)) for call in CALLS}
    assert sorted(real - written) == [], "routes without a row in contracts/access.csv"
    assert sorted(written - real) == [], "rows of contracts/access.csv without a route"
    assert len(CALLS) == len(written), "a call is listed twice"


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_row_names_existing_permissions_and_scopes(call: Call) -> None:
    """A misspelt key would lock everybody out."""
    assert call.scope in SCOPES
    if call.permission in WORDS:
        assert call.action == ""
    else:
        assert call.keys
        assert all(Action(call.action) in PERMISSIONS[key] for key in (*call.keys, *call.also))


@pytest.mark.parametrize("call", [call for call in CALLS if call.writes and not call.exports], ids=str)
def test_a_write_says_whose_rows_it_writes(call: Call) -> None:
    """D-153: those of branches, of the centre or of the caller, never ``all``.

    An export only reads.
    """
    assert call.scope in WRITTEN


@pytest.mark.parametrize("call", OF_THE_CENTRE, ids=str)
async def test_a_write_of_the_centre_requires_all_branches(stage: PermissionMatrix, call: Call) -> None:
    """ASVS-67, D-153: one branch is not enough; the message says what to do."""
    rights = next(call.sufficient_rights(), everything())
    visitor = await stage.with_rights(rights)
    refused = await visitor.request(call.method, await stage.path_of(call, visitor), json=stage.body_of(call))
    code = "SHARED_FORBIDDEN" if call.permission == "superadmin" else "ACCESS_CENTRE_WIDE"
    assert (refused.status_code, refused.json()["code"]) == (403, code)
    if call.permission != "superadmin":
        assert refused.json()["message"].endswith("Ask one of them")
        assert await stage.status_of(call, await stage.with_rights_everywhere(rights)) != 403


async def test_a_caller_of_one_branch_changes_no_row_of_the_centre(stage: PermissionMatrix) -> None:
    """ASVS-67, D-153: with every right, by every write of access.csv."""
    one_branch, everywhere = a_user_with(everything()), a_user_with(everything()).of_all_branches()
    one_branch.of(stage.branch).role.name = "Bir filialda"
    visitor, other = await stage.visitor_of(one_branch), await stage.visitor_of(everywhere)
    status, template = "PUT /api/staff/control-actions/{id}", "POST /api/staff/sms/templates"
    version = await stage.console.sql.fetchval("select version from control_actions where id = 2")
    bodies = {
        status: BODIES[status] | {"countsInStatistics": False, "version": version},
        template: BODIES[template] | {"name": "Markazniki"},
    }
    calls = [call for call in CALLS if call.writes and call.scope not in ("school", "student", "public")]
    paths = {str(call): await stage.path_of(call, visitor) for call in calls}
    # another one than that of the matrix, which sends its version
    paths[status] = "/api/staff/control-actions/2"
    before = await _rows_of_the_centre(stage.console)
    for call in calls:
        if str(call) not in ENDS_THE_SESSION:
            body = bodies.get(str(call), stage.body_of(call))
            await visitor.request(call.method, paths[str(call)], json=body)
    assert await _rows_of_the_centre(stage.console) == before
    for name, body in bodies.items():
        answer = await other.request(name.partition(" ")[0], paths[name], json=body)
        assert answer.is_success, answer.text
    after = await _rows_of_the_centre(stage.console)
    assert {name for name, rows in after.items() if rows != before[name]} == {"control_actions", "sms_templates"}


async def _rows_of_the_centre(console: Console) -> dict[str, list[str]]:
    """Every row of the tables without branches; roles have their own rule (D-56)."""
    names = [name for name, scope in SEEN_BY.items() if scope.why == CENTRE and name != "roles"]
    return {
        name: [row["row"] for row in await console.sql.fetch(f"select t::text as row from {name} t order by 1")]
        for name in names
    }


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_a_call_is_permitted_only_with_its_right(stage: PermissionMatrix, call: Call) -> None:
    """ASVS-21, ASVS-24, D-20, D-53, D-54, D-58, D-59: by the kind of caller.

    Signed out, no rights, each right alone, every other right, superadmin, student.
    """
    assert await stage.deviations(call) == []


async def test_a_removed_guard_is_detected(stage: PermissionMatrix, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its guard the list of students is readable without rights."""
    monkeypatch.setattr(Guard, "check", lambda *_: None)
    found = await stage.deviations(_call("GET", "/api/staff/students/all"))
    assert len(found) == 3
    assert "GET /api/staff/students/all: a user without rights is answered 200, not 403" in found


@pytest.mark.parametrize(
    ("permission", "action"),
    [("users:staff", "read"), ("users:students", "update"), ("signed-in", ""), ("superadmin", ""), ("public", "")],
)
async def test_a_changed_row_is_detected(stage: PermissionMatrix, permission: str, action: str) -> None:
    """Any other row for the list of students differs from the responses."""
    row = _call("GET", "/api/staff/students/all")
    assert await stage.deviations(Call(row.method, row.path, permission, action, row.scope)) != []


async def test_revoked_rights_apply_at_the_next_request(console: Console, stage: PermissionMatrix) -> None:
    """ASVS-25, P6: not only after the token's fifteen minutes."""
    visitor = await stage.with_rights({"users:students": ["read"]})
    account = next(account for account, other in stage.visitors.values() if other is visitor)
    assert (await visitor.get("/students/all")).status_code == 200
    await console.sql.execute("update roles set permissions = '{}' where id = $1", account.role.id)
    refused = await visitor.get("/students/all")
    assert (refused.status_code, refused.json()["code"]) == (403, "SHARED_FORBIDDEN")
    await console.sql.execute(
        """update roles set permissions = '{"users:students": ["read"]}' where id = $1""", account.role.id
    )
    assert (await visitor.get("/students/all")).status_code == 200


async def test_the_tree_of_own_rights_equals_the_granted_rights(console: Console, stage: PermissionMatrix) -> None:
    """R1: no more than granted; complete for the superadmin.

    As is the list of all rights.
    """
    visitor = await stage.with_rights({"users:students": ["read", "update"], "profile": ["read"]})
    assert (await visitor.data("/roles/permission-objects/mine"))["permissionObjects"] == [
        {
            "name": "users",
            "permissions": [],
            "children": [{"name": "students", "permissions": ["read", "update"], "children": []}],
        },
        {"name": "profile", "permissions": ["read"], "children": []},
    ]
    superadmin = await stage.visitor_of(a_superadmin())
    mine = await superadmin.data("/roles/permission-objects/mine")
    every = await superadmin.data("/roles/permission-objects/all")
    assert mine["permissionObjects"] == every["permissionObjects"]
    rights = {
        (f"{module['name']}:{child['name']}" if child else module["name"]): (child or module)["permissions"]
        for module in mine["permissionObjects"]
        for child in (module["children"] or [None])
    }
    assert rights == {key: [str(one) for one in Action if one in actions] for key, actions in PERMISSIONS.items()}


async def test_a_permission_is_offered_where_a_call_or_screen_needs_it(stage: PermissionMatrix) -> None:
    """Modules whose screens come later are not (issue 16)."""
    superadmin = await stage.visitor_of(a_superadmin())
    built = (await superadmin.data("/roles/permission-objects/all"))["built"]
    named = {one for call in CALLS for one in call.permission.replace("&", "|").split("|")}
    named |= {one for screen in json.loads(SCREENS.read_text()) for one in screen["permission"].split("|")}
    assert built == [permission for permission in PERMISSIONS if permission in named]
    modules = {permission.split(":")[0] for permission in built}
    assert {"users", "staff_control", "all_groups", "my_groups", "settings"} <= modules
    assert not {"store", "blogs", "events", "promotions"} & modules


def _call(method: str, path: str) -> Call:
    return next(call for call in CALLS if (call.method, call.path) == (method, path))
