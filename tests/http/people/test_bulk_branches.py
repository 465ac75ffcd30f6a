"""Branches of many people are changed at once and restored, each with a result.

D-12, D-56, D-155.
"""

import json
from typing import Any

import pytest

from application.actor import system
from entrypoints.worker.handlers import job_handlers
from tests.support.builders import Branch, Student, a_branch, a_student, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

CLERK = {
    "users:students": ["create", "read", "update"],
    "users:academic": ["create", "read", "update"],
    "users:staff": ["read", "update"],
}
ALREADY = "In these branches already: nothing changes"
Branches = tuple[Branch, Branch, Branch]


@pytest.fixture
async def branches(console: Console) -> Branches:
    """Two of the clerk's branches, and one of others."""
    three = (a_branch("Chilonzor"), a_branch("Sergeli"), a_branch("Yunusobod"))
    await console.store(*three)
    return three


@pytest.fixture
async def visitor(console: Console, branches: Branches) -> Visitor:
    return await console.sign_in(a_user_with(CLERK).of(branches[0]).of(branches[1]))


async def a_few(console: Console, branch: Branch, count: int = 1) -> list[Student]:
    students = [a_student().named(f"Ism{n:03}", "Kochuvchi").in_branch(branch) for n in range(count)]
    await console.store(branch, *students)
    return students


async def move(visitor: Visitor, ids: list[Any], *to: Branch, path: str = "/students", **more: Any) -> dict[str, Any]:
    body = {"ids": ids, "officeIds": [branch.id for branch in to]} | more
    return dict(data(await visitor.post(f"{path}/bulk/change-branch", body)))


async def links(console: Console, table: str, key: str, id: int | None) -> set[int]:
    rows = await console.sql.fetch(f"select office_id from {table} where {key} = $1", id)
    return {row[0] for row in rows}


async def of_student(console: Console, student: Student) -> set[int]:
    return await links(console, "student_offices", "student_id", student.id)


def outcomes(answer: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(row["outcome"], row["message"]) for row in answer["results"]]


async def test_students_move_to_a_branch_each_with_a_result_and_a_record(
    console: Console, branches: Branches, visitor: Visitor
) -> None:
    first, second, _ = branches
    (mover,), (already,) = await a_few(console, first), await a_few(console, second)
    moved = await move(visitor, [mover.id, already.id, 10**9], second)
    assert outcomes(moved) == [("done", None), ("refused", ALREADY), ("refused", "Not found, or not visible to you")]
    assert await of_student(console, mover) == {second.id}
    row = await console.sql.fetchrow(
        "select verb, params ->> 'bulk' as act from audits where entity = 'student' and entity_id = $1", mover.id
    )
    assert tuple(row) == ("people.student_changed", str(moved["id"]))
    card = (await visitor.data(f"/students/bulk/{moved['id']}"))["act"]
    assert (card["kind"], card["entity"], card["undoable"]) == ("change_branch", "student", True)
    assert [office["id"] for office in card["offices"]] == [second.id]


async def test_a_branch_is_added_to_the_present_ones(console: Console, branches: Branches, visitor: Visitor) -> None:
    first, second, _ = branches
    (student,) = await a_few(console, first)
    await move(visitor, [student.id], second, keep=True)
    assert await of_student(console, student) == {first.id, second.id}


async def test_nobody_is_moved_into_or_out_of_a_branch_that_the_caller_lacks(
    console: Console, branches: Branches, visitor: Visitor
) -> None:
    """D-12, D-56: neither into it by name, nor out of it by moving to another one."""
    first, second, foreign = branches
    (both,), (theirs,) = await a_few(console, first), await a_few(console, foreign)
    await console.sql.execute(
        "insert into student_offices (student_id, office_id) values ($1, $2)", both.id, foreign.id
    )
    body = {"ids": [both.id], "officeIds": [second.id, foreign.id]}
    refused = await visitor.post("/students/bulk/change-branch", body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["officeIds"])
    moved = await move(visitor, [both.id, theirs.id], second)
    assert [outcome for outcome, _ in outcomes(moved)] == ["done", "refused"]
    assert await of_student(console, both) == {second.id, foreign.id}
    assert await of_student(console, theirs) == {foreign.id}


@pytest.mark.parametrize("offices", [[], [10**9]])
async def test_no_branch_or_an_unknown_one_is_rejected(
    console: Console, branches: Branches, visitor: Visitor, offices: list[int]
) -> None:
    (student,) = await a_few(console, branches[0])
    for path in ("/students", "/academic", "/users/staff"):
        answer = await visitor.post(f"{path}/bulk/change-branch", {"ids": [student.id], "officeIds": offices})
        assert answer.status_code == 422, (path, answer.text)
        assert list(answer.json()["fields"]) == ["officeIds"], path
    assert await of_student(console, student) == {branches[0].id}


async def test_the_undo_restores_the_branches_of_those_unchanged_since(
    console: Console, branches: Branches, visitor: Visitor
) -> None:
    first, second, foreign = branches
    mover, changed = await a_few(console, first, 2)
    moved = await move(visitor, [mover.id, changed.id], second)
    add = "insert into student_offices (student_id, office_id) values ($1, $2)"
    await console.sql.execute(add, changed.id, foreign.id)
    undone = data(await visitor.post(f"/students/bulk/{moved['id']}/undo"))
    assert outcomes(undone) == [("done", None), ("refused", "Changed since: left as it is")]
    assert await of_student(console, mover) == {first.id}
    assert await of_student(console, changed) == {second.id, foreign.id}
    again = await visitor.post(f"/students/bulk/{moved['id']}/undo")
    assert (again.status_code, again.json()["code"]) == (409, "PEOPLE_UNDONE_ALREADY")


async def test_more_than_a_hundred_move_by_a_job_with_the_present_branches_of_its_owner(
    console: Console, branches: Branches
) -> None:
    first, second, _ = branches
    account = a_user_with(CLERK).of(first).of(second)
    visitor = await console.sign_in(account)
    students = await a_few(console, first, 101)
    body = {"all": True, "total": 101, "officeIds": [second.id]}
    started = data(await visitor.post("/students/bulk/change-branch?value=kochuvchi", body))
    await console.sql.execute("delete from user_offices where user_id = $1 and office_id = $2", account.id, second.id)
    payload = json.loads(await console.sql.fetchval("select payload from jobs where id = $1", started["jobId"]))
    await job_handlers(console.container)["bulk"](payload, system("of-the-job"))
    page = await visitor.data(f"/students/bulk/{started['id']}/results", outcome="refused")
    assert page["total"] == 101
    assert page["results"][0]["message"].startswith("This belongs to other branches too")
    assert await of_student(console, students[0]) == {first.id}


async def test_an_academic_moves_with_the_account_and_back(
    console: Console, branches: Branches, visitor: Visitor
) -> None:
    """An account beyond the caller's rights stays, and so does its academic."""
    first, second, _ = branches
    teacher, stronger = a_teacher().in_branch(first), a_teacher().in_branch(first)
    account = a_user_with({"users:students": ["read"]}).of(first)
    beyond = a_user_with({"settings:sms": ["update"]}).of(first)
    await console.store(first, teacher, stronger, account, beyond)
    link = "update teachers set user_id = $2 where id = $1"
    await console.sql.execute(link, teacher.id, account.id)
    await console.sql.execute(link, stronger.id, beyond.id)
    moved = await move(visitor, [teacher.id, stronger.id], second, path="/academic")
    assert [outcome for outcome, _ in outcomes(moved)] == ["done", "refused"]
    assert moved["results"][0]["student"]["id"] == teacher.id
    assert await links(console, "teacher_offices", "teacher_id", teacher.id) == {second.id}
    assert await links(console, "user_offices", "user_id", account.id) == {second.id}
    assert await links(console, "teacher_offices", "teacher_id", stronger.id) == {first.id}
    await visitor.post(f"/students/bulk/{moved['id']}/undo")
    assert await links(console, "teacher_offices", "teacher_id", teacher.id) == {first.id}
    assert await links(console, "user_offices", "user_id", account.id) == {first.id}


async def test_staff_move_and_an_account_beyond_the_callers_rights_stays(
    console: Console, branches: Branches, visitor: Visitor
) -> None:
    first, second, _ = branches
    staff, beyond = (
        a_user_with({"users:students": ["read"]}).of(first),
        a_user_with({"settings:sms": ["read"]}).of(first),
    )
    await console.store(first, staff, beyond)
    moved = await move(visitor, [staff.id, beyond.id], second, path="/users/staff")
    assert [outcome for outcome, _ in outcomes(moved)] == ["done", "refused"]
    assert await links(console, "user_offices", "user_id", staff.id) == {second.id}
    assert await links(console, "user_offices", "user_id", beyond.id) == {first.id}
    everybody = {"all": True, "officeIds": [second.id], "total": 10**6}
    answer = await visitor.post("/users/staff/bulk/change-branch", everybody)
    assert answer.json()["code"] == "PEOPLE_LIST_CHANGED"


async def test_an_operation_on_academics_is_undone_only_with_their_permission(
    console: Console, branches: Branches
) -> None:
    first, second, _ = branches
    # a role of this test alone: the other tests sign in with theirs
    visitor = await console.sign_in(a_user_with(CLERK | {"users:teachers": ["read"]}).of(first).of(second))
    teacher = a_teacher().in_branch(first)
    await console.store(first, teacher)
    moved = await move(visitor, [teacher.id], second, path="/academic")
    await console.sql.execute(
        """update roles set permissions = permissions - 'users:academic'
           where id = (select u.role_id from users u join bulk_acts a on a.created_by = u.id where a.id = $1)""",
        moved["id"],
    )
    assert (await visitor.post(f"/students/bulk/{moved['id']}/undo")).status_code == 403
    assert await links(console, "teacher_offices", "teacher_id", teacher.id) == {second.id}
