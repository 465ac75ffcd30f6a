"""Homework in the KPIs of groups and teachers, and in the journal."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.http.homework.giving_scenario import DAY, HomeworkScenario
from tests.support.builders import a_user_with
from tests.support.console import Console

READER = {
    "all_groups:journal": ["read"],
    "all_groups:all_homeworks": ["read"],
    "users:teachers": ["read"],
    "users:academic": ["read"],
}
WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)


@pytest.fixture
async def stage(console: Console) -> HomeworkScenario:
    """Six students with homework that each has done otherwise."""
    stage = await HomeworkScenario.of(console, size=6)
    given = await (await stage.teacher()).given()
    past, ahead = datetime.now(UTC) - timedelta(days=400), datetime.now(UTC) + timedelta(days=400)
    for student, (status, score, due) in zip(
        stage.students,
        [
            (ACCEPTED, 88, past),
            (REJECTED, 40, past),
            (CHECKING, None, past),
            (UNCOMPLETED, None, past),
            (UNCOMPLETED, None, ahead),
            (NOT_GIVEN, None, past),
        ],
        strict=True,
    ):
        await console.sql.execute(
            "update submissions set status = $3, score = $4, due_at = $5, claimed_at = now()"
            " where homework_id = $1 and student_id = $2",
            *(given["id"], student.id, status, score, due),
        )
    return stage


async def test_the_kpi_is_accepted_of_given(console: Console, stage: HomeworkScenario) -> None:
    """D-27, D-77, D-79: not given and not due yet are left out: 1 of 4."""
    reader = await console.sign_in(a_user_with(READER).of(stage.branch))
    group = (await reader.data(f"/groups/{stage.group.id}"))["group"]
    assert group["homeworkKpi"] == 25.0
    assert stage.group.teacher
    teacher = (await reader.data(f"/teacher/{stage.group.teacher.id}"))["teacher"]
    assert (teacher["homeworkKpi"], teacher["attendanceKpi"], teacher["kpi"]) == (25.0, None, 25.0)
    of_teacher = await reader.data(f"/teacher/{stage.group.teacher.id}/groups")
    assert [row["homeworkKpi"] for row in of_teacher["groups"]] == [25.0]
    await stage.lessons.lesson(DAY + timedelta(days=1), marks={stage.students[0]: 1})
    await console.sql.execute("insert into group_marks (group_id, attended) values ($1, 1)", stage.group.id)
    teacher = (await reader.data(f"/teacher/{stage.group.teacher.id}"))["teacher"]
    assert (teacher["attendanceKpi"], teacher["kpi"]) == (100.0, 62.5)


async def test_an_accepted_work_stays_accepted_while_it_is_checked_again(
    console: Console, stage: HomeworkScenario
) -> None:
    """D-69: opening it does not lower the KPI."""
    await console.sql.execute(
        "update submissions set status = 4, status_before = 3 where group_id = $1 and status = 3", stage.group.id
    )
    reader = await console.sign_in(a_user_with(READER).of(stage.branch))
    assert (await reader.data(f"/groups/{stage.group.id}"))["group"]["homeworkKpi"] == 25.0


async def test_the_journal_shows_homework_in_its_cells(console: Console, stage: HomeworkScenario) -> None:
    """R2-203, R2-204, D-23: the shorter set of statuses, the score, and percentages."""
    console.clock.stand_at(datetime.now(UTC))
    reader = await console.sign_in(a_user_with(READER).of(stage.branch))
    query: dict[str, Any] = {"groupId": stage.group.id, "fromDate": "2026-11-01", "toDate": "2026-11-30"}
    journal = await reader.data("/journal/for-admin", **query)
    cells = {row["studentId"]: row["cells"][0] for row in journal["students"]}
    found = [(cells[student.id].get("homework"), cells[student.id].get("homeworkScore")) for student in stage.students]
    assert found == [(3, 88), (2, 40), (1, None), (4, None), (4, None), (5, None)]
    assert journal["additionalStats"]["homeworkPercentage"] == 25.0
    assert journal["days"][0]["additionalStats"]["homeworkPercentage"] == 25.0
    percentages = {row["studentId"]: row["additionalStats"]["homeworkPercentage"] for row in journal["students"]}
    assert [percentages[student.id] for student in stage.students] == [100.0, 0.0, 0.0, 0.0, None, None]
    filters = await reader.data("/journal/for-admin/filter-objects", groupId=stage.group.id)
    assert filters["kinds"] == ["attendance", "homework", "exam"]


async def test_the_journal_leads_to_each_work(console: Console, stage: HomeworkScenario) -> None:
    """R2-203, D-79: a cell names its submission, and says what is not due yet."""
    console.clock.stand_at(datetime.now(UTC))
    reader = await console.sign_in(a_user_with(READER).of(stage.branch))
    query: dict[str, Any] = {"groupId": stage.group.id, "fromDate": "2026-11-01", "toDate": "2026-11-30"}
    journal = await reader.data("/journal/for-admin", **query)
    homework = await console.sql.fetchval("select id from homeworks where group_id = $1", stage.group.id)
    assert [day["homeworkId"] for day in journal["days"]] == [homework]
    rows = await console.sql.fetch("select id, student_id from submissions where homework_id = $1", homework)
    works = {row["student_id"]: row["id"] for row in rows}
    cells = {one["studentId"]: one["cells"][0] for one in journal["students"]}
    assert {student: cell["submissionId"] for student, cell in cells.items()} == works
    still_open = [student for student, cell in cells.items() if cell.get("homeworkOpen")]
    assert still_open == [stage.students[4].id]
