"""Exams and hostile staff: edges of dates and scores, hidden checks (H6, D-86)."""

import asyncio
from datetime import timedelta

import pytest

from tests.http.exams.scenario import BEGIN, DEADLINE, READS, ExamScenario
from tests.support.console import Console

AUDITS = {"staff_control:audit_logs": ["read"]}


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam."""
    return await ExamScenario.of(fresh_console)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("beginsAt", "0001-01-01T00:00:00+14:00"),
        ("beginsAt", "1999-12-31T23:59:59Z"),
        ("deadline", "2100-01-01T00:00:01Z"),
        ("deadline", "9999-12-31T23:59:59-12:00"),
    ],
)
async def test_a_date_that_no_calendar_shows_is_refused_by_name(stage: ExamScenario, field: str, value: str) -> None:
    """Security check 22: refused by name, never an error of the server."""
    teacher = await stage.teacher()
    form = stage.form(**{field: value})
    edit = {key: given for key, given in form.items() if key != "groupId"} | {"version": stage.exam["version"]}
    answers = [await teacher.post("/exams", form), await teacher.patch(stage.path, edit)]
    if field == "deadline":
        moved = {"version": stage.exam["version"], "deadline": value}
        answers.append(await teacher.patch(f"{stage.path}/deadline", moved))
    for answer in answers:
        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field]), answer.text


async def test_an_edit_moves_no_deadline_into_the_past(stage: ExamScenario) -> None:
    """R2-375: by no call; one that is over may stay."""
    stage.at(BEGIN + timedelta(hours=1))
    teacher = await stage.teacher()
    form = {key: value for key, value in stage.form().items() if key != "groupId"} | {"version": stage.exam["version"]}
    past = (BEGIN + timedelta(minutes=1)).isoformat()
    refused = await teacher.patch(stage.path, form | {"deadline": past})
    assert (refused.status_code, refused.json()["code"]) == (422, "EXAMS_DEADLINE_PAST")
    stage.at(DEADLINE + timedelta(hours=1))
    teacher = await stage.teacher()
    assert (await teacher.patch(stage.path, form | {"description": "Yangi matn"})).status_code == 200


async def test_no_count_tells_readers_how_many_are_checked(stage: ExamScenario) -> None:
    """H6: what waits, against what was handed in."""
    teacher, reader = await stage.teacher(), await stage.visitor(READS)
    first, second, _ = stage.students
    await stage.hand_in(first, second)
    await stage.check(teacher, first, 95)
    assert (await teacher.data(f"{stage.path}/count"))["counts"]["waiting"] == 1
    assert (await reader.data(f"{stage.path}/count"))["counts"]["waiting"] == 2
    (row,) = (await reader.data(f"/groups/{stage.group.id}/exams"))["exams"]
    assert row["counts"]["waiting"] == 2


async def test_the_audit_log_tells_a_score_from_the_announcement_on(stage: ExamScenario) -> None:
    """H6: those who read the log are not those who check."""
    teacher, student = await stage.teacher(), stage.students[0]
    await stage.hand_in(student)
    await stage.check(teacher, student, 93)
    auditor = await stage.visitor(AUDITS)
    logged = (await auditor.data("/audits"))["audits"]
    assert logged
    for one in logged:
        detail = (await auditor.data(f"/audits/{one['id']}"))["audit"]
        assert "93" not in str(detail.get("changes")), detail
    await stage.announce(teacher)
    work = f"/exams/results/{await stage.work_of(student)}"
    corrected = {"version": (await teacher.data(work))["version"], "score": 77, "reason": "Qayta ko'rildi"}
    assert (await teacher.put(work, corrected)).status_code == 200
    newest = (await auditor.data("/audits"))["audits"][0]
    assert "77" in str((await auditor.data(f"/audits/{newest['id']}"))["audit"]["changes"])


@pytest.mark.parametrize("score", ["NaN", "Infinity", "1e309", "70.5", '"70"', "true", "[70]", "101", "-1", "9" * 40])
async def test_a_score_is_a_whole_number_to_a_hundred(stage: ExamScenario, score: str) -> None:
    """D-21."""
    teacher, student = await stage.teacher(), stage.students[0]
    chat = await stage.chat(teacher, student)
    body = f'{{"resultId": {chat["id"]}, "version": {chat["version"]}, "score": {score}}}'
    answer = await teacher.request(
        "POST", f"{stage.path}/check", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text
    assert (await stage.chat(teacher, student))["score"] is None


async def test_checks_and_the_announcement_at_once_leave_one_truth(stage: ExamScenario) -> None:
    """D-86, H9: a check is in the announcement, or refused; nobody is told twice."""
    teacher, other = await stage.teacher(), await stage.teacher()
    first, second, third = stage.students
    await stage.hand_in(first, second)
    await stage.check(teacher, first, 90)
    await stage.check(teacher, second, 40)
    chats = [await stage.chat(teacher, one) for one in (first, second, third)]
    version = (await teacher.data(stage.path))["exam"]["version"]
    answers = await asyncio.gather(
        *(
            who.post(f"{stage.path}/check", {"resultId": one["id"], "version": one["version"], "score": 70})
            for one in chats
            for who in (teacher, other)
        ),
        *(who.post(f"{stage.path}/announce", {"version": version}) for who in (teacher, other)),
    )
    assert {answer.status_code for answer in answers} <= {200, 409}
    announced = [answer for answer in answers[-2:] if answer.status_code == 200]
    assert len(announced) == 1
    for chat, pair in zip(chats, (answers[:2], answers[2:4], answers[4:6]), strict=True):
        done = [answer for answer in pair if answer.status_code == 200]
        assert len(done) <= 1
        shown = await teacher.data(f"/exams/results/{chat['id']}")
        assert shown["score"] == (70 if done else chat["score"])
    assert len(await stage.announced_to()) == 1
