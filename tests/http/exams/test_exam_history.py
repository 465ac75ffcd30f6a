"""The history of an exam and reverting its changes.

D-8, D-12, D-13, D-15, D-86, H6, R2-370, R2-375.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.http.audit.history import History
from tests.http.exams.scenario import BEGIN, DEADLINE, OFFICE, READS, TEACHES, ExamScenario
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

PAST = "This time is over"
CLOCK = BEGIN - timedelta(hours=2)


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam, two hours before it begins."""
    return await ExamScenario.of(fresh_console)


async def _edit(stage: ExamScenario, visitor: Visitor, **more: Any) -> None:
    """Replaces the exam's fields, the others as they are."""
    exam = (await visitor.data(stage.path))["exam"]
    form = {
        "studyMonthIds": [month["id"] for month in exam["studyMonths"]],
        "description": exam["description"],
        "beginsAt": exam["beginsAt"],
        "deadline": exam["deadline"],
        "attachments": [file["fileId"] for file in exam["attachments"]],
        "version": exam["version"],
    }
    data(await visitor.patch(stage.path, form | more))


async def _move(stage: ExamScenario, visitor: Visitor, deadline: datetime) -> None:
    version = (await visitor.data(stage.path))["exam"]["version"]
    data(await visitor.patch(f"{stage.path}/deadline", {"version": version, "deadline": deadline.isoformat()}))


def _fields(preview: dict[str, Any]) -> list[str]:
    return [change["field"] for change in preview["changes"]]


def _left(preview: dict[str, Any]) -> dict[str, str]:
    return {one["change"]["field"]: one["reason"] for one in preview["left"]}


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def test_a_change_of_an_exam_is_reverted_as_a_change_of_its_own(stage: ExamScenario) -> None:
    """R2-370: text, months and dates, and the deadline of the participants."""
    sql, teacher = stage.console.sql, await stage.teacher()
    second = await sql.fetchval(
        "insert into study_months (course_id, number, name) select course_id, 2, '' from groups where id = $1"
        " returning id",
        stage.group.id,
    )
    later = DEADLINE + timedelta(hours=5)
    changed = {"description": "Boshqa loyiha", "studyMonthIds": [second], "deadline": later.isoformat()}
    await _edit(stage, teacher, **changed, beginsAt=(BEGIN + timedelta(hours=1)).isoformat())
    history = History(teacher, stage.path)
    entry = await history.newest()
    (months,) = [change for change in entry["changes"] if change["field"] == "study_month_ids"]
    assert (entry["takeable"], months["label"]) == (True, "Study months")
    assert (months["added"], months["removed"]) == (["2"], ["1-oy"])
    preview = await history.shown(entry)
    assert sorted(_fields(preview)) == ["begins_at", "deadline", "description", "study_month_ids"]
    assert preview["left"] == []
    assert (await teacher.data(stage.path))["exam"]["description"] == "Boshqa loyiha"
    assert data(await history.revert(entry)) == preview
    exam = (await teacher.data(stage.path))["exam"]
    assert (exam["description"], exam["version"]) == ("Loyihani topshiring", preview["version"] + 1)
    assert [month["id"] for month in exam["studyMonths"]] == [stage.month_id]
    assert (_instant(exam["beginsAt"]), _instant(exam["deadline"])) == (BEGIN, DEADLINE)
    due = "select distinct due_at from submissions where exam_id = $1"
    assert [row["due_at"] for row in await sql.fetch(due, stage.exam["id"])] == [DEADLINE]
    newest = await history.newest()
    assert newest["comment"] == f"Reverted change No. {entry['auditId']}"
    verb, permission = await sql.fetchrow("select verb, permission from audits order by id desc limit 1")
    assert (verb, permission) == ("history.change_taken_back", "my_groups:exam")
    # which can be reverted as well
    data(await history.revert(newest))
    assert (await teacher.data(stage.path))["exam"]["description"] == "Boshqa loyiha"


async def test_an_equal_instant_of_another_zone_is_no_change(stage: ExamScenario) -> None:
    """A browser may send hours of the centre; the record names the change alone."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa", deadline="2026-11-16T12:00:00+05:00")
    entry = await History(teacher, stage.path).newest()
    assert [change["label"] for change in entry["changes"]] == ["Text"]


@pytest.mark.parametrize(("since", "restored"), [(-1, True), (0, False), (1, False)])
async def test_a_deadline_in_the_past_is_not_restored(stage: ExamScenario, since: int, restored: bool) -> None:
    """R2-375: to the second; the other fields of the change are restored."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa", deadline=(DEADLINE + timedelta(hours=5)).isoformat())
    stage.at(DEADLINE + timedelta(seconds=since))
    teacher = await stage.teacher()
    history = History(teacher, stage.path)
    entry = await history.newest()
    preview = await history.shown(entry)
    assert _left(preview) == ({} if restored else {"deadline": PAST})
    data(await history.revert(entry))
    exam = (await teacher.data(stage.path))["exam"]
    assert exam["description"] == "Loyihani topshiring"
    assert (_instant(exam["deadline"]) == DEADLINE) is restored


async def test_a_moved_deadline_alone_is_refused_once_the_former_is_over(stage: ExamScenario) -> None:
    """R2-375."""
    teacher = await stage.teacher()
    await _move(stage, teacher, DEADLINE + timedelta(hours=5))
    stage.at(DEADLINE + timedelta(minutes=1))
    history = History(await stage.teacher(), stage.path)
    refused = await history.revert(await history.newest())
    assert (refused.status_code, refused.json()["code"]) == (409, "HISTORY_NOTHING_TO_TAKE_BACK")


@pytest.mark.parametrize("after_begin", [0, -1])
async def test_a_begin_is_not_restored_behind_the_deadline(stage: ExamScenario, after_begin: int) -> None:
    """D-86: the rule of an edit."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa", beginsAt=(CLOCK - timedelta(hours=1)).isoformat())
    history = History(teacher, stage.path)
    entry = await history.newest()
    await _move(stage, teacher, BEGIN + timedelta(seconds=after_begin))
    preview = await history.shown(entry)
    assert (_fields(preview), _left(preview)) == (
        ["description"],
        {"begins_at": "The deadline must be after the start"},
    )
    data(await history.revert(entry))


async def test_a_field_changed_since_stays(stage: ExamScenario) -> None:
    """By field, as of every record."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Ikkinchi", deadline=(DEADLINE + timedelta(hours=1)).isoformat())
    history = History(teacher, stage.path)
    entry = await history.newest()
    await _edit(stage, teacher, description="Uchinchi")
    preview = await history.shown(entry)
    assert (_fields(preview), _left(preview)) == (["deadline"], {"description": "It has been changed since then"})


async def test_months_that_the_course_has_no_more_are_refused(stage: ExamScenario) -> None:
    """D-86: as in the form, where the group follows another course by now."""
    sql, teacher = stage.console.sql, await stage.teacher()
    other = await sql.fetchval("insert into courses (name) values ('Boshqa') returning id")
    month = "insert into study_months (course_id, number, name) values ($1, 1, '1-oy') returning id"
    month_id = await sql.fetchval(month, other)
    await sql.execute("update groups set course_id = $2 where id = $1", stage.group.id, other)
    await _edit(stage, teacher, studyMonthIds=[month_id])
    history = History(teacher, stage.path)
    refused = await history.revert(await history.newest())
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["studyMonthIds"])


async def test_files_are_named_in_the_history_and_stay(stage: ExamScenario) -> None:
    """The log keeps names, not contents."""
    teacher = await stage.teacher()
    headers = {"Content-Type": "application/octet-stream", "X-File-Name": "loyiha.txt"}
    upload = await teacher.request("POST", "/upload/exam-attachments", content=b"1, 2, 3", headers=headers)
    await _edit(stage, teacher, description="Boshqa", attachments=[data(upload)["file"]["fileId"]])
    history = History(teacher, stage.path)
    entry = await history.newest()
    (files,) = [change for change in entry["changes"] if change["field"] == "attachments"]
    assert (files["label"], files["added"], files["removed"]) == ("Files", ["loyiha.txt"], [])
    preview = await history.shown(entry)
    assert (_fields(preview), _left(preview)) == (["description"], {"attachments": "The previous value is not kept"})
    data(await history.revert(entry))
    assert len((await teacher.data(stage.path))["exam"]["attachments"]) == 1


async def test_a_revert_of_an_old_version_is_a_conflict(stage: ExamScenario) -> None:
    """D-8: nothing is reverted that was not shown."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa")
    history = History(teacher, stage.path)
    answer = await history.revert(await history.newest(), version=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "SHARED_STALE")
    assert answer.json()["current"]["version"] == 2
    assert (await teacher.data(stage.path))["exam"]["description"] == "Boshqa"


async def test_a_revert_takes_the_right_of_an_edit_of_this_exam(stage: ExamScenario) -> None:
    """D-12, D-13."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa")
    entry = await History(teacher, stage.path).newest()
    path, body = f"{stage.path}/history/{entry['auditId']}/take-back", {"version": 2}
    reader = await stage.visitor(READS)
    assert (await History(reader, stage.path).newest())["comment"] == entry["comment"]
    assert [(await reader.get(path)).status_code, (await reader.put(path, body)).status_code] == [403, 403]
    colleague = await stage.visitor(TEACHES)
    foreign = await stage.visitor(OFFICE, a_branch())
    for stranger in (colleague, foreign):
        assert [(await stranger.get(path)).status_code, (await stranger.put(path, body)).status_code] == [404, 404]
    # a record of another exam does not belong to this one
    other = data(await teacher.post("/exams", stage.form()))
    assert (await teacher.get(path.replace(stage.path, f"/exams/{other['id']}"))).status_code == 404


async def test_a_teacher_reads_the_history_of_an_own_group_of_another_branch(fresh_console: Console) -> None:
    """D-13: who sees the exam sees its history."""
    stage = await ExamScenario.of(fresh_console)
    account = a_user_with(TEACHES).of(a_branch())
    group = a_class_of(1).in_branch(stage.branch).taught_by(a_teacher().with_account(account))
    await stage.console.store(group)
    await stage.console.sql.execute("update exams set group_id = $2 where id = $1", stage.exam["id"], group.id)
    teacher = await stage.console.sign_in(account)
    assert (await teacher.get(stage.path)).status_code == 200
    assert len((await teacher.data(f"{stage.path}/history"))["history"]) == 1


async def test_no_result_is_in_the_history_before_the_announcement(stage: ExamScenario) -> None:
    """H6, D-86: a check leaves no trace in it; then the number that passed."""
    before = await (await stage.visitor(READS)).data(f"{stage.path}/history")
    stage.at(DEADLINE + timedelta(minutes=1))
    teacher, reader = await stage.teacher(), await stage.visitor(READS)
    await stage.hand_in(*stage.students)
    for student, score, reason in zip(stage.students, (97, 41, None), (None, None, 1), strict=True):
        data(await stage.check(teacher, student, score, failingReasonId=reason))
    assert await reader.data(f"{stage.path}/history") == before
    data(await stage.announce(teacher))
    history = (await reader.data(f"{stage.path}/history"))["history"]
    shown = [(one["label"], one["after"]) for one in history[0]["changes"]]
    assert shown == [("Announced", "16.11.2026 12:01"), ("Passed", "1")]


async def test_nothing_is_reverted_after_the_announcement(stage: ExamScenario) -> None:
    """D-86: as an edit; the history has this reason."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa")
    entry = await History(teacher, stage.path).newest()
    stage.at(DEADLINE + timedelta(minutes=1))
    teacher = await stage.teacher()
    data(await stage.announce(teacher))
    announced, edited, _ = (await teacher.data(f"{stage.path}/history"))["history"]
    words = "The results are announced: the exam can no longer be changed"
    assert (edited["auditId"], edited["takeable"], edited["whyNot"]) == (entry["auditId"], False, words)
    assert announced["takeable"] is False
    path = f"{stage.path}/history/{entry['auditId']}/take-back"
    for answer in (await teacher.get(path), await teacher.put(path, {"version": 3})):
        assert (answer.status_code, answer.json()["code"]) == (409, "EXAMS_ANNOUNCED_ALREADY")


async def test_a_repeated_revert_is_one_change(stage: ExamScenario) -> None:
    """D-8: under its key."""
    teacher = await stage.teacher()
    await _edit(stage, teacher, description="Boshqa")
    entry = await History(teacher, stage.path).newest()
    path = f"{stage.path}/history/{entry['auditId']}/take-back"
    answers = [
        await teacher.request("PUT", path, json={"version": 2}, headers={"Idempotency-Key": "bir-marta"})
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    count = "select count(*) from audits where verb = 'history.change_taken_back'"
    assert await stage.console.sql.fetchval(count) == 1
