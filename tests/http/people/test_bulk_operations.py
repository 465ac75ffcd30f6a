"""Bulk operations on students, with a result for each.

Issue 5; D-8, D-12, D-15.
"""

import asyncio
import json
from datetime import date
from typing import Any

import pytest

from application.actor import system
from domain.shared.errors import Forbidden
from entrypoints.worker.handlers import job_handlers
from tests.support.builders import Branch, Student, a_branch, a_class_of, a_student, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

CLERK = {"users:students": ["create", "read", "update"]}
BLOCKED, ACTIVE = 2, 1


@pytest.fixture
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture
async def visitor(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(CLERK).of(branch))


async def people(console: Console, branch: Branch, count: int, **more: Any) -> list[Student]:
    students = [a_student().named(f"Ism{n:03}", "Ommaviy").in_branch(branch).having(**more) for n in range(count)]
    await console.store(branch, *students)
    return students


def ids(students: list[Student]) -> list[int]:
    return [student.id or 0 for student in students]


async def block(visitor: Visitor, *, query: dict[str, Any] | None = None, **body: Any) -> Any:
    body = {"reason": "to'lamagan"} | body
    return await visitor.request("POST", "/students/bulk/block", params=query or {}, json=body)


async def statuses(console: Console, students: list[Student]) -> list[int]:
    rows = await console.sql.fetch(
        "select system_status from students where id = any($1) order by id", sorted(ids(students))
    )
    return [row[0] for row in rows]


async def finish(console: Console, started: dict[str, Any]) -> None:
    """Runs the job as the worker does."""
    payload = json.loads(await console.sql.fetchval("select payload from jobs where id = $1", started["jobId"]))
    await job_handlers(console.container)["bulk"](payload, system("of-the-job"))
    await console.sql.execute("update jobs set state = 'done', progress = 100 where id = $1", started["jobId"])


async def test_each_student_is_blocked_or_reported_with_a_reason(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """Blocked and unknown students do not affect the others.

    Each student's history has the change (D-15).
    """
    first, second = await people(console, branch, 2)
    blocked = (await people(console, branch, 1, system_status=BLOCKED))[0]
    started = data(await block(visitor, ids=[first.id, blocked.id, 10**9, second.id, first.id]))
    assert (started["jobId"], started["total"], started["done"], started["refused"]) == (None, 4, 2, 2)
    results = [(row["studentId"], row["outcome"], row["message"]) for row in started["results"]]
    assert results == [
        (first.id, "done", None),
        (blocked.id, "refused", "The student is blocked already"),
        (10**9, "refused", "Not found, or not visible to you"),
        (second.id, "done", None),
    ]
    assert started["results"][0]["student"]["name"].startswith("Ommaviy")
    card = (await visitor.data(f"/students/{first.id}"))["student"]
    assert (card["systemStatus"], card["blockReason"]) == (BLOCKED, "to'lamagan")
    verbs = "select verb, params ->> 'bulk' as act from audits where entity = 'student' and entity_id = $1"
    assert [tuple(row) for row in await console.sql.fetch(verbs, second.id)] == [
        ("people.student_blocked", str(started["id"]))
    ]


async def test_a_student_of_another_branch_is_reported_as_unknown(console: Console, visitor: Visitor) -> None:
    """P1, P3, D-12: by id and by query, without the name."""
    (foreign,) = await people(console, a_branch("Sergeli"), 1)
    started = data(await block(visitor, ids=[foreign.id]))
    (result,) = started["results"]
    assert (result["outcome"], result["student"]) == ("refused", None)
    assert result["message"] == "Not found, or not visible to you"
    assert (await block(visitor, query={"ids": foreign.id}, all=True)).status_code == 422
    assert await statuses(console, [foreign]) == [ACTIVE]


async def test_all_matching_students_are_those_of_the_list(console: Console, branch: Branch, visitor: Visitor) -> None:
    """By the filter, not by ids: all of its pages, in the caller's branches."""
    mine = await people(console, branch, 12)
    others = await people(console, a_branch("Sergeli"), 2)
    (away,) = await people(console, branch, 1, system_status=BLOCKED)
    started = data(await block(visitor, query={"systemStatus": 1, "value": "ommaviy"}, all=True, total=12))
    assert (started["total"], started["done"]) == (12, 12)
    assert set(await statuses(console, mine)) == {BLOCKED}
    assert set(await statuses(console, others)) == {ACTIVE}
    assert away.id not in [row["studentId"] for row in started["results"]]


async def test_a_list_changed_since_is_rejected(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-8: the caller saw 3 students and a fourth was added: nobody is blocked."""
    students = await people(console, branch, 4)
    answer = await block(visitor, query={"value": "ommaviy"}, all=True, total=3)
    assert (answer.status_code, answer.json()["code"]) == (409, "PEOPLE_LIST_CHANGED")
    assert "4" in answer.json()["message"]
    assert set(await statuses(console, students)) == {ACTIVE}


@pytest.mark.parametrize(
    "body", [{}, {"ids": [], "all": False}, {"ids": [1], "all": True}, {"ids": list(range(1, 502))}, {"reason": "  "}]
)
async def test_an_empty_selection_or_a_missing_reason_is_rejected(visitor: Visitor, body: dict[str, Any]) -> None:
    """Missing ids do not select everybody."""
    assert (await block(visitor, **({"ids": [1]} | body if "reason" in body else body))).status_code == 422


async def test_a_repeated_submission_is_one_operation(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-8: both get one response; without a key the second reports each."""
    students = await people(console, branch, 3)
    body = {"ids": ids(students), "reason": "to'lamagan"}
    key = {"Idempotency-Key": f"press-{students[0].id}"}
    answers = await asyncio.gather(
        *(visitor.request("POST", "/students/bulk/block", json=body, headers=key) for _ in range(2))
    )
    assert [data(answer)["done"] for answer in answers] == [3, 3]
    assert data(answers[0])["id"] == data(answers[1])["id"]
    assert data(await block(visitor, ids=ids(students)))["refused"] == 3


async def test_more_than_a_hundred_are_a_restartable_job(console: Console, branch: Branch, visitor: Visitor) -> None:
    """A retry skips finished students.

    Progress and the result of each are readable meanwhile.
    """
    students = await people(console, branch, 230)
    started = data(await block(visitor, query={"value": "ommaviy"}, all=True, total=230))
    assert (started["total"], started["results"]) == (230, [])
    card = (await visitor.data(f"/students/bulk/{started['id']}"))["act"]
    assert (card["state"], card["total"], card["done"], card["undoable"]) == ("waiting", 230, 0, False)
    assert (await visitor.post(f"/students/bulk/{started['id']}/undo")).status_code == 409
    await finish(console, started)
    await finish(console, started)
    assert set(await statuses(console, students)) == {BLOCKED}
    card = (await visitor.data(f"/students/bulk/{started['id']}"))["act"]
    assert (card["state"], card["done"], card["refused"], card["undoable"]) == ("done", 230, 0, True)
    recorded = "select count(*), max(actor_id), max(request_id) from audits where params ->> 'bulk' = $1"
    row = await console.sql.fetchrow(recorded, str(started["id"]))
    assert (row[0], row[2]) == (230, "of-the-job")
    assert row[1] is not None
    page = await visitor.data(f"/students/bulk/{started['id']}/results", page=3, perPage=100, outcome="done")
    assert (page["total"], len(page["results"])) == (230, 30)
    names = [row["student"]["name"] for row in page["results"]]
    assert names == sorted(names)


async def test_a_job_has_the_present_rights_of_its_requester(console: Console, branch: Branch) -> None:
    """A right or a branch revoked meanwhile is respected."""
    account = a_user_with(CLERK).of(branch)
    visitor = await console.sign_in(account)
    students = await people(console, branch, 101)
    started = data(await block(visitor, query={"value": "ommaviy"}, all=True))
    await console.sql.execute("delete from user_offices where user_id = $1", account.id)
    await finish(console, started)
    assert set(await statuses(console, students)) == {ACTIVE}
    await console.sql.execute("insert into user_offices (user_id, office_id) values ($1, $2)", account.id, branch.id)
    again = data(await block(visitor, query={"value": "ommaviy"}, all=True))
    await console.sql.execute("update users set status = 2 where id = $1", account.id)
    with pytest.raises(Forbidden):
        await finish(console, again)


async def test_undo_reverts_only_unchanged_results_of_the_operation(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """Not students blocked before.

    Those changed since are named.
    """
    mine = await people(console, branch, 3)
    (before,) = await people(console, branch, 1, system_status=BLOCKED)
    started = data(await block(visitor, ids=ids([*mine, before])))
    data(
        await visitor.request("PATCH", f"/students/{mine[1].id}/change-login", json={"newLogin": f"login{mine[1].id}"})
    )
    undone = data(await visitor.post(f"/students/bulk/{started['id']}/undo"))
    assert (undone["total"], undone["done"], undone["refused"]) == (3, 2, 1)
    results = {row["studentId"]: row["message"] for row in undone["results"] if row["message"]}
    assert results == {mine[1].id: "Changed since: left as it is"}
    assert await statuses(console, [*mine, before]) == [ACTIVE, BLOCKED, ACTIVE, BLOCKED]
    card = (await visitor.data(f"/students/bulk/{started['id']}"))["act"]
    assert (card["undoable"], card["undoneBy"]) == (False, undone["id"])
    again = await visitor.post(f"/students/bulk/{started['id']}/undo")
    assert (again.status_code, again.json()["code"]) == (409, "PEOPLE_UNDONE_ALREADY")
    of_undo = await visitor.post(f"/students/bulk/{undone['id']}/undo")
    assert (of_undo.status_code, of_undo.json()["code"]) == (409, "PEOPLE_NOT_UNDOABLE")


async def test_an_operation_is_visible_to_its_requester_only(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """A colleague of the same branch neither sees nor undoes it."""
    started = data(await block(visitor, ids=ids(await people(console, branch, 1))))
    other = await console.sign_in(a_user_with(CLERK).of(branch))
    path = f"/students/bulk/{started['id']}"
    assert (await other.get(path)).status_code == 404
    assert (await other.get(f"{path}/results")).status_code == 404
    assert (await other.post(f"{path}/undo")).status_code == 404


async def test_many_are_unblocked(console: Console, branch: Branch, visitor: Visitor) -> None:
    """Students who are not blocked are reported."""
    blocked = await people(console, branch, 2, system_status=BLOCKED)
    (active,) = await people(console, branch, 1)
    done = data(await visitor.post("/students/bulk/unblock", {"ids": ids([*blocked, active])}))
    assert [row["outcome"] for row in done["results"]] == ["done", "done", "refused"]
    assert set(await statuses(console, [*blocked, active])) == {ACTIVE}


async def test_many_are_added_to_a_group(console: Console, branch: Branch, visitor: Visitor) -> None:
    """By the rules of adding one (R1-372); a repeat reports each as present."""
    students = await people(console, branch, 120)
    group = a_class_of(0).in_branch(branch).taught_by(a_teacher())
    group.started = date(2026, 1, 5)
    await console.store(group)
    body = {"all": True, "total": 120, "groupId": group.id}
    path = "/students/bulk/add-to-group?value=ommaviy"
    started = data(await visitor.post(path, body))
    await finish(console, started)
    count = "select count(*) from enrolments where group_id = $1"
    assert await console.sql.fetchval(count, group.id) == len(students)
    again = data(await visitor.post(path, body))
    await finish(console, again)
    card = (await visitor.data(f"/students/bulk/{again['id']}"))["act"]
    assert (card["refused"], card["group"]["id"], card["undoable"]) == (120, group.id, False)
    foreign = a_class_of(0).in_branch(a_branch("Sergeli")).taught_by(a_teacher())
    await console.store(foreign)
    body_of_foreign = {"ids": ids(students[:1]), "groupId": foreign.id}
    assert (await visitor.post("/students/bulk/add-to-group", body_of_foreign)).status_code == 404
