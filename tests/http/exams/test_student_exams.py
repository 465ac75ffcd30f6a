"""Exams in the student gateway: no result leaks early (D-86)."""

import asyncio
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from tests.http.api.support.student_work import a_work_of
from tests.support.builders import Class, a_class_of, a_student, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

ACCEPTED, CHECKING, REJECTED, WAITING = 3, 4, 2, 1


@dataclass
class Stage:
    """A running exam of a class, and the application of its first student."""

    console: Console
    group: Class
    exam_id: int
    visitor: Visitor

    @property
    def path(self) -> str:
        """The calls of the exam."""
        return f"/exams/{self.exam_id}"

    async def hand_in(self, text: str = "javob") -> Any:
        """The response to a hand-in."""
        return await self.visitor.post(f"{self.path}/submissions", {"text": text})

    async def checked(self, score: int, status: int, result: int) -> None:
        """A check as staff save it: score, result, a message with it."""
        sql, student, by = self.console.sql, self.group.students[0], self.group.teacher
        submission = await sql.fetchval(
            "select id from submissions where exam_id = $1 and student_id = $2", self.exam_id, student.id
        )
        user = await sql.fetchval("select user_id from teachers where id = $1", by and by.id)
        check = await sql.fetchval(
            "insert into checks (submission_id, score, status, result, message, checked_by, checked_at,"
            " previous_status) values ($1, $2, $3, $4, 'natija', $5, now(), 1) returning id",
            *(submission, score, status, result, user),
        )
        await sql.execute(
            "update submissions set score = $2, status = $3, result = $4, check_id = $5, checked_by = $6,"
            " checked_at = now(), version = version + 1 where id = $1",
            *(submission, score, status, result, check, user),
        )
        await sql.execute(
            "insert into submission_messages (submission_id, author_id, text, check_id, sent_at)"
            " values ($1, $2, 'natija', $3, now())",
            *(submission, user, check),
        )

    async def everything(self) -> str:
        """All that the student can read, and the refusal of a hand-in."""
        paths = ("/exams", self.path, "/awards", "/balance", "/homework", "/groups")
        texts = [(await self.visitor.get(path)).text for path in paths]
        refused = (await self.hand_in("yana")).json()
        return "\n".join([*texts, str({**refused, "requestId": ""})])


@pytest.fixture
async def stage(console: Console) -> Stage:
    """The console's clock stands still."""
    console.clock.stop()
    group = a_class_of(2).taught_by(a_teacher().with_account(a_user_with({})))
    await console.store(group)
    exam_id = await a_work_of(group, "exam_id", console)
    return Stage(console, group, exam_id, await console.sign_in_student(group.students[0]))


async def test_a_participant_hands_in_while_the_exam_runs(stage: Stage) -> None:
    """D-86: again until somebody looks at it; it leaves as an event."""
    (row,) = (await stage.visitor.data("/exams"))["exams"]
    assert (row["status"], row["result"], row["handedInAt"]) == (2, None, None)
    first, second = [data(await stage.hand_in(text))["submission"] for text in ("bir", "ikki")]
    assert (first["number"], second["number"], second["isLate"]) == (1, 2, False)
    shown = (await stage.visitor.data(stage.path))["exam"]
    assert [one["text"] for one in shown["attempts"]] == ["bir", "ikki"]
    assert shown["handedInAt"] == second["handedInAt"]
    message = data(await stage.visitor.post(f"{stage.path}/messages", {"text": "savol"}))["message"]
    assert (await stage.visitor.data(stage.path))["exam"]["messages"] == [message]
    event = "select count(*) from outbox where topic = 'ExamHandedIn' and (payload ->> 'examId')::bigint = $1"
    assert await stage.console.sql.fetchval(event, stage.exam_id) == 2


async def test_the_task_is_hidden_until_the_exam_begins(stage: Stage) -> None:
    """D-68: nobody starts earlier; after the deadline no work is taken."""
    move = "update exams set begins_at = $2, deadline = $3 where id = $1"
    now = stage.console.clock.now()
    await stage.console.sql.execute(move, stage.exam_id, now + timedelta(hours=1), now + timedelta(hours=3))
    shown = (await stage.visitor.data(stage.path))["exam"]
    assert (shown["status"], shown["description"], shown["files"]) == (1, None, [])
    early = await stage.hand_in()
    assert (early.status_code, early.json()["code"]) == (409, "EXAMS_NOT_BEGUN")
    await stage.console.sql.execute(move, stage.exam_id, now - timedelta(hours=3), now - timedelta(microseconds=1))
    late = await stage.hand_in()
    assert (late.status_code, late.json()["code"]) == (409, "EXAMS_CLOSED")
    assert (await stage.visitor.data(stage.path))["exam"]["status"] == 3


async def test_no_call_tells_a_result_before_the_announcement(stage: Stage) -> None:
    """D-86, ASVS-64: passed, failed and in check look alike everywhere."""
    data(await stage.hand_in())
    seen = set()
    for score, status, result in ((91, ACCEPTED, 2), (12, REJECTED, 1), (77, ACCEPTED, 4)):
        await stage.checked(score, status, result)
        text = await stage.everything()
        seen.add(text)
        assert "natija" not in text
        # as a value, not as a part of a time
        assert not re.search(rf"['\"]: ?{score}\b", text)
    claimed = "update submissions set status = $2, claimed_by = checked_by, claimed_at = $3 where exam_id = $1"
    await stage.console.sql.execute(claimed, stage.exam_id, CHECKING, stage.console.clock.now())
    seen.add(await stage.everything())
    assert len(seen) == 1
    assert "HOMEWORK_BEING_CHECKED" in seen.pop()


async def test_a_hand_in_during_the_announcement_is_rejected(stage: Stage) -> None:
    """D-86: nothing unchecked is left behind by an announcement under way."""
    announcing = await asyncpg.connect(**asyncpg_arguments(stage.console.url))
    try:
        transaction = announcing.transaction()
        await transaction.start()
        await announcing.execute("select 1 from exams where id = $1 for no key update", stage.exam_id)
        handing_in = asyncio.create_task(stage.hand_in())
        waits, _ = await asyncio.wait([handing_in], timeout=0.5)
        assert not waits, "the hand-in did not wait for the announcement"
        await announcing.execute("update exams set announced_at = now() where id = $1", stage.exam_id)
        await transaction.commit()
        refused = await handing_in
    finally:
        await announcing.close()
    assert (refused.status_code, refused.json()["code"]) == (409, "EXAMS_ANNOUNCED_ALREADY")


async def test_the_announced_result_is_shown_to_its_student_alone(stage: Stage) -> None:
    """D-29, D-87: with what came with the check; hand-ins are over."""
    data(await stage.hand_in())
    await stage.checked(91, ACCEPTED, 2)
    await stage.console.sql.execute("update exams set announced_at = now() where id = $1", stage.exam_id)
    shown = (await stage.visitor.data(stage.path))["exam"]
    assert shown["result"] == {"result": 2, "score": 91, "failingReason": None, "failingText": ""}
    assert [(one["text"], one["withResult"]) for one in shown["messages"]] == [("natija", True)]
    assert (await stage.visitor.data("/exams"))["exams"][0]["result"] == shown["result"]
    over = await stage.hand_in()
    assert (over.status_code, over.json()["code"]) == (409, "EXAMS_ANNOUNCED_ALREADY")
    classmate = await stage.console.sign_in_student(stage.group.students[1])
    assert (await classmate.data(stage.path))["exam"]["result"] is None
    stranger = await stage.console.sign_in_student(a_student())
    for path in (stage.path, "/exams/1000000000"):
        assert (await stranger.get(path)).status_code == 404
    assert (await stranger.data("/exams"))["total"] == 0
