"""Nothing of another branch is revealed: lists, counts, options, ids.

D-12, ASVS-22, ASVS-26.
"""

from typing import Any

import pytest
from litestar import Litestar

from adapters.postgres.core import scopes
from adapters.postgres.core.scopes import Scope
from adapters.postgres.listing import listing
from domain.access.permissions import everything
from entrypoints.http.app import litestar_app
from tests.http.api.support.leaks import FOREIGN, H_ID, PHONE, TwoBranches, queries
from tests.http.api.support.permission_matrix import BODIES
from tests.support.access import Call, table
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console, Visitor

CALLS = table()
LISTED = [call for call in CALLS if call.method == "GET" or call.exports]
# what is taught is the same for every branch (D-149)
CENTRE_CONTENT = ("courses", "curriculum", "homework-db")
READ = [
    call
    for call in LISTED
    if call.permission not in ("public", "superadmin") and not (call.scope == "all" and call.subject in CENTRE_CONTENT)
]
OF_BRANCHES = [call for call in CALLS if call.scope == "branch"]
# a run applies to the whole centre; its changes are scoped and covered above
CENTRE_WIDE = ("synchronization", *CENTRE_CONTENT)
WITH_ID = [call for call in OF_BRANCHES if "{" in call.path and call.subject not in CENTRE_WIDE]
UNKNOWN = (0, -1, 4_000_000, 2**62, 2**63, 10**30)
# a shared record is visible completely: the sessions of a colleague
SAME_FOR_ALL = ("GET /api/staff/users/{id}/sessions",)
# a group with its records is of one branch; only other lessons of its teachers may be foreign
ABOUT_OTHERS = ("GET /api/staff/groups/{id}/schedules",)


def _is_scoped(call: Call) -> bool:
    of_one_record = (
        call.subject in ("groups", "homeworks", "exams", "submissions", "videos", "attendance") and "{id}" in call.path
    )
    unscoped = of_one_record and str(call) not in ABOUT_OTHERS
    return call in LISTED and str(call) not in SAME_FOR_ALL and not unscoped


SCOPED = [call for call in OF_BRANCHES if _is_scoped(call)]
CALLERS = ("of another branch", "of no branch")
# subjects whose rows are in a table of another name, and their order: an attendance's id is that of its push
TABLES = {"attendance": ("attendance_pushes", "lesson_id, student_id")}


@pytest.fixture(scope="module")
def app(console: Console) -> Litestar:
    """The application with its routes."""
    return litestar_app(console.container)


@pytest.fixture(scope="module")
async def centre(console: Console) -> TwoBranches:
    """Two branches."""
    return await TwoBranches.of(console)


@pytest.fixture(scope="module")
async def callers(console: Console, centre: TwoBranches) -> dict[str, Visitor]:
    """Callers with every right, limited only by their branches."""
    return {
        CALLERS[0]: await console.sign_in(a_user_with(everything()).of(centre.here)),
        CALLERS[1]: await console.sign_in(a_user_with(everything())),
        "of all branches": await console.sign_in(a_superadmin()),
    }


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("call", READ, ids=str)
async def test_no_list_reveals_another_branch(
    app: Litestar, centre: TwoBranches, callers: dict[str, Visitor], call: Call, caller: str
) -> None:
    """P1: generated from the access table and the query of each list."""
    assert await centre.leaks(call, callers[caller], app) == []


@pytest.mark.parametrize("call", SCOPED, ids=str)
async def test_a_caller_of_all_branches_sees_the_hidden_records(
    app: Litestar, centre: TwoBranches, callers: dict[str, Visitor], call: Call
) -> None:
    """Proves that each scoped call has something to hide."""
    assert await centre.leaks(call, callers["of all branches"], app) != []


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("call", WITH_ID, ids=str)
async def test_a_foreign_id_looks_like_an_unknown_one(
    console: Console, centre: TwoBranches, callers: dict[str, Visitor], call: Call, caller: str
) -> None:
    """ASVS-22, P3, D-12: foreign, unknown and impossible ids get one response.

    Nothing is changed.
    """
    kind = call.subject
    assert kind in centre.ids, f"the two branches have no {kind} yet: add some, so that {call} is covered"
    before = await _rows(console, kind)
    for id in (*centre.ids[kind], *UNKNOWN):
        path = call.path.replace("{id}", str(id)).replace("{field}", "firstName")
        path = path.replace("{kind}", "1").replace("{session_id}", "1").replace("{group_id}", str(centre.group.id))
        path = path.replace("{audit_id}", str(centre.record)).replace("{lesson_id}", "1").replace("{homework_id}", "1")
        answer = await callers[caller].request(call.method, path, json=BODIES.get(str(call)))
        assert answer.status_code == 404, f"{call} {id}: {answer.text}"
        assert FOREIGN.casefold() not in answer.text.casefold()
    assert await _rows(console, kind) == before


async def _rows(console: Console, kind: str) -> list[Any]:
    table, order = TABLES.get(kind, (kind, "id"))
    rows: list[Any] = await console.sql.fetch(f"select * from {table} order by {order}")
    return rows


async def test_responses_to_a_foreign_and_an_unknown_id_are_equal(
    centre: TwoBranches, callers: dict[str, Visitor]
) -> None:
    """In every language."""
    visitor = callers[CALLERS[0]]
    for language in ("uz", "ru", "en"):
        visitor.language = language
        answers = [(await visitor.get(f"/students/{id}")).json() for id in (centre.foreign[0].id, 4_000_000)]
        assert {**answers[0], "requestId": ""} == {**answers[1], "requestId": ""}
    visitor.language = "en"


async def test_a_total_counts_only_visible_rows(centre: TwoBranches, callers: dict[str, Visitor]) -> None:
    """A count reveals as much as a row."""
    own = callers[CALLERS[0]]
    assert (await own.data("/students/all"))["total"] == len(centre.own) + 1
    assert (await callers[CALLERS[1]].data("/students/all")) == {"students": [], "total": 0}
    everybody = await callers["of all branches"].data("/students/all")
    assert everybody["total"] == len(centre.own) + 1 + len(centre.foreign)
    for query in ({"value": FOREIGN}, {"value": H_ID}, {"value": PHONE}, {"studentGroup": centre.foreign_group.id}):
        assert (await own.data("/students/all", **query)) == {"students": [], "total": 0}
        assert (await callers["of all branches"].data("/students/all", **query))["total"] > 0


async def test_a_student_of_two_branches_is_visible_in_both_without_foreign_groups(
    centre: TwoBranches, callers: dict[str, Visitor]
) -> None:
    """D-12: students are scoped by their branches, groups by theirs."""
    card = (await callers[CALLERS[0]].data(f"/students/{centre.shared.id}"))["student"]
    assert [group["groupName"] for group in card["groups"]] == ["Guruh-1"]
    unscoped = (await callers["of all branches"].data(f"/students/{centre.shared.id}"))["student"]
    assert sorted(group["groupName"] for group in unscoped["groups"]) == ["Guruh-1", f"{FOREIGN}-3"]


@pytest.mark.parametrize("kind", ["student", "user", "teacher"])
async def test_a_person_of_two_branches_is_shown_with_the_callers_branches_alone(
    centre: TwoBranches, callers: dict[str, Visitor], kind: str
) -> None:
    """D-12: in the list and on the card; a caller of all branches sees every one."""
    tutor = centre.lessons[0].teacher
    assert tutor
    path, rows, of_both = {
        "student": ("/students/all", "students", centre.shared),
        "user": ("/users/staff", "academics", centre.colleague),
        "teacher": ("/academic", "academics", tutor),
    }[kind]
    card = f"{path.removesuffix('/all')}/{of_both.id}"
    shown = {}
    for name in (CALLERS[0], "of all branches"):
        listed = (await callers[name].data(path, perPage=100))[rows]
        (own,) = [row for row in listed if row["id"] == of_both.id]
        opened = next(iter((await callers[name].data(card)).values()))
        assert own["offices"] == opened["offices"]
        shown[name] = [office["name"].startswith(FOREIGN) for office in own["offices"]]
    assert shown == {CALLERS[0]: [False], "of all branches": [False, True]}


async def test_a_filter_by_a_foreign_branch_finds_nobody(
    app: Litestar, centre: TwoBranches, callers: dict[str, Visitor]
) -> None:
    """D-12: in every list; nobody learns by it who is of that branch too."""
    lists = [
        path
        for (method, path), query in queries(app).items()
        if method == "GET" and "office_ids" in query.__struct_fields__ and path in {call.path for call in READ}
    ]
    assert len(lists) > 4
    # the second branches of the shared student and of the colleague
    foreign, here = [centre.shared.branches[1].id, centre.there.id], centre.here.id

    async def total(path: str, *offices: int | None, of: str = CALLERS[0]) -> int:
        listed = await callers[of].data(path, officeIds=",".join(map(str, offices)))
        return int(listed["total"])

    for path in lists:
        assert await total(path, *foreign) == 0, path
        assert await total(path, here, *foreign) == await total(path, here), path
    shown = [path for path in lists if await total(path, *foreign, of="of all branches")]
    assert {"/api/staff/students/all", "/api/staff/users/staff", "/api/staff/academic"} <= {*shown}


async def test_a_student_without_a_branch_is_visible_to_all_branch_callers_only(
    console: Console, centre: TwoBranches, callers: dict[str, Visitor]
) -> None:
    """D-56."""
    homeless = centre.foreign[-1]
    everywhere = await console.sign_in(a_user_with({"users:students": ["read"]}).of_all_branches())
    assert (await everywhere.get(f"/students/{homeless.id}")).status_code == 200
    both = await console.sign_in(a_user_with({"users:students": ["read"]}).of(centre.here, centre.there))
    assert (await both.get(f"/students/{homeless.id}")).status_code == 404
    assert (await both.data("/students/all"))["total"] == len(centre.own) + len(centre.foreign)


async def test_a_removed_scope_is_detected(
    app: Litestar, centre: TwoBranches, callers: dict[str, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the scope of students, the leak test names their list."""
    for cached in (listing._count, listing._page):
        cached.cache_clear()
    monkeypatch.setitem(scopes.SCOPES, "students", Scope(None, "taken away"))
    call = next(call for call in CALLS if call.path.endswith("/students/all"))
    found = await centre.leaks(call, callers[CALLERS[0]], app)
    for cached in (listing._count, listing._page):
        cached.cache_clear()
    assert f"GET /api/staff/students/all {{'value': '{FOREIGN}', 'perPage': 100}} shows the foreign branch" in found
