"""Hostile and hasty checkers: odd texts and ids, fifty claims at once.

Issue 17; ASVS-43, ASVS-58, D-69.
"""

import asyncio

import pytest

from tests.http.homework.scenario import CHECKING, WAITING, CheckingScenario, change, check
from tests.support.builders import a_user_with
from tests.support.console import Console

CHECKERS = 50
# a letter under 999 combining marks
PILE = "a" + "\u0301\u0351\u036b" * 333
RIGHT_TO_LEFT = "\u202eavosludbA\u202c"
HUGE = (2**63 - 1, 2**63, 2**64, 10**30, -(2**63) - 1)


@pytest.fixture
async def stage(fresh_console: Console) -> CheckingScenario:
    """A class with one homework."""
    return await CheckingScenario.of(fresh_console)


async def test_a_pile_of_combining_marks_is_kept_as_it_is(stage: CheckingScenario) -> None:
    """R2-190, ASVS-58: a thousand characters, however they are shown.

    One more is too many.
    """
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    assert len(PILE) == 1000
    refused = await check(teacher, work, 80, message=PILE + "\u0301")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["message"])
    assert (await check(teacher, work, 80, message=PILE)).status_code == 201
    (message,) = (await stage.chat(teacher, work))["messages"]
    assert message["text"].count("\u036b") == 333


async def test_a_draft_keeps_what_was_typed_and_no_more(stage: CheckingScenario) -> None:
    """D-69, ASVS-58: also signs that change the direction; a longer one is refused."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    path = f"/homework-chat/{work.id}/draft"
    assert (await teacher.put(path, {"score": "8", "message": PILE})).status_code == 200
    assert (await teacher.put(path, {"score": "8", "message": PILE * 2})).status_code == 422
    assert (await stage.chat(teacher, work))["draft"]["message"] == PILE


async def test_a_name_that_runs_from_right_to_left_stays_within_its_field(stage: CheckingScenario) -> None:
    """ASVS-58: queue and chat answer the name as it is; the screens isolate it."""
    student = stage.students[0]
    await stage.console.sql.execute("update students set full_name = $1 where id = $2", RIGHT_TO_LEFT, student.id)
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    (row,) = (await teacher.data("/homework-chat/for-academic/queue"))["submissions"]
    assert (row["fullName"], row["id"]) == (RIGHT_TO_LEFT, work.id)
    assert (await stage.chat(teacher, work))["student"]["name"] == RIGHT_TO_LEFT


@pytest.mark.parametrize("id", HUGE)
async def test_an_id_beyond_the_database_is_unknown_and_no_error(stage: CheckingScenario, id: int) -> None:
    """ASVS-58: 2**63 is refused or not found wherever a submission is named."""
    teacher = await stage.teacher()
    answers = [
        await teacher.request("GET", f"/homework-chat/{id}"),
        await teacher.request("GET", f"/homework-chat/{id}/award-preview", params={"score": 80}),
        await teacher.request("GET", "/homework-chat/for-academic/queue", params={"groupId": id}),
        await teacher.request("GET", "/homework-chat/for-academic/queue", params={"homeworkId": id}),
        await teacher.post(f"/homework-chat/{id}/undo", {"checkId": id, "version": 1}),
        await teacher.post(
            "/homework-chat/check-student-homework-for-academic", {"submissionId": id, "version": 1, "score": 80}
        ),
        await teacher.put(
            "/homework-chat/submissions", {"submissions": [{"id": id, "version": 1}], "result": CHECKING}
        ),
        await teacher.put("/homework-chat/submissions", {"submissions": [{"id": 1, "version": id}], "result": 6}),
        await teacher.put(f"/homework-chat/{id}/draft", {"score": "8"}),
    ]
    assert {answer.status_code for answer in answers} <= {200, 400, 404, 422}, [one.status_code for one in answers]


async def test_of_fifty_claims_at_once_one_holds(stage: CheckingScenario) -> None:
    """D-69: the others are told by whom; nobody may score but the holder."""
    work = await stage.work_of(stage.students[0], "ish")
    rights = {"all_groups:check_homeworks": ["read", "update"]}
    checkers = [await stage.console.sign_in(a_user_with(rights).of(stage.branch)) for _ in range(CHECKERS)]
    outcomes = [one for (one,) in await asyncio.gather(*(change(checker, CHECKING, work) for checker in checkers))]
    held = [place for place, one in enumerate(outcomes) if one["code"] is None]
    assert len(held) == 1, "exactly one holds it"
    assert {one["code"] for place, one in enumerate(outcomes) if place not in held} == {"HOMEWORK_CLAIMED"}
    shown = await stage.chat(checkers[held[0]], work)
    assert (shown["claim"]["own"], shown["status"]) == (True, CHECKING)
    scored = await asyncio.gather(*(check(checker, work, 80, shown["version"]) for checker in checkers))
    assert {answer.status_code for answer in scored} <= {201, 403, 409}
    assert len((await stage.chat(checkers[held[0]], work))["checks"]) <= 1


async def test_a_flood_of_claims_changes_no_more_than_one(stage: CheckingScenario) -> None:
    """D-69, ASVS-58: two hundred presses of one checker.

    A hundred works at once are the most.
    """
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    for _ in range(4):
        outcomes = await asyncio.gather(*(change(teacher, CHECKING, work) for _ in range(50)))
        assert all(one["code"] is None and one["status"] == CHECKING for (one,) in outcomes)
    body = {"submissions": [{"id": n, "version": 1} for n in range(1, 102)], "result": CHECKING}
    refused = await teacher.put("/homework-chat/submissions", body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["submissions"])
    assert (await change(teacher, WAITING, work))[0]["status"] == WAITING
