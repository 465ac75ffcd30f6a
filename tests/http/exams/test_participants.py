"""Participants of an exam follow the class until it begins (D-86)."""

from datetime import date, timedelta

import pytest

from entrypoints.worker.scheduler import exams_follow_classes
from tests.http.exams.scenario import BEGIN, ExamScenario
from tests.support.builders import Student, a_student
from tests.support.console import Console

DAY = date(2026, 11, 16)
ENROL = "insert into enrolments (student_id, group_id, action_id, started_date) values ($1, $2, 1, $3)"
END = "update enrolments set ended_date = $2 where student_id = $1"


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam."""
    return await ExamScenario.of(fresh_console)


async def _newcomer(stage: ExamScenario, started: date = DAY) -> Student:
    student = a_student()
    await stage.console.store(student)
    await stage.console.sql.execute(ENROL, student.id, stage.group.id, started)
    return student


async def _participants(stage: ExamScenario) -> set[int]:
    rows = await stage.console.sql.fetch("select student_id from submissions where exam_id = $1", stage.exam["id"])
    return {row["student_id"] for row in rows}


async def test_who_joins_before_the_begin_takes_part_and_who_leaves_does_not(stage: ExamScenario) -> None:
    """D-86: once, however often it runs; the history says it."""
    sql, (leaver, *_) = stage.console.sql, stage.students
    newcomer = await _newcomer(stage)
    await sql.execute(END, leaver.id, DAY - timedelta(days=1))
    for _ in range(2):
        await exams_follow_classes(stage.console.container)
    assert await _participants(stage) == {one.id for one in (*stage.students[1:], newcomer)}
    written = "select params from audits where verb = 'exams.participants_followed'"
    assert len(await sql.fetch(written)) == 1
    due = "select due_at from submissions where exam_id = $1 and student_id = $2"
    assert len({await sql.fetchval(due, stage.exam["id"], one.id) for one in (newcomer, stage.students[1])}) == 1


async def test_work_is_never_taken_out(stage: ExamScenario) -> None:
    """D-86: what was handed in or written stays, though its student has left."""
    one, other, _ = stage.students
    await stage.hand_in(one)
    message = "insert into submission_messages (submission_id, student_id, text, sent_at) values ($1, $2, 'x', now())"
    await stage.console.sql.execute(message, await stage.work_of(other), other.id)
    for student in stage.students:
        await stage.console.sql.execute(END, student.id, DAY - timedelta(days=1))
    await exams_follow_classes(stage.console.container)
    assert await _participants(stage) == {one.id, other.id}


@pytest.mark.parametrize(("minutes", "joins"), [(-1, True), (9, True), (11, False)])
async def test_after_the_begin_students_are_added_by_staff(stage: ExamScenario, minutes: int, joins: bool) -> None:
    """D-86: a student who joined just before the begin is still found."""
    newcomer = await _newcomer(stage)
    stage.at(BEGIN + timedelta(minutes=minutes))
    await exams_follow_classes(stage.console.container)
    assert (newcomer.id in await _participants(stage)) is joins


async def test_chosen_students_stay_the_chosen_ones(stage: ExamScenario) -> None:
    """D-86: only students who came to the group later join them."""
    chosen = stage.students[0]
    teacher = await stage.teacher()
    answer = await teacher.post("/exams", stage.form(studentIds=[chosen.id], beginsAt="2026-11-18T04:00:00Z",
                                                     deadline="2026-11-18T07:00:00Z"))  # fmt: skip
    stage.exam = answer.json()["data"]
    created = "update exams set created_at = $2 where id = $1"
    await stage.console.sql.execute(created, stage.exam["id"], BEGIN - timedelta(hours=2))
    await _newcomer(stage, DAY)
    later = await _newcomer(stage, DAY + timedelta(days=1))
    await exams_follow_classes(stage.console.container)
    assert await _participants(stage) == {chosen.id, later.id}
