"""Exams on the results page of a student (R1-103, D-86, H6)."""

from typing import Any

import pytest

from tests.http.exams.scenario import PASSED, ExamScenario
from tests.support.console import Console

STUDENTS = {"users:students": ["read"]}
CHECKS = {"all_groups:exam": ["read", "update"]}


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam, in which one student has a score."""
    stage = await ExamScenario.of(fresh_console)
    await stage.hand_in(stage.students[0])
    answer = await stage.check(await stage.teacher(), stage.students[0], 88)
    assert answer.is_success, answer.text
    return stage


async def _exams(stage: ExamScenario, keys: dict[str, list[str]]) -> list[Any]:
    visitor = await stage.visitor(STUDENTS | keys)
    (row,) = (await visitor.data(f"/students/{stage.students[0].id}/results"))["results"]
    return list(row["exams"])


async def test_results_show_exams_to_who_may_see_them(stage: ExamScenario) -> None:
    """H6: before the announcement only checkers see a score."""
    assert await _exams(stage, {}) == [], "the key of students opens no exam"
    (read,) = await _exams(stage, {"all_groups:exam": ["read"]})
    assert (read["id"], read["studyMonths"], read["announced"]) == (stage.exam["id"], ["1-oy"], False)
    assert (read["score"], read["result"]) == (None, None)
    (checked,) = await _exams(stage, CHECKS)
    assert (checked["score"], checked["result"]) == (88, PASSED)
    answer = await stage.announce(await stage.teacher())
    assert answer.is_success, answer.text
    (announced,) = await _exams(stage, {"all_groups:exam": ["read"]})
    assert (announced["announced"], announced["score"], announced["result"]) == (True, 88, PASSED)
    assert announced["resultId"] == await stage.work_of(stage.students[0])


async def test_an_exam_is_shown_with_the_period_of_its_day(stage: ExamScenario) -> None:
    """D-48: of two periods in a group, once."""
    sql, student = stage.console.sql, stage.students[0]
    add = (
        "insert into enrolments (student_id, group_id, action_id, started_date, ended_date) values ($1, $2, 5, $3, $3)"
    )
    day = await sql.fetchval("select min(started_date) - 30 from enrolments where student_id = $1", student.id)
    await sql.execute(add, student.id, stage.group.id, day)
    visitor = await stage.visitor(STUDENTS | CHECKS)
    rows = (await visitor.data(f"/students/{student.id}/results"))["results"]
    assert [len(row["exams"]) for row in rows] == [1, 0]
