"""Exams over HTTP: giving, participants, checking (D-29, D-54, D-86, D-87)."""

from datetime import timedelta

import pytest

from tests.http.exams.scenario import (
    ACCEPTED,
    BEGIN,
    DEADLINE,
    FAILED,
    FAILED_EXAM,
    OFFICE,
    PASSED,
    READS,
    REJECTED,
    UNCOMPLETED,
    WAITING,
    ExamScenario,
)
from tests.support.builders import a_branch, a_student, a_superadmin, a_user_with
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam."""
    return await ExamScenario.of(fresh_console)


async def test_the_class_takes_part_in_an_exam_of_its_study_months(stage: ExamScenario) -> None:
    """R2-008, R2-349, R2-369, R2-370, D-68, D-86."""
    teacher = await stage.teacher()
    exam = (await teacher.data(stage.path))["exam"]
    assert [month["id"] for month in exam["studyMonths"]] == [stage.month_id]
    assert (exam["status"], exam["progress"], exam["counts"]["participants"]) == (1, 1, 3)
    stage.at(BEGIN)
    teacher = await stage.teacher()
    (row,) = (await teacher.data(f"/groups/{stage.group.id}/exams"))["exams"]
    assert (row["id"], row["status"]) == (exam["id"], 2)
    stage.at(DEADLINE + timedelta(seconds=1))
    teacher = await stage.teacher()
    assert (await teacher.data(stage.path))["exam"]["status"] == 3


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"studyMonthIds": []}, "studyMonthIds"),
        ({"studyMonthIds": [10**9]}, "studyMonthIds"),
        ({"studentIds": []}, "studentIds"),
        ({"studentIds": [10**9]}, "studentIds"),
        ({"description": " "}, "description"),
    ],
)
async def test_an_exam_has_months_students_and_a_text(stage: ExamScenario, more: dict[str, object], field: str) -> None:
    """D-86."""
    refused = await (await stage.teacher()).post("/exams", stage.form(**more))
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


async def test_the_deadline_follows_the_begin_and_never_moves_into_the_past(stage: ExamScenario) -> None:
    """R2-375."""
    teacher = await stage.teacher()
    refused = await teacher.post("/exams", stage.form(deadline=BEGIN.isoformat()))
    assert (refused.status_code, refused.json()["code"]) == (422, "EXAMS_DEADLINE_BEFORE_BEGIN")
    stage.at(DEADLINE + timedelta(hours=1))
    teacher = await stage.teacher()
    past = {"version": stage.exam["version"], "deadline": DEADLINE.isoformat()}
    assert (await teacher.patch(f"{stage.path}/deadline", past)).json()["code"] == "EXAMS_DEADLINE_PAST"
    later = {"version": stage.exam["version"], "deadline": (DEADLINE + timedelta(hours=2)).isoformat()}
    assert (await teacher.patch(f"{stage.path}/deadline", later)).status_code == 200
    stale = await teacher.patch(f"{stage.path}/deadline", later)
    assert stale.status_code == 409


async def test_who_joins_later_is_added_until_the_deadline(stage: ExamScenario) -> None:
    """D-86."""
    teacher = await stage.teacher()
    first = stage.students[0]
    await stage.console.sql.execute(
        "delete from submissions where exam_id = $1 and student_id = $2", stage.exam["id"], first.id
    )
    form = {key: value for key, value in stage.form().items() if key != "groupId"} | {"studentIds": [first.id]}
    stage.at(DEADLINE)
    teacher = await stage.teacher()
    answer = await teacher.patch(stage.path, form | {"version": stage.exam["version"]})
    exam = (await teacher.data(stage.path))["exam"]
    assert (answer.status_code, exam["version"]) == (200, answer.json()["data"]["version"])
    assert exam["counts"]["participants"] == 3
    stage.at(DEADLINE + timedelta(seconds=1))
    late = await teacher.patch(stage.path, form | {"version": exam["version"]})
    assert (late.status_code, late.json()["code"]) == (409, "EXAMS_JOINING_CLOSED")


@pytest.mark.parametrize(
    ("score", "reason", "result", "status"),
    [
        (59, None, FAILED, REJECTED),
        (60, None, PASSED, ACCEPTED),
        (100, 1, FAILED_EXAM, REJECTED),
        (None, 4, FAILED_EXAM, REJECTED),
    ],
)
async def test_a_check_gives_a_result_by_score_or_reason(
    stage: ExamScenario, score: int | None, reason: int | None, result: int, status: int
) -> None:
    """R2-010, R2-374, R2-197, D-21, D-87."""
    teacher, student = await stage.teacher(), stage.students[0]
    await stage.hand_in(student)
    answer = await stage.check(teacher, student, score, failingReasonId=reason)
    done = answer.json()["data"]
    assert (answer.status_code, done["result"], done["status"], done["score"]) == (200, result, status, score)
    undo = {"checkId": done["checkId"], "version": done["version"]}
    path = f"/exams/results/{await stage.work_of(student)}"
    undone = (await teacher.post(f"{path}/undo", undo)).json()["data"]
    assert (undone["status"], undone["score"], undone["result"]) == (WAITING, None, None)
    shown = await teacher.data(path)
    assert (shown["failingReasonId"], shown["checks"]) == (None, [])


async def test_another_reason_needs_words_and_a_check_a_score_or_a_reason(stage: ExamScenario) -> None:
    """D-87, R2-378."""
    teacher, student = await stage.teacher(), stage.students[0]
    reasons = (await teacher.data("/exams/failing-reasons"))["reasons"]
    assert [(one["id"], one["needsText"]) for one in reasons] == [
        (1, False),
        (2, False),
        (3, False),
        (4, False),
        (5, True),
    ]
    unnamed = await stage.check(teacher, student, failingReasonId=5, failingText=" ")
    assert (unnamed.status_code, list(unnamed.json()["fields"])) == (422, ["failingText"])
    assert (await stage.check(teacher, student)).json()["code"] == "EXAMS_SCORE_NEEDED"
    named = await stage.check(teacher, student, failingReasonId=5, failingText="Kechikdi")
    assert named.json()["data"]["result"] == FAILED_EXAM


async def test_a_stale_check_shows_the_present_work(stage: ExamScenario) -> None:
    """H1, D-8."""
    teacher, student = await stage.teacher(), stage.students[0]
    await stage.hand_in(student)
    body = {"resultId": await stage.work_of(student), "version": 2, "score": 90}
    assert (await teacher.post(f"{stage.path}/check", body)).status_code == 200
    stale = await teacher.post(f"{stage.path}/check", body | {"score": 10})
    assert (stale.status_code, stale.json()["current"]["score"]) == (409, 90)


async def test_a_draft_claims_the_work_and_another_checker_may_take_over(stage: ExamScenario) -> None:
    """D-69."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    student = stage.students[0]
    await stage.hand_in(student)
    path = f"{stage.path}/chats/{await stage.work_of(student)}/draft"
    mine = (await teacher.put(path, {"score": "8"})).json()["data"]
    assert mine["claimedBy"]["id"] == stage.account.id
    theirs = (await office.put(path, {"score": "9"})).json()["data"]
    assert theirs["claimedBy"]["id"] == stage.account.id
    assert (await stage.check(office, student, 90)).json()["code"] == "HOMEWORK_CLAIMED"
    taken = (await office.put(path, {"score": "9", "takeOver": True})).json()["data"]
    assert taken["claimedBy"]["id"] != stage.account.id
    # what somebody has open is still among the unchecked work, as the count says
    for read in ("chats", "results"):
        assert (await teacher.data(f"{stage.path}/{read}", status=WAITING))["total"] == 1
    assert (await stage.chat(teacher, student))["draft"]["score"] == "8"
    assert (await stage.check(office, student, 90)).status_code == 200


async def test_a_message_is_sent_with_the_right_to_chats(stage: ExamScenario) -> None:
    """R2-011, D-55."""
    teacher, reader = await stage.teacher(), await stage.visitor(READS)
    id = await stage.work_of(stage.students[0])
    sent = await teacher.post(f"{stage.path}/chats/{id}/messages", {"text": "Salom"})
    assert sent.json()["data"]["message"]["text"] == "Salom"
    assert (await reader.post(f"{stage.path}/chats/{id}/messages", {"text": "Salom"})).status_code == 403
    assert [one["id"] for one in (await reader.data(f"{stage.path}/chats"))["works"]] == [id]


async def test_the_right_to_the_chats_alone_reaches_and_checks_the_work(stage: ExamScenario) -> None:
    """R2-329, D-55: exams of the group, their work, reasons; not the exam."""
    student = stage.students[0]
    await stage.hand_in(student)
    holder = await stage.visitor({"all_groups:exam_chats": ["read", "update"]})
    (row,) = (await holder.data(f"/groups/{stage.group.id}/exams"))["exams"]
    assert (row["id"], row["counts"]["waiting"]) == (stage.exam["id"], 1)
    (work,) = (await holder.data(f"{stage.path}/chats"))["works"]
    assert work["studentId"] == student.id
    assert len((await holder.data("/exams/failing-reasons"))["reasons"]) == 5
    assert (await stage.check(holder, student, 70, failingReasonId=2)).json()["data"]["result"] == FAILED_EXAM
    for path in ("", "/participants", "/results", "/announce"):
        assert (await holder.get(f"{stage.path}{path}")).status_code == 403, path
    reader = await stage.visitor({"all_groups:exam_chats": ["read"]})
    (row,) = (await reader.data(f"/groups/{stage.group.id}/exams"))["exams"]
    assert (row["counts"]["waiting"], row["counts"]["failed"]) == (1, None), "no result before the announcement (H6)"


async def test_an_exam_of_another_branch_or_teacher_is_not_found(stage: ExamScenario) -> None:
    """D-54: a foreign group is 404, a missing right 403."""
    foreign = await stage.visitor(OFFICE, a_branch())
    work = await stage.work_of(stage.students[0])
    for path in (stage.path, f"{stage.path}/results", f"/exams/results/{work}", f"/groups/{stage.group.id}/exams"):
        assert (await foreign.get(path)).status_code == 404, path
    assert (await foreign.post("/exam/for-admin", stage.form())).status_code == 404
    assert (await foreign.post("/exam/for-academic", stage.form())).status_code == 403
    teacher = await stage.teacher()
    assert (await teacher.post("/exam/for-admin", stage.form())).status_code == 403
    assert (await teacher.post("/exam/for-academic", stage.form())).status_code == 201


async def test_an_exam_with_work_is_deleted_only_confirmed_by_the_office(stage: ExamScenario) -> None:
    """D-30, D-86."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    await stage.hand_in(stage.students[0])
    for visitor, confirmed in ((teacher, True), (office, False)):
        refused = await visitor.delete(f"{stage.path}?confirmed={str(confirmed).lower()}")
        assert (refused.status_code, refused.json()["code"]) == (409, "EXAMS_HANDED_IN_ALREADY")
    assert (await office.delete(f"{stage.path}?confirmed=true")).status_code == 200
    assert (await office.get(stage.path)).status_code == 404


async def test_the_form_offers_months_and_the_class(stage: ExamScenario) -> None:
    """R2-379, R2-035."""
    teacher = await stage.teacher()
    outsider = a_student().in_branch(stage.branch)
    await stage.console.store(outsider)
    options = await teacher.data("/exams/form-options", groupId=stage.group.id, examId=stage.exam["id"])
    assert {one["id"] for one in options["students"]} == {student.id for student in stage.students}
    assert all(one["participates"] for one in options["students"])
    months = await teacher.data("/exams/study-months", groupId=stage.group.id)
    assert months["studyMonths"] == options["studyMonths"]
    statuses = [one["status"] for one in (await teacher.data(f"{stage.path}/participants"))["works"]]
    assert statuses == [UNCOMPLETED] * 3


async def _group_name(stage: ExamScenario) -> str:
    return str(await stage.console.sql.fetchval("select name from groups where id = $1", stage.group.id))


async def test_every_change_of_an_exam_is_in_its_history_in_words(stage: ExamScenario) -> None:
    """D-15, R2-370, R2-375: in the hours of the centre.

    Not found by who does not see the exam (D-12).
    """
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    moved = {"deadline": (DEADLINE + timedelta(hours=1)).isoformat(), "version": 1}
    assert (await teacher.patch(f"{stage.path}/deadline", moved)).status_code == 200
    edited = stage.form(description="Boshqa loyiha", deadline=moved["deadline"], version=2, studentIds=[])
    del edited["groupId"]
    assert (await teacher.patch(stage.path, edited)).status_code == 200
    history = (await office.data(f"{stage.path}/history"))["history"]
    group = await _group_name(stage)
    assert [entry["comment"] for entry in history] == [
        f"Edited an exam of “{group}”",
        "Moved the deadline of an exam",
        f"Gave an exam to “{group}”: 3 students",
    ]
    shown = [[(one["label"], one["before"], one["after"]) for one in entry["changes"]] for entry in history[:2]]
    assert shown == [
        [("Text", "Loyihani topshiring", "Boshqa loyiha")],
        [("Deadline", "16.11.2026 12:00", "16.11.2026 13:00")],
    ]
    stranger = await stage.console.sign_in(a_user_with(OFFICE).of(a_branch()))
    assert (await stranger.get(f"{stage.path}/history")).status_code == 404


async def test_a_deleted_exam_keeps_its_name_in_the_audit_log(stage: ExamScenario) -> None:
    """D-15."""
    reader = await stage.console.sign_in(a_user_with(OFFICE | {"staff_control:audit_logs": ["read"]}).of(stage.branch))
    name = f"{await _group_name(stage)}, Loyihani topshiring"
    assert (await reader.data("/audits", verb="exams.given"))["audits"][0]["subject"] == name
    assert (await reader.delete(f"{stage.path}?version=1")).status_code == 200
    chief = await stage.console.sign_in(a_superadmin())
    (deleted,) = (await chief.data("/audits", verb="exams.deleted"))["audits"]
    assert (deleted["comment"], deleted["subject"]) == ("Deleted an exam: 0 works handed in", name)
