"""The matrix of rights: every route against the access table.

D-53…D-60: every kind of caller; the table is written by hand.
"""

import pytest

from application.authorization import Guard
from domain.access.permissions import PERMISSIONS, Action
from entrypoints.http.app import litestar_app
from tests.http.api.support.permission_matrix import PermissionMatrix
from tests.support.access import SCOPES, WORDS, Call, nameless, routes, table
from tests.support.builders import a_superadmin
from tests.support.console import Console

CALLS = table()


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
        assert all(Action(call.action) in PERMISSIONS[key] for key in call.keys)


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_a_call_is_permitted_only_with_its_right(stage: PermissionMatrix, call: Call) -> None:
    """ASVS-21, ASVS-24, D-53…D-59: by the kind of caller.

    Signed out, no rights, each right alone, every other right, superadmin.
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
    assert mine == await superadmin.data("/roles/permission-objects/all")
    rights = {
        (f"{module['name']}:{child['name']}" if child else module["name"]): (child or module)["permissions"]
        for module in mine["permissionObjects"]
        for child in (module["children"] or [None])
    }
    assert rights == {key: [str(one) for one in Action if one in actions] for key, actions in PERMISSIONS.items()}


def _call(method: str, path: str) -> Call:
    return next(call for call in CALLS if (call.method, call.path) == (method, path))
