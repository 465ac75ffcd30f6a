"""Students listed by assistant, registrar and author, and their outcomes.

D-17.
"""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.support.builders import (
    Account,
    Branch,
    Class,
    Student,
    a_branch,
    a_class_of,
    a_course,
    a_student,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, Visitor, data

CLERK = {"users:students": ["create", "read", "update"]}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
def clerk(branch: Branch) -> Account:
    return a_user_with(CLERK).named("Qabul", "Xodimi").of(branch)


@pytest.fixture(scope="module")
async def visitor(console: Console, clerk: Account) -> Visitor:
    return await console.sign_in(clerk)


async def _shown(visitor: Visitor, **by: int | None) -> set[int]:
    answer = await visitor.data("/students/all", perPage=100, **by)
    assert answer["total"] == len(answer["students"])
    return {row["id"] for row in answer["students"]}


async def _assisted_group(console: Console, branch: Branch, role: int = 3) -> Class:
    group = a_class_of(2).in_branch(branch).taught_by(a_teacher().named("Yordam", "Beruvchi"))
    await console.store(group)
    await console.sql.execute(
        "update teachers set role_number = $2 where id = $1", group.teacher and group.teacher.id, role
    )
    return group


async def test_students_are_listed_by_assistant(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-081, D-57: those of groups that the assistant assists now.

    A teacher is no assistant; foreign groups are hidden.
    """
    group, other = await _assisted_group(console, branch), await _assisted_group(console, branch, role=2)
    there = await _assisted_group(console, a_branch("Olmazor"))
    assistant = group.teacher and group.teacher.id
    offered = {one["id"] for one in (await visitor.data("/students/filter-objects"))["assistants"]}
    assert assistant in offered
    assert not offered & {other.teacher and other.teacher.id, there.teacher and there.teacher.id}
    assert await _shown(visitor, assistantId=assistant) == {student.id for student in group.students}
    assert await _shown(visitor, assistantId=other.teacher and other.teacher.id) == set()
    assert await _shown(visitor, assistantId=there.teacher and there.teacher.id) == set()
    gone = group.students[0]
    await console.sql.execute("update enrolments set ended_date = '2026-02-01' where student_id = $1", gone.id)
    assert await _shown(visitor, assistantId=assistant) == {group.students[1].id}


async def test_students_are_listed_by_registrar(
    console: Console, branch: Branch, visitor: Visitor, clerk: Account
) -> None:
    """R1-082: without students imported from the school."""
    await console.store(a_student().in_branch(branch))
    body = {"firstName": "Shahzoda", "lastName": "Aliyeva", "birthDate": "2007-01-31", "officeIds": [branch.id]}
    id = data(await visitor.post("/students", body))["student"]["id"]
    staffs = (await visitor.data("/students/filter-objects"))["staffs"]
    assert [one["id"] for one in staffs] == [clerk.id]
    assert await _shown(visitor, staffId=clerk.id) == {id}
    stranger = await console.sign_in(a_user_with(CLERK).of(a_branch("Sergeli")))
    assert (await stranger.data("/students/filter-objects"))["staffs"] == []
    assert await _shown(stranger, staffId=clerk.id) == set()


async def test_students_are_listed_by_author(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-083: students of the author's courses."""
    author, course = a_user_with({}).named("Kurs", "Muallifi").of(branch), a_course("Onlayn")
    group = a_class_of(2).in_branch(branch).of_course(course)
    await console.store(author, group)
    await console.sql.execute("update courses set author_id = $2 where id = $1", course.id, author.id)
    assert author.id in [one["id"] for one in (await visitor.data("/students/filter-objects"))["authors"]]
    assert await _shown(visitor, authorId=author.id) == {student.id for student in group.students}


async def test_a_student_has_outcomes_of_all_periods(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-078: course, dates and outcome, the present period first.

    A student of another branch is not found.
    """
    today = console.clock.now().astimezone(ZoneInfo("Asia/Tashkent")).date()
    student: Student = a_student().in_branch(branch)
    for ended, action, started in (
        (date(2025, 3, 31), 2, date(2025, 3, 1)),
        (date(2025, 6, 30), 5, date(2025, 6, 1)),
        (None, 1, today - timedelta(days=9)),
    ):
        group = a_class_of(0).in_branch(branch).with_students(student)
        group.ended, group.action, group.started = ended, action, started
        await console.store(group)
    results = (await visitor.data(f"/students/{student.id}/results"))["results"]
    assert [(one["outcome"], one["days"]) for one in results] == [(1, 10), (3, 30), (2, 31)]
    assert all(one["courseName"] and one["countsInStatistics"] for one in results)
    stranger = a_student().in_branch(a_branch("Yakkasaroy"))
    await console.store(stranger)
    assert (await visitor.get(f"/students/{stranger.id}/results")).status_code == 404
