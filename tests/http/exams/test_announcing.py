"""Announcing exams over HTTP: once, for all, and nothing before it."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.http.exams.scenario import (
    ABSENT,
    BEGIN,
    DEADLINE,
    FAILED,
    FAILED_EXAM,
    PASSED,
    READS,
    ExamScenario,
)
from tests.http.gamification.earning import balance
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> ExamScenario:
    """A class with an exam."""
    stage = await ExamScenario.of(fresh_console, size=4)
    stage.at(BEGIN + timedelta(hours=1))
    return stage


async def _checked(stage: ExamScenario) -> Any:
    """One passes, one fails by a point, one fails for a reason, one is absent."""
    teacher = await stage.teacher()
    await stage.hand_in(*stage.students[:3])
    passed, failed, copied, _ = stage.students
    assert (await stage.check(teacher, passed, 60)).status_code == 200
    assert (await stage.check(teacher, failed, 59)).status_code == 200
    assert (await stage.check(teacher, copied, 95, failingReasonId=1)).status_code == 200
    return teacher


async def test_announcing_gives_all_their_results_and_awards_and_tells_each_once(stage: ExamScenario) -> None:
    """R2-009, R2-198, R2-260, R2-301, D-82, D-86, H7."""
    teacher = await _checked(stage)
    preview = await teacher.data(f"{stage.path}/announce")
    assert (preview["may"], preview["unchecked"], preview["notified"], preview["deadlineOver"]) == (True, [], 4, False)
    named = [[one["studentId"] for one in preview[key]] for key in ("passed", "failed", "failedExam", "absent")]
    assert named == [[student.id] for student in stage.students]
    done = (await stage.announce(teacher)).json()["data"]
    assert [done[key] for key in ("passed", "failed", "failedExam", "absent")] == [1, 1, 1, 1]
    # 400 XP: 50 % satisfactory, 10 % awful (D-32); absent and failed for a reason earn nothing
    earned = [await balance(stage.console, student.id) for student in stage.students]
    assert [xp for xp, _ in earned] == [200, 40, 0, 0]
    assert (preview["xp"], preview["silver"], preview["awarded"]) == (240, 24, 2)
    (copied,) = preview["failedExam"]
    assert (copied["score"], copied["failingReasonId"]) == (95, 1)
    works = (await teacher.data(f"{stage.path}/results"))["works"]
    by_student = {one["studentId"]: (one["result"], one["score"]) for one in works}
    assert [by_student[student.id] for student in stage.students] == [
        (PASSED, 60), (FAILED, 59), (FAILED_EXAM, 95), (ABSENT, None),
    ]  # fmt: skip
    assert await stage.announced_to() == [sorted(student.id or 0 for student in stage.students)]
    again = await stage.announce(teacher)
    assert (again.status_code, again.json()["code"]) == (409, "EXAMS_ANNOUNCED_ALREADY")
    assert len(await stage.announced_to()) == 1


async def test_of_concurrent_announcements_one_counts(stage: ExamScenario) -> None:
    """H7, H9: the others are refused, nothing is posted twice."""
    teacher = await _checked(stage)
    answers = await asyncio.gather(*(stage.announce(teacher) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    assert await balance(stage.console, stage.students[0].id) == (200, 20)
    assert len(await stage.announced_to()) == 1


async def test_an_unchecked_hand_in_stands_in_the_way(stage: ExamScenario) -> None:
    """D-86: the preview names it, the call refuses."""
    teacher, late = await _checked(stage), stage.students[3]
    await stage.hand_in(late)
    preview = await teacher.data(f"{stage.path}/announce")
    assert (preview["may"], preview["code"]) == (False, "EXAMS_UNCHECKED")
    assert [one["studentId"] for one in preview["unchecked"]] == [late.id]
    refused = await stage.announce(teacher)
    assert (refused.status_code, refused.json()["code"]) == (409, "EXAMS_UNCHECKED")
    assert await stage.announced_to() == []


async def test_a_result_is_corrected_with_a_reason_and_that_student_told_once_more(stage: ExamScenario) -> None:
    """D-86: the awards follow the new score."""
    teacher, student = await _checked(stage), stage.students[1]
    await stage.announce(teacher)
    path = f"/exams/results/{await stage.work_of(student)}"
    version = (await teacher.data(path))["version"]
    refused = await stage.check(teacher, student, 88)
    assert (refused.status_code, refused.json()["code"]) == (409, "EXAMS_ANNOUNCED_ALREADY")
    unnamed = await teacher.put(path, {"version": version, "score": 88})
    assert (unnamed.status_code, list(unnamed.json()["fields"])) == (422, ["reason"])
    done = (await teacher.put(path, {"version": version, "score": 88, "reason": "Qayta ko'rildi"})).json()["data"]
    assert (done["result"], done["award"]["band"], done["award"]["xp"]) == (PASSED, "top", 400)
    assert await balance(stage.console, student.id) == (400, 40)
    assert (await stage.announced_to())[1:] == [[student.id]]
    shown = await teacher.data(path)
    assert (shown["award"], shown["checks"][-1]["reason"]) == ({"xp": 400, "silver": 40}, "Qayta ko'rildi")
    undone = await teacher.post(f"{path}/undo", {"checkId": done["checkId"], "version": done["version"]})
    assert undone.json()["code"] == "EXAMS_ANNOUNCED_ALREADY"


async def test_no_call_tells_a_result_before_the_announcement(stage: ExamScenario) -> None:
    """H6: to readers, by any list, count, chat, file or public page."""
    teacher = await _checked(stage)
    reader = await stage.visitor(READS)
    marked = {f'"score":{score}' for score in (60, 59, 95)} | {'"failingReasonId":1'}
    works = [await stage.work_of(student) for student in stage.students]
    paths = [stage.path, *(f"{stage.path}/{part}" for part in ("count", "participants", "chats", "results"))]
    paths += [f"/exams/results/{id}" for id in works] + [f"{stage.path}/chats/{id}" for id in works]
    paths += [f"/groups/{stage.group.id}/exams"]
    for path in paths:
        answer = await reader.get(path)
        assert answer.status_code == 200, path
        assert not [one for one in marked if one in answer.text], path
        assert '"publicId":"' not in answer.text, path
    statuses = {one["status"] for one in (await reader.data(f"{stage.path}/results"))["works"]}
    assert statuses == {1, 5}, "handed in or not: no more"
    counts = (await reader.data(f"{stage.path}/count"))["counts"]
    assert [counts[key] for key in ("checked", "passed", "failed", "absent")] == [None] * 4
    assert (await reader.get(f"{stage.path}/announce")).status_code == 403
    filtered = await reader.data(f"{stage.path}/results", result=PASSED)
    assert (filtered["works"], filtered["total"]) == ([], 0)
    for student in stage.students:
        assert await balance(stage.console, student.id) == (0, 0)
    assert (await teacher.data(f"{stage.path}/count"))["counts"]["passed"] == 1, "a checker sees it"
    public_id = await stage.console.sql.fetchval("select public_id from exams where id = $1", stage.exam["id"])
    assert (await stage.console.nobody().get(f"/exam-results/{public_id}/public")).status_code == 404


async def test_after_the_announcement_readers_see_who_checked_when_and_with_which_score(stage: ExamScenario) -> None:
    """D-86, H6: the audit log told no score before it; the work tells each."""
    teacher = await _checked(stage)
    at = stage.console.clock.now()
    checker = await stage.console.sql.fetchval("select full_name from users where id = $1", stage.account.id)
    # a reader of the exam, and one of its chats alone (R2-329)
    readers = [await stage.visitor(READS), await stage.visitor({"all_groups:exam_chats": ["read"]})]
    id = await stage.work_of(stage.students[1])
    paths = [f"/exams/results/{id}", f"{stage.path}/chats/{id}"]
    for reader, path in zip(readers, paths, strict=True):
        assert (await reader.data(path))["checks"] == []
    await stage.announce(teacher)
    for reader, path in zip(readers, paths, strict=True):
        (check,) = (await reader.data(path))["checks"]
        assert (check["score"], check["result"], check["checkedBy"]) == (59, FAILED, checker)
        assert check["checkedAt"] == at.isoformat().replace("+00:00", "Z")


async def test_the_public_result_shows_no_more_than_it_may(stage: ExamScenario) -> None:
    """R2-049, R2-199, D-40, D-88, D-147."""
    teacher = await _checked(stage)
    public_id = (await stage.announce(teacher)).json()["data"]["publicId"]
    stranger = stage.console.nobody()
    answer = await stranger.get(f"/exam-results/{public_id}/public")
    exam = answer.json()["data"]["exam"]
    assert set(exam) == {"group", "course", "studyMonths", "date", "results"}
    assert {frozenset(one) for one in exam["results"]} == {frozenset({"hId", "name", "result", "score"})}
    assert all(one["name"].endswith(".") for one in exam["results"])
    assert sorted(one["result"] for one in exam["results"]) == [FAILED, PASSED, ABSENT, FAILED_EXAM]
    assert (answer.headers["cache-control"], answer.headers["x-robots-tag"]) == ("no-store", "noindex")
    assert "set-cookie" not in answer.headers
    for other in (stage.exam["id"], "unknown", public_id.swapcase()):
        assert (await stranger.get(f"/exam-results/{other}/public")).status_code == 404


async def test_an_address_reads_public_results_sixty_times_a_minute(stage: ExamScenario) -> None:
    """D-147."""
    stranger = stage.console.nobody()
    answers = [await stranger.get("/exam-results/unknown/public") for _ in range(61)]
    assert [one.status_code for one in answers] == [404] * 60 + [429]


async def test_the_kpi_of_the_group_counts_announced_exams(stage: ExamScenario) -> None:
    """D-27, D-86: passed of participants, not before the announcement."""
    teacher = await _checked(stage)
    office = await stage.visitor({"all_groups:exam": ["read"], "all_groups:journal": ["read"]})
    assert (await office.data(f"/groups/{stage.group.id}"))["group"]["examKpi"] is None
    promised = (await teacher.data(f"{stage.path}/announce"))["groupKpi"]
    assert promised == {"passed": 1, "participants": 4, "percentage": 25.0}
    await stage.announce(teacher)
    assert (await office.data(f"/groups/{stage.group.id}"))["group"]["examKpi"] == 25.0
    assert (await teacher.data(f"{stage.path}/announce"))["groupKpi"] == promised
    other = (await teacher.post("/exams", stage.form())).json()["data"]["id"]
    together = (await teacher.data(f"/exams/{other}/announce"))["groupKpi"]
    assert together == {"passed": 1, "participants": 8, "percentage": 12.5}, "with the exams before it"


async def test_the_results_are_exported(stage: ExamScenario) -> None:
    """D-86: as the list shows them."""
    teacher = await _checked(stage)
    stage.at(DEADLINE + timedelta(minutes=1))
    teacher = await stage.teacher()
    await stage.announce(teacher)
    answer = await teacher.post(f"{stage.path}/results/export", {})
    assert (answer.status_code, answer.content[:2]) == (200, b"PK")
