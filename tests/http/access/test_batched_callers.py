"""Concurrent callers share a query, each with their own rights and data."""

import asyncio
from typing import Any

from tests.http.attendance.scenario import ABSENT, ATTENDED, OFFICE, AttendanceClient, AttendanceScenario
from tests.support.builders import Branch, a_branch, a_class_of, a_user_with
from tests.support.console import Console, Visitor

MANY = 12


async def _reader_of(console: Console, branch: Branch, students: int) -> tuple[Visitor, int]:
    """A reader of the students of this branch alone, and their number."""
    await console.store(a_class_of(students).in_branch(branch))
    return await console.sign_in(a_user_with({"users:students": ["read"]}).of(branch)), students


async def test_each_of_many_concurrent_callers_sees_their_own_data(fresh_console: Console) -> None:
    """D-9, D-12, ASVS-27: nobody gets another caller's branches.

    A revoked right, an ended session and a block apply at once among concurrent callers.
    """
    console = fresh_console
    seated = [await _reader_of(console, a_branch(), number) for number in range(1, MANY + 1)]
    nowhere = await console.sign_in(a_user_with({"users:students": ["read"]}))
    # rights of their own each: accounts of the same rights share a role
    rights = [["read", "update"], ["read"], ["read"]]
    accounts = [a_user_with({"users:students": few}).of(a_branch()) for few in rights]
    without_right, signed_out, blocked = [await console.sign_in(one) for one in accounts]
    ids = [one.id for one in accounts]
    await console.sql.execute(
        "update roles set permissions = '{}' where id = (select role_id from users where id = $1)", ids[0]
    )
    await console.sql.execute("update sessions set ended_at = now() where user_id = $1", ids[1])
    await console.sql.execute("update users set status = 2 where id = $1", ids[2])
    expected: list[tuple[Visitor, Any]] = [(nowhere, 0), (without_right, 403), (signed_out, 401), (blocked, 401)]
    expected += seated
    statements = console.reads.statements
    statements.clear()
    answers = await asyncio.gather(*(visitor.get("/students/all") for visitor, _ in expected for _ in range(3)))
    totals = [answer.json()["data"]["total"] if answer.status_code == 200 else answer.status_code for answer in answers]
    assert totals == [right for _, right in expected for _ in range(3)]
    together = sum("unnest($1::bigint[], $2::bigint[]) requested" in statement for statement in statements)
    assert 0 < together < len(answers) / 2, "the callers did not share a query"


async def test_each_of_many_concurrent_saves_is_decided_by_its_own_class(console: Console) -> None:
    """D-12, D-13: own and foreign classes, and the office of a branch.

    Of its own branch, of another and of none, concurrently.
    """
    stages = [await AttendanceScenario.of(console, size=3) for _ in range(4)]
    lessons = [await stage.lesson_id() for stage in stages]
    teachers = [await stage.teacher() for stage in stages]
    # the classes of the first two are saved by their teachers, those of the others by the office of their branch
    offices = [await stage.office() for stage in stages]
    nowhere = AttendanceClient(stages[0], await console.sign_in(a_user_with(OFFICE)), "admin")

    async def save(client: AttendanceClient, of: int, mark: Any) -> int:
        body = {"lessonId": lessons[of], "version": 1}
        entries = [{"studentId": one.id, "mark": mark} for one in stages[of].students]
        path = f"/attendance/save-for-{client.audience}"
        return int((await client.visitor.put(path, body | {"entries": entries})).status_code)

    foreign = [(teachers[n], (n + 1) % 4) for n in range(4)] + [(offices[n], (n + 1) % 4) for n in range(4)]
    foreign += [(nowhere, n) for n in range(4)]
    own = [(teachers[0], 0), (teachers[1], 1), (offices[2], 2), (offices[3], 3)]
    statements = console.reads.statements
    statements.clear()
    codes = await asyncio.gather(
        *(save(client, of, ABSENT) for client, of in foreign), *(save(client, of, ATTENDED) for client, of in own)
    )
    assert codes == [*[404] * len(foreign), *[200] * len(own)]
    together = sum("requested.to_school" in statement for statement in statements)
    assert 0 < together < len(codes) / 2, "the saves did not share a query"
    for stage in stages:
        assert await stage.stored_marks() == {student.id: (ATTENDED, None) for student in stage.students}
    for stage, by_office in zip(stages, (False, False, True, True), strict=True):
        marks = await console.sql.fetch(
            "select by_office from attendances where lesson_id = $1", await stage.lesson_id()
        )
        assert {row["by_office"] for row in marks} == {by_office}
