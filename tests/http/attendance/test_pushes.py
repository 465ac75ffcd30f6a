"""Pushes of attendance to the school, seen by the teacher (D-26, R1-433).

Delivered, rejected by name, retried, superseded by a correction.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from application.actor import system
from application.jobs.lifecycle import JobQueue
from application.jobs.run import run_job
from contracts.sync.school_records import Feed, GroupStudentRecord
from domain.jobs.job import MAX_ATTEMPTS
from entrypoints.simulators.school.responses import Served
from entrypoints.simulators.school.server import serving
from entrypoints.worker.handlers import job_handlers
from tests.contracts.harnesses import TOKEN, WrittenSchool
from tests.contracts.test_school_register import NEVER, student
from tests.support.builders import (
    Branch,
    Class,
    a_branch,
    a_class_of,
    a_student,
    a_superadmin,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, Visitor, a_console, data
from tests.support.groups import ZONE

TEACHER = {"my_groups:attendance": ["read", "update"]}
OFFICE = {"all_groups:attendance": ["read", "update"]}
ATTENDED, ABSENT, LATE = 1, 2, 4
ROWS = "select student_id, state, code, version, push_id from attendance_pushes where lesson_id = $1"
LESSON = """
insert into lessons (group_id, teacher_id, date, begin_time, end_time)
values ($1, $2, $3, $4, $5) returning id
"""


@dataclass
class PushScenario:
    """A lesson that has begun: three students known to the school, one not."""

    console: Console
    served: Served
    branch: Branch
    group: Class
    lesson_id: int
    teacher: Visitor

    @property
    def students(self) -> list[int]:
        return [int(one.id or 0) for one in self.group.students]

    def fail(self, *faults: str) -> None:
        self.served.faults.set([f"{name}:attendance" for name in faults])

    async def save(self, **marks: int) -> int | None:
        """Marks students by their place in the class (``s0=ATTENDED``); the push id."""
        sheet = (await self.teacher.data("/attendance/for-academic/sheet", lessonId=self.lesson_id))["sheet"]
        entries = [
            {"studentId": self.students[int(place[1:])], "mark": mark, "reason": None if mark == ATTENDED else 3}
            for place, mark in marks.items()
        ]
        form = {"lessonId": self.lesson_id, "version": sheet["lesson"]["version"], "entries": entries}
        saved = data(await self.teacher.put("/attendance/save-for-academic", form))
        assert saved["refused"] == []
        push_id: int | None = saved["pushId"]
        return push_id

    async def run_push(self, push_id: int | None) -> None:
        """Runs the push job once."""
        container = self.console.container
        queue = JobQueue(container.uow, container.jobs().clock)
        await run_job(
            int(push_id or 0), handlers=job_handlers(container), actor=system(), queue=queue, store=container.jobs()
        )

    async def push_view(self, push_id: int | None) -> dict[str, Any]:
        """The teacher's view of a push: rejected students with the code."""
        answer = await self.teacher.data(f"/attendance/pushes/{push_id}")
        return {
            "state": answer["state"],
            "saved": answer["saved"],
            "refused": {one["studentId"]: (one["code"], one["retryable"]) for one in answer["refused"]},
        }

    async def retry(self, *student_ids: int) -> int | None:
        body = {"lessonId": self.lesson_id, "studentIds": list(student_ids)}
        push_id: int | None = data(await self.teacher.post("/attendance/pushes/retry", body))["pushId"]
        return push_id

    async def stored_pushes(self) -> dict[int, tuple[str, str]]:
        found = await self.console.sql.fetch(ROWS, self.lesson_id)
        return {row["student_id"]: (row["state"], row["code"]) for row in found}

    def school_marks(self) -> dict[str, tuple[str, int]]:
        """The marks that the school has stored."""
        return {one: (row.status, row.version) for (_, one), row in self.served.attendance.marks.items()}


@asynccontextmanager
async def push_scenario(console: Console, served: Served) -> AsyncIterator[PushScenario]:
    branch, account = a_branch(), a_user_with(TEACHER)
    known = [a_student().having(h_id=f"s{number}") for number in (1, 2, 3)]
    group = a_class_of(0).in_branch(branch).taught_by(a_teacher().with_account(account)).with_students(*known)
    group.with_students(a_student())
    await console.store(account.of(branch))
    await console.store(group)
    await console.sql.execute("update groups set h_id = 'g1' where id = $1", group.id)
    begun = console.clock.now().astimezone(ZONE) - timedelta(minutes=20)
    lesson_id = await console.sql.fetchval(
        LESSON,
        group.id,
        group.teacher and group.teacher.id,
        begun.date(),
        begun.time(),
        begun.replace(minute=59).time(),
    )
    yield PushScenario(console, served, branch, group, lesson_id, await console.sign_in(account))
    await console.sql.execute("update students set h_id = null; update groups set h_id = null")


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[tuple[Served, str]]:
    school = WrittenSchool()
    school.put(Feed.STUDENTS, *(student(number) for number in (1, 2, 3)))
    periods = [
        GroupStudentRecord(id=f"m{number}", version=0, changed_at=NEVER, group_id="g1", student_id=f"s{number}")
        for number in (1, 2, 3)
    ]
    school.put(Feed.GROUP_STUDENTS, *periods)
    served = Served(school, TOKEN)
    async with serving(served) as url:
        yield served, url


@pytest.fixture(scope="module")
async def school_console(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory, served: tuple[Served, str]
) -> AsyncIterator[Console]:
    home = tmp_path_factory.mktemp("home")
    async with a_console(
        shared_database_url, home, CONSOLE_SCHOOL_URL=served[1], CONSOLE_SCHOOL_TOKEN=TOKEN
    ) as console:
        console.clock.stand_at(console.clock.now().astimezone(ZONE).replace(hour=14, minute=20))
        yield console


@pytest.fixture
async def stage(school_console: Console, served: tuple[Served, str]) -> AsyncIterator[PushScenario]:
    async with push_scenario(school_console, served[0]) as stage:
        yield stage
        served[0].faults.set([])
        served[0].attendance.marks.clear()


async def test_a_push_reaches_the_school_and_its_state_reaches_the_teacher(stage: PushScenario) -> None:
    """D-26: the response names the push, which is queued and then done.

    A student unknown to the school is not pushed.
    """
    push_id = await stage.save(s0=ATTENDED, s1=LATE, s2=ABSENT, s3=ATTENDED)
    assert await stage.push_view(push_id) == {"state": "queued", "saved": 0, "refused": {}}
    await stage.run_push(push_id)
    assert await stage.push_view(push_id) == {"state": "done", "saved": 3, "refused": {}}
    assert stage.school_marks() == {"s1": ("attended", 1), "s2": ("late", 1), "s3": ("absent", 1)}
    assert stage.students[3] not in await stage.stored_pushes()


async def test_a_rejected_student_is_named_in_the_readers_language(stage: PushScenario) -> None:
    """R1-433, R2-455, A1: the others are saved.

    The sheet shows it beside the student too.
    """
    await stage.console.sql.execute("update students set h_id = 's9' where id = $1", stage.students[0])
    push_id = await stage.save(s0=ATTENDED, s1=ATTENDED)
    await stage.run_push(push_id)
    (refused,) = (await stage.teacher.data(f"/attendance/pushes/{push_id}"))["refused"]
    assert refused["fullName"] == await stage.console.sql.fetchval(
        "select full_name from students where id = $1", stage.students[0]
    )
    assert refused["message"] == "The school system does not know this student"
    stage.teacher.language = "uz"
    sheet = (await stage.teacher.data("/attendance/for-academic/sheet", lessonId=stage.lesson_id))["sheet"]
    pushes = {row["studentId"]: row["push"] for row in sheet["students"]}
    assert pushes[stage.students[0]]["message"] == "Maktab tizimi bunday talabani bilmaydi"
    assert pushes[stage.students[1]]["state"] == "saved"


async def test_only_a_retryable_mark_is_sent_again(stage: PushScenario) -> None:
    """D-26: a deferred mark goes with a new push.

    Saved marks and permanent rejections do not.
    """
    await stage.console.sql.execute("update students set h_id = 's9' where id = $1", stage.students[2])
    stage.fail("partial")
    push_id = await stage.save(s0=ATTENDED, s1=ATTENDED, s2=ATTENDED)
    await stage.run_push(push_id)
    first, saved, never = stage.students[:3]
    expected = {
        "state": "done",
        "saved": 1,
        "refused": {first: ("lesson_closed", True), never: ("unknown_student", False)},
    }
    assert await stage.push_view(push_id) == expected
    assert await stage.retry(saved, never) is None
    again = await stage.retry(first, saved, never)
    assert again != push_id
    assert (await stage.stored_pushes())[first] == ("queued", "")
    await stage.run_push(again)
    assert await stage.push_view(again) == {"state": "done", "saved": 1, "refused": {}}
    assert await stage.retry(first) is None
    record = await stage.console.sql.fetchval(
        "select permission from audits where verb = 'attendance.push_again' and entity_id = $1", stage.lesson_id
    )
    assert record == "my_groups:attendance"


async def test_concurrent_retries_send_one_push(stage: PushScenario) -> None:
    stage.fail("partial")
    await stage.run_push(await stage.save(s0=ATTENDED))
    pushes = await asyncio.gather(*(stage.retry(stage.students[0]) for _ in range(5)))
    assert len([one for one in pushes if one is not None]) == 1


async def test_a_correction_supersedes_a_pending_mark(stage: PushScenario) -> None:
    """D-26: the row belongs to the newest mark, not to the older push."""
    first = await stage.save(s0=ATTENDED, s1=ATTENDED)
    second = await stage.save(s0=LATE)
    await stage.run_push(second)
    await stage.run_push(first)
    assert stage.school_marks() == {"s1": ("late", 2), "s2": ("attended", 1)}
    assert [await stage.push_view(push) for push in (first, second)] == [
        {"state": "done", "saved": 1, "refused": {}}
    ] * 2


async def test_a_late_rejection_of_an_old_mark_is_ignored(stage: PushScenario) -> None:
    """D-26: a second mark is saved while the school handles the first."""
    first = await stage.save(s0=ATTENDED)
    stage.fail("partial", "slow")
    working = asyncio.create_task(stage.run_push(first))
    await asyncio.sleep(0.5)
    second = await stage.save(s0=LATE)
    await working
    assert await stage.stored_pushes() == {stage.students[0]: ("queued", "")}
    stage.fail()
    await stage.run_push(second)
    assert stage.school_marks() == {"s1": ("late", 2)}
    assert await stage.push_view(second) == {"state": "done", "saved": 1, "refused": {}}


async def test_an_unreachable_school_is_tried_five_times(stage: PushScenario) -> None:
    """D-26: the push stays queued until the last attempt.

    Then its outcome is unknown, a user may retry it, and the failed job is visible.
    """
    push_id = await stage.save(s0=ATTENDED)
    stage.fail("down")
    for _ in range(MAX_ATTEMPTS - 1):
        await stage.run_push(push_id)
        assert (await stage.push_view(push_id))["state"] == "queued"
    await stage.run_push(push_id)
    assert await stage.push_view(push_id) == {
        "state": "done",
        "saved": 0,
        "refused": {stage.students[0]: ("failing", True)},
    }
    job = await stage.console.sql.fetchrow("select state, last_error from jobs where id = $1", push_id)
    assert job["state"] == "failed"
    assert "failing" in job["last_error"]
    stage.fail()
    again = await stage.retry(stage.students[0])
    await stage.run_push(again)
    assert await stage.push_view(again) == {"state": "done", "saved": 1, "refused": {}}


async def test_a_failed_push_can_be_retried_as_a_job(stage: PushScenario) -> None:
    """D-76: unknown marks are sent again under the same idempotency key."""
    push_id = await stage.save(s0=ATTENDED)
    stage.fail("down")
    for _ in range(MAX_ATTEMPTS):
        await stage.run_push(push_id)
    stage.fail()
    administrator = await stage.console.sign_in(a_superadmin())
    data(await administrator.post(f"/jobs/{push_id}/retry"))
    await stage.run_push(push_id)
    assert await stage.push_view(push_id) == {"state": "done", "saved": 1, "refused": {}}


async def test_a_push_whose_worker_died_does_not_stay_pending(stage: PushScenario) -> None:
    """D-26: its marks are unknown to the reader, then to the sheet."""
    push_id = await stage.save(s0=ATTENDED)
    dead = "update jobs set state = 'failed', tries = 5, finished_at = now() where id = $1"
    await stage.console.sql.execute(dead, push_id)
    (refused,) = (await stage.push_view(push_id))["refused"].items()
    assert refused == (stage.students[0], ("unknown", True))
    assert await stage.console.container.pushes().mark_abandoned_unknown() == 1
    assert await stage.stored_pushes() == {stage.students[0]: ("unknown", "")}
    assert await stage.console.container.pushes().mark_abandoned_unknown() == 0


async def test_an_expired_token_is_reported(stage: PushScenario) -> None:
    stage.fail("expiry")
    push_id = await stage.save(s0=ATTENDED)
    for _ in range(MAX_ATTEMPTS):
        await stage.run_push(push_id)
    (refused,) = (await stage.teacher.data(f"/attendance/pushes/{push_id}"))["refused"]
    assert refused["message"] == "The school system denied access: check the token"


async def test_a_school_without_attendance_gets_no_push(database_url: str, tmp_path: Path) -> None:
    """Protocols §6.6: OneRoster has no attendance; the save succeeds."""
    async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_FORM="oneroster") as console:
        console.clock.stand_at(console.clock.now().astimezone(ZONE).replace(hour=14, minute=20))
        async with push_scenario(console, Served(WrittenSchool(), TOKEN)) as stage:
            assert await stage.save(s0=ATTENDED) is None
            assert await stage.stored_pushes() == {}


async def test_a_push_of_another_group_is_not_found(stage: PushScenario) -> None:
    """D-13, D-54: for another group's teacher and another branch's office.

    Neither can read it nor retry it.
    """
    stage.fail("partial")
    push_id = await stage.save(s0=ATTENDED)
    await stage.run_push(push_id)
    other, there = a_user_with(TEACHER), a_branch()
    await stage.console.store(a_class_of(1).in_branch(stage.branch).taught_by(a_teacher().with_account(other)))
    strangers = [
        await stage.console.sign_in(other),
        await stage.console.sign_in(a_user_with(OFFICE).of(there)),
        await stage.console.sign_in(a_user_with(TEACHER).of(stage.branch)),
    ]
    body = {"lessonId": stage.lesson_id, "studentIds": stage.students}
    for stranger in strangers:
        assert (await stranger.get(f"/attendance/pushes/{push_id}")).status_code == 404
        assert (await stranger.post("/attendance/pushes/retry", body)).status_code == 404
    office = await stage.console.sign_in(a_user_with(OFFICE).of(stage.branch))
    assert (await office.data(f"/attendance/pushes/{push_id}"))["saved"] == 0
    assert data(await office.post("/attendance/pushes/retry", body))["pushId"] is not None


async def test_the_id_of_another_job_is_not_found_as_a_push(stage: PushScenario) -> None:
    """Nor is an unknown number."""
    other = await stage.console.sql.fetchval(
        "insert into jobs (kind, payload) values ('export', jsonb_build_object('lessonId', $1::bigint)) returning id",
        stage.lesson_id,
    )
    for number in (other, 10**9):
        assert (await stage.teacher.get(f"/attendance/pushes/{number}")).status_code == 404


async def test_more_than_two_hundred_students_are_rejected(stage: PushScenario) -> None:
    body = {"lessonId": stage.lesson_id, "studentIds": list(range(1, 202))}
    answer = await stage.teacher.post("/attendance/pushes/retry", body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["studentIds"])
