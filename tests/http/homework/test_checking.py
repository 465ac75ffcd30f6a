"""Checking homework over HTTP.

Scores, claims, drafts, undoing, remarks (D-69, D-81, D-82, D-83).
"""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.http.gamification.earning import balance
from tests.http.homework.giving_scenario import WEBM
from tests.http.homework.scenario import (
    ACCEPTED,
    CHECKING,
    CHECKS,
    NOT_GIVEN,
    REJECTED,
    UNCOMPLETED,
    WAITING,
    CheckingScenario,
    change,
    check,
)
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data


@pytest.fixture
async def stage(fresh_console: Console) -> CheckingScenario:
    """A class with one homework."""
    return await CheckingScenario.of(fresh_console)


@pytest.mark.parametrize(
    ("score", "status", "earned"),
    [
        (0, REJECTED, (0, 0)),
        (1, REJECTED, (30, 3)),
        (59, REJECTED, (30, 3)),
        (60, ACCEPTED, (150, 15)),
        (70, ACCEPTED, (150, 15)),
        (71, ACCEPTED, (210, 21)),
        (85, ACCEPTED, (210, 21)),
        (86, ACCEPTED, (255, 25)),
        (94, ACCEPTED, (255, 25)),
        (95, ACCEPTED, (300, 30)),
        (100, ACCEPTED, (300, 30)),
    ],
)
async def test_a_check_earns_by_its_band(
    stage: CheckingScenario, score: int, status: int, earned: tuple[int, int]
) -> None:
    """R2-300, R2-265, R2-361, H4: every edge, 0 and 60 too.

    Preview, answer and ledger agree (D-22, D-32, D-82).
    """
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    preview = await teacher.data(f"/homework-chat/{work.id}/award-preview", score=score)
    answer = await check(teacher, work, score)
    done = answer.json()["data"]
    assert (answer.status_code, done["status"], done["score"]) == (201, status, score)
    assert preview == {"status": status, "award": done["award"]}
    assert (done["award"]["xp"], done["award"]["silver"]) == earned
    assert await balance(stage.console, student.id) == earned
    shown = await stage.chat(teacher, work)
    assert (shown["status"], shown["score"]) == (status, score)


async def test_late_work_earns_by_the_late_amounts(stage: CheckingScenario) -> None:
    """D-32, D-80: late or on time is decided by the attempt (T3)."""
    student = stage.students[0]
    work = await stage.work_of(student, "ish", late=True)
    stage.at(stage.homework.deadline + timedelta(days=1))
    await check(await stage.teacher(), work, 95)
    assert await balance(stage.console, student.id) == (200, 20)


async def test_checking_again_replaces_the_award(stage: CheckingScenario) -> None:
    """G1, D-30: one award in force, whatever the number of checks."""
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    version = 1
    for score in (40, 95, 70):
        answer = await teacher.put(
            f"/homework-chat/{work.id}/update-for-academic", {"version": version, "score": score}
        )
        assert answer.status_code == 200, answer.text
        version = answer.json()["data"]["version"]
    assert await balance(stage.console, student.id) == (150, 15)


async def test_a_blank_score_is_no_zero(stage: CheckingScenario) -> None:
    """H4, R2-309: nothing, text and fractions are rejected; 101 and −1 by their limit."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    for score, status in ((None, 400), ("", 400), ("88", 400), (88.5, 400), (101, 422), (-1, 422)):
        assert (await check(teacher, work, score)).status_code == status, score  # type: ignore[arg-type]
    assert (await stage.chat(teacher, work))["score"] is None


async def test_a_message_of_a_thousand_characters_is_sent_and_a_longer_one_rejected(stage: CheckingScenario) -> None:
    """R2-190."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    refused = await check(teacher, work, 80, message="a" * 1001)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["message"])
    assert (await check(teacher, work, 80, message="a" * 1000)).status_code == 201
    (message,) = (await stage.chat(teacher, work))["messages"]
    assert (message["own"], message["isStudent"], len(message["text"])) == (True, False, 1000)


async def test_a_stale_check_shows_the_present_work_and_changes_nothing(stage: CheckingScenario) -> None:
    """H1, H2, D-8: two checkers never overwrite each other silently."""
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    assert (await check(teacher, work, 90)).status_code == 201
    stale = await check(teacher, work, 10)
    assert stale.status_code == 409
    assert stale.json()["current"]["score"] == 90
    assert await balance(stage.console, student.id) == (255, 25)


async def test_of_concurrent_checks_one_counts(stage: CheckingScenario) -> None:
    """H2: the other one is published."""
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    answers = await asyncio.gather(*(check(teacher, work, 60 + number) for number in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 7]
    won = next(answer.json()["data"] for answer in answers if answer.status_code == 201)
    assert (await stage.chat(teacher, work))["score"] == won["score"]
    assert (await balance(stage.console, student.id))[0] == won["award"]["xp"]


async def test_a_repeated_press_checks_once(stage: CheckingScenario) -> None:
    """D-8: the same key answers as the first time."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    body = {"submissionId": work.id, "version": 1, "score": 88}
    path, key = "/homework-chat/check-student-homework-for-academic", {"Idempotency-Key": "press-1"}
    first = await teacher.request("POST", path, json=body, headers=key)
    assert (await teacher.request("POST", path, json=body, headers=key)).json()["data"] == first.json()["data"]
    assert len((await stage.chat(teacher, work))["checks"]) == 1


async def test_nothing_handed_in_is_not_scored(stage: CheckingScenario) -> None:
    """D-79."""
    work = await stage.work_of(stage.students[0])
    refused = await check(await stage.teacher(), work, 80)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_NOTHING_HANDED_IN")


async def test_a_claim_is_seen_by_the_other_checker_who_may_take_over(stage: CheckingScenario) -> None:
    """D-69, R2-363."""
    work = await stage.work_of(stage.students[0], "ish")
    teacher, colleague = await stage.teacher(), await stage.colleague()
    (claimed,) = await change(teacher, CHECKING, work)
    assert (claimed["status"], claimed["code"]) == (CHECKING, None)
    assert (await stage.chat(teacher, work))["claim"]["own"] is True
    row = (await colleague.data("/homework-chat/for-admin/queue"))["submissions"][0]
    assert (row["status"], row["claimedBy"]["id"]) == (CHECKING, stage.account.id)
    (refused,) = await change(colleague, CHECKING, work)
    assert (refused["code"], refused["claimedBy"]["id"]) == ("HOMEWORK_CLAIMED", stage.account.id)
    (taken,) = await change(colleague, CHECKING, work, takeOver=True)
    assert taken["code"] is None
    version = (await stage.chat(teacher, work))["version"]
    refused_check = await check(teacher, work, 80, version)
    assert (refused_check.status_code, refused_check.json()["code"]) == (409, "HOMEWORK_CLAIMED")
    stage.at(stage.console.clock.now() + timedelta(minutes=10))
    assert (await check(teacher, work, 80, version)).status_code == 201


async def test_releasing_returns_the_work_to_the_queue(stage: CheckingScenario) -> None:
    """D-83."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    await change(teacher, CHECKING, work)
    (released,) = await change(teacher, WAITING, work, version=2)
    assert released["status"] == WAITING


async def test_several_submissions_are_decided_each_on_its_own(stage: CheckingScenario) -> None:
    """D-83: given back with a message, not given.

    Partial success is said by submission.
    """
    first, second, third = stage.students
    done, untouched = await stage.work_of(first, "ish"), await stage.work_of(second)
    handed_in, teacher = await stage.work_of(third, "ish"), await stage.teacher()
    outcomes = await change(teacher, NOT_GIVEN, done, untouched, handed_in)
    codes = [one["code"] for one in outcomes]
    assert codes == ["HOMEWORK_HANDED_IN_ALREADY", None, "HOMEWORK_HANDED_IN_ALREADY"]
    refused = await teacher.put(
        "/homework-chat/submissions", {"submissions": [{"id": done.id, "version": 1}], "result": UNCOMPLETED}
    )
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["message"])
    (back,) = await change(teacher, UNCOMPLETED, done, message="Fayl ochilmadi")
    assert (back["status"], back["code"]) == (UNCOMPLETED, None)
    (stale,) = await change(teacher, UNCOMPLETED, handed_in, version=9, message="x")
    assert stale["code"] == "SHARED_STALE"
    assert [one["text"] for one in (await stage.chat(teacher, done))["messages"]] == ["Fayl ochilmadi"]


async def test_an_undone_check_leaves_no_trace_with_the_student(stage: CheckingScenario) -> None:
    """D-69: score, award, message and event are what they were before."""
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    done = (await check(teacher, work, 20, message="Qayta ishlang")).json()["data"]
    answer = await teacher.post(
        f"/homework-chat/{work.id}/undo", {"checkId": done["checkId"], "version": done["version"]}
    )
    assert answer.status_code == 201, answer.text
    shown = await stage.chat(teacher, work)
    assert (shown["status"], shown["score"], shown["messages"], shown["checks"]) == (WAITING, None, [], [])
    assert shown["dueAt"] == stage.homework.deadline.isoformat().replace("+00:00", "Z")
    assert await balance(stage.console, student.id) == (0, 0)
    assert await stage.console.sql.fetchval("select count(*) from outbox where topic = 'HomeworkChecked'") == 0
    assert await stage.console.sql.fetchval("select count(*) from outbox where topic = 'AwardGiven'") == 0


async def test_an_undone_check_that_was_told_is_taken_back_in_words(stage: CheckingScenario) -> None:
    """D-69, D-30: what has left the outbox is followed by its opposite."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    done = (await check(teacher, work, 95)).json()["data"]
    await stage.console.sql.execute("update outbox set published_at = now()")
    await teacher.post(f"/homework-chat/{work.id}/undo", {"checkId": done["checkId"], "version": done["version"]})
    published = await stage.console.sql.fetch(
        "select (payload #>> '{awards,0,xp}')::int as xp from outbox where topic = 'AwardGiven' order by id"
    )
    assert [row["xp"] for row in published] == [300, -300]


@pytest.mark.parametrize(("before", "status"), [(None, WAITING), (40, REJECTED), (95, ACCEPTED)])
async def test_undoing_the_check_of_a_claimed_work_restores_what_was_before_the_claim(
    stage: CheckingScenario, before: int | None, status: int
) -> None:
    """D-69: the screen claims each work that it opens; nobody holds it afterwards."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    version = 1 if before is None else (await check(teacher, work, before)).json()["data"]["version"]
    (claimed,) = await change(teacher, CHECKING, work, version=version)
    done = (await check(teacher, work, 80, claimed["version"])).json()["data"]
    answer = await teacher.post(
        f"/homework-chat/{work.id}/undo", {"checkId": done["checkId"], "version": done["version"]}
    )
    assert answer.json()["data"]["status"] == status
    shown = await stage.chat(teacher, work)
    assert (shown["status"], shown["score"], shown["claim"]) == (status, before, None)


async def test_work_given_back_after_a_check_keeps_no_award(stage: CheckingScenario) -> None:
    """D-30, D-83: without a score there is nothing that earns.

    The next check earns anew.
    """
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    done = (await check(teacher, work, 100)).json()["data"]
    assert await balance(stage.console, student.id) == (300, 30)
    (outcome,) = await change(teacher, UNCOMPLETED, work, version=done["version"], message="Fayl ochilmadi")
    assert outcome["code"] is None
    assert await balance(stage.console, student.id) == (0, 0)


async def test_the_audit_names_the_permission_by_which_a_teacher_acted(stage: CheckingScenario) -> None:
    """D-56: giving back and writing are recorded under the teacher's own key."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    await teacher.post(f"/homework-chat/{work.id}/messages", {"text": "Salom"})
    await change(teacher, UNCOMPLETED, work, message="Qayta topshiring")
    rows = await stage.console.sql.fetch("select verb, permission from audits where entity = 'submission'")
    assert {row["verb"] for row in rows} == {"homework.message_sent", "homework.given_back"}
    assert {row["permission"] for row in rows} == {"my_groups:check_homeworks"}


async def test_undoing_a_correction_restores_the_check_before_it(stage: CheckingScenario) -> None:
    """D-69, D-30."""
    student = stage.students[0]
    work, teacher = await stage.work_of(student, "ish"), await stage.teacher()
    first = (await check(teacher, work, 95)).json()["data"]
    done = (await check(teacher, work, 30, first["version"])).json()["data"]
    await teacher.post(f"/homework-chat/{work.id}/undo", {"checkId": done["checkId"], "version": done["version"]})
    shown = await stage.chat(teacher, work)
    assert (shown["status"], shown["score"]) == (ACCEPTED, 95)
    assert await balance(stage.console, student.id) == (300, 30)


async def test_only_its_checker_undoes_a_check_and_only_while_nothing_followed(stage: CheckingScenario) -> None:
    """D-69."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    done = (await check(teacher, work, 80)).json()["data"]
    undo = {"checkId": done["checkId"], "version": done["version"]}
    refused = await (await stage.colleague()).post(f"/homework-chat/{work.id}/undo", undo)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_NOT_UNDOABLE")
    later = (await check(teacher, work, 90, done["version"])).json()["data"]
    late = await teacher.post(f"/homework-chat/{work.id}/undo", {**undo, "version": later["version"]})
    assert (late.status_code, late.json()["code"]) == (409, "HOMEWORK_NOT_UNDOABLE")


async def test_a_rejection_leaves_a_day_to_hand_in_again(stage: CheckingScenario) -> None:
    """D-80: a late check costs the student nothing."""
    work, now = await stage.work_of(stage.students[0], "ish"), stage.homework.deadline + timedelta(days=3)
    stage.at(now)
    done = (await check(await stage.teacher(), work, 59)).json()["data"]
    assert done["dueAt"] == (now + timedelta(hours=24)).isoformat().replace("+00:00", "Z")


async def test_drafts_are_the_checkers_own_and_end_with_the_check(stage: CheckingScenario) -> None:
    """H3, D-69: what was typed survives; another checker does not see it."""
    work = await stage.work_of(stage.students[0], "ish")
    teacher, colleague = await stage.teacher(), await stage.colleague()
    await teacher.put(f"/homework-chat/{work.id}/draft", {"score": "8", "message": "Yax"})
    await teacher.put(f"/homework-chat/{work.id}/draft", {"score": "88", "message": "Yaxshi"})
    draft = (await stage.chat(teacher, work))["draft"]
    assert (draft["score"], draft["message"]) == ("88", "Yaxshi")
    assert (await stage.chat(colleague, work))["draft"] is None
    await check(teacher, work, 88)
    assert (await stage.chat(teacher, work))["draft"] is None
    assert await stage.console.sql.fetchval("select count(*) from audits where verb like '%draft%'") == 0


async def test_a_teacher_reaches_only_the_work_of_own_groups(stage: CheckingScenario) -> None:
    """D-13, D-54: by the academic calls; also with the key of all groups beside it."""
    work = await stage.work_of(stage.students[0], "ish")
    other = a_user_with(CHECKS).of(stage.branch)
    await stage.console.store(a_class_of(1).in_branch(stage.branch).taught_by(a_teacher().with_account(other)))
    stranger = await stage.console.sign_in(other)
    assert (await stranger.data("/homework-chat/for-academic/queue"))["total"] == 0
    assert (await check(stranger, work, 80)).status_code == 404
    assert (await stranger.get(f"/homework-chat/{work.id}")).status_code == 404
    (refused,) = await change(stranger, CHECKING, work)
    assert refused["code"] == "SHARED_NOT_FOUND"
    both = a_user_with(CHECKS | {"all_groups:check_homeworks": ["read", "update"]}).of(stage.branch)
    visitor = await stage.console.sign_in(both)
    assert (await visitor.data("/homework-chat/for-academic/queue"))["total"] == 0
    assert (await visitor.data("/homework-chat/for-admin/queue"))["total"] == 1
    foreign = await stage.console.sign_in(a_user_with({"all_groups:check_homeworks": ["read"]}).of(a_branch()))
    assert (await foreign.get(f"/homework-chat/{work.id}")).status_code == 404


async def test_the_queue_is_by_deadline_and_names_what_waits(stage: CheckingScenario) -> None:
    """One queue over all groups; R2-344 narrows it to one."""
    first, second, third = stage.students
    urgent = await stage.work_of(second, "ish")
    await stage.console.sql.execute(
        "update submissions set due_at = due_at - interval '1 hour' where id = $1", urgent.id
    )
    later, done, teacher = await stage.work_of(first, "ish"), await stage.work_of(third, "ish"), await stage.teacher()
    await check(teacher, done, 75)
    page = await teacher.data("/homework-chat/for-academic/queue")
    assert [row["id"] for row in page["submissions"]] == [urgent.id, later.id]
    accepted = await teacher.data(
        f"/groups/for-academic/{stage.group.id}/homework-chats", status=ACCEPTED, homeworkId=stage.homework.id
    )
    assert [row["id"] for row in accepted["submissions"]] == [done.id]
    filters = await teacher.data("/homework-chat/filter-objects")
    assert filters["groups"] == [{"id": stage.group.id, "name": filters["groups"][0]["name"], "count": 2}]
    assert {one["status"]: one["count"] for one in filters["statuses"]} == {WAITING: 2, ACCEPTED: 1}


async def test_a_message_without_content_is_rejected(stage: CheckingScenario) -> None:
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    refused = await teacher.post(f"/homework-chat/{work.id}/messages", {"text": "  "})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])
    sent = await teacher.post(f"/homework-chat/{work.id}/messages", {"text": "Salom"})
    assert sent.json()["data"]["message"]["text"] == "Salom"


async def test_remarks_are_own_or_shared(stage: CheckingScenario) -> None:
    """ui.md: the bank of remarks."""
    teacher, colleague = await stage.teacher(), await stage.colleague()
    mine = (await teacher.post("/homework-chat/remarks", {"code": "1", "text": "Barakalla!"})).json()["data"]
    await teacher.post("/homework-chat/remarks", {"code": "2", "text": "Qayta ishlang", "isShared": True})
    taken = await teacher.post("/homework-chat/remarks", {"code": "1", "text": "Boshqa"})
    assert (taken.status_code, taken.json()["code"]) == (409, "HOMEWORK_REMARK_CODE_TAKEN")
    seen = (await colleague.data("/homework-chat/remarks"))["remarks"]
    assert [(one["code"], one["own"]) for one in seen] == [("2", False)]
    remark = mine["remark"]
    refused = await colleague.delete(f"/homework-chat/remarks/{remark['id']}")
    assert refused.status_code == 404
    changed = {"code": "1", "text": "Zo'r!", "version": remark["version"]}
    assert (await teacher.put(f"/homework-chat/remarks/{remark['id']}", changed)).status_code == 200
    assert (await teacher.put(f"/homework-chat/remarks/{remark['id']}", changed)).status_code == 409
    assert (await teacher.delete(f"/homework-chat/remarks/{remark['id']}")).status_code == 200


@pytest.mark.parametrize("code", ["", "ab c", "çç", "a" * 9])
async def test_a_code_of_a_remark_is_typed_on_any_keyboard(stage: CheckingScenario, code: str) -> None:
    teacher = await stage.teacher()
    refused = await teacher.post("/homework-chat/remarks", {"code": code, "text": "Matn"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["code"])


async def _upload(visitor: Visitor, to: str = "homework", content: bytes = b"izoh", **query: Any) -> str:
    headers = {"Content-Type": "application/octet-stream", "X-File-Name": "izoh.txt"}
    answer = await visitor.request("POST", f"/upload/{to}", content=content, headers=headers, params=query)
    found = data(answer)
    return str((found.get("file") or found["voice"])["fileId"])


async def test_files_and_a_recording_come_with_a_check_and_go_with_its_undoing(stage: CheckingScenario) -> None:
    """R2-046, R2-365, D-84, D-69: the student sees them.

    Undone, they can be attached anew.
    """
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    attached = {
        "fileIds": [await _upload(teacher)],
        "voice": {"fileId": await _upload(teacher, "homework-voice", WEBM, duration=12), "duration": 12},
    }

    async def seen() -> list[tuple[list[str], int | None]]:
        messages = (await student.data(f"/homework/{stage.homework.id}"))["homework"]["messages"]
        return [([file["name"] for file in one["files"]], (one["voice"] or {}).get("duration")) for one in messages]

    done = data(await check(teacher, work, 45, **attached))
    assert [file["name"] for file in (await stage.chat(teacher, work))["messages"][0]["files"]] == ["izoh.txt"]
    undone = data(
        await teacher.post(f"/homework-chat/{work.id}/undo", {key: done[key] for key in ("checkId", "version")})
    )
    assert (await stage.chat(teacher, work))["messages"] == []
    again = await check(teacher, work, 45, version=undone["version"], **attached)
    assert again.is_success, "what was attached is an upload again"
    stage.console.clock.pass_by(seconds=10)
    assert await seen() == [(["izoh.txt"], 12)]
    (message,) = (await student.data(f"/homework/{stage.homework.id}"))["homework"]["messages"]
    for link in (message["files"][0]["url"], message["voice"]["url"]):
        assert (await student.request("GET", link)).is_success


async def test_a_check_names_own_unused_uploads_of_its_kind(stage: CheckingScenario) -> None:
    """D-81, D-84: ten at most.

    No file of a colleague, of another use, used before, or a recording as a file.
    """
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    other = await stage.work_of(stage.students[1], "ish")
    recording = await _upload(teacher, "homework-voice", WEBM, duration=12)
    used = await _upload(teacher)
    assert (await check(teacher, other, 70, fileIds=[used])).is_success
    for refused in (await _upload(await stage.colleague()), used, recording, "unknown"):
        answer = await check(teacher, work, 70, fileIds=[refused])
        assert (answer.status_code, answer.json()["code"]) == (404, "SHARED_NOT_FOUND")
    answer = await check(teacher, work, 70, voice={"fileId": await _upload(teacher), "duration": 12})
    assert answer.status_code == 404, "a file is no recording"
    for many in ([f"x{number}" for number in range(11)], [used, used]):
        answer = await check(teacher, work, 70, fileIds=many)
        assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["fileIds"])
    shown = await stage.chat(teacher, work)
    assert (shown["status"], shown["messages"]) == (WAITING, []), "nothing of a refused check is left"
    ten = [await _upload(teacher) for _ in range(10)]
    assert (await check(teacher, work, 70, fileIds=ten)).is_success
