"""The matrix of rights: every route, every kind of caller, against a table that nobody generated (D-53…D-60)."""

import pytest

from application.authorization import Guard
from domain.access.permissions import PERMISSIONS, Action
from entrypoints.http.app import litestar_app
from tests.http.api.support.permission_matrix import Stage
from tests.support.access import SCOPES, WORDS, Call, nameless, routes, table
from tests.support.builders import a_superadmin
from tests.support.console import Console

CALLS = table()


@pytest.fixture(scope="module")
async def stage(console: Console) -> Stage:
    """The centre that is asked about."""
    return await Stage.of(console)


def test_each_route_is_in_the_table_and_each_row_is_a_route(console: Console) -> None:
    """A new route without its row fails here, and so does a row without its route."""
    real, written = routes(litestar_app(console.container)), {(call.method, nameless(call.path)) for call in CALLS}
    assert sorted(real - written) == [], "routes without a row in contracts/access.csv"
    assert sorted(written - real) == [], "rows of contracts/access.csv without a route"
    assert len(CALLS) == len(written), "a call stands there twice"


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_row_names_permissions_and_scopes_that_there_are(call: Call) -> None:
    """A misspelt key would let nobody in, and nobody would know why."""
    assert call.scope in SCOPES
    if call.permission in WORDS:
        assert call.action == ""
    else:
        assert call.keys
        assert all(Action(call.action) in PERMISSIONS[key] for key in call.keys)


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_only_who_holds_the_right_is_let_in(stage: Stage, call: Call) -> None:
    """ASVS-21, ASVS-24, D-53…D-59: nobody, no rights, each right alone, every right but that one, superadmin."""
    assert await stage.faults(call) == []


async def test_a_guard_taken_away_is_noticed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matrix bites: without its guard the list of students lets a user without rights in."""
    monkeypatch.setattr(Guard, "check", lambda *_: None)
    found = await stage.faults(_call("GET", "/api/staff/students/all"))
    assert len(found) == 3
    assert "GET /api/staff/students/all: a user without rights is answered 200, not 403" in found


@pytest.mark.parametrize(
    ("permission", "action"),
    [("users:staff", "read"), ("users:students", "update"), ("signed-in", ""), ("superadmin", ""), ("public", "")],
)
async def test_a_changed_row_is_noticed(stage: Stage, permission: str, action: str) -> None:
    """The matrix bites: whatever else the row of the list of students says is not what the console does."""
    row = _call("GET", "/api/staff/students/all")
    assert await stage.faults(Call(row.method, row.path, permission, action, row.scope)) != []


async def test_rights_taken_away_count_at_the_next_request(console: Console, stage: Stage) -> None:
    """ASVS-25, P6: no stale rights for the rest of a token's fifteen minutes."""
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


async def test_what_one_may_is_what_one_is_told(console: Console, stage: Stage) -> None:
    """The tree of own rights (R1) shows what is held and no more; the superadmin's is whole, as is the list of all."""
    visitor = await stage.with_rights({"users:students": ["read", "update"], "profile": ["read"]})
    assert (await visitor.data("/roles/permission-objects/mine"))["permissionObjects"] == [
        {
            "name": "users",
            "permissions": [],
            "children": [{"name": "students", "permissions": ["read", "update"], "children": []}],
        },
        {"name": "profile", "permissions": ["read"], "children": []},
    ]
    superadmin = await stage.who(a_superadmin())
    mine = await superadmin.data("/roles/permission-objects/mine")
    assert mine == await superadmin.data("/roles/permission-objects/all")
    told = {
        (f"{module['name']}:{child['name']}" if child else module["name"]): (child or module)["permissions"]
        for module in mine["permissionObjects"]
        for child in (module["children"] or [None])
    }
    assert told == {key: [str(one) for one in Action if one in actions] for key, actions in PERMISSIONS.items()}


def _call(method: str, path: str) -> Call:
    return next(call for call in CALLS if (call.method, call.path) == (method, path))
