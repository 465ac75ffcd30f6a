"""Attendance pushes end correctly despite a failing school and killed processes.

The school answers 207, 500, half, nothing and twice; the API is killed before it answers, the worker during the push
(D-26, issue 6).
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import pytest

from tests.faults.support.centre import STAFF, TOKEN, Centre
from tests.faults.support.programs import LAST_REQUEST

# past lessons of groups that the school accepts whole
LESSONS = """
select l.id, l.version, array_agg(e.student_id order by e.student_id) as students
from lessons l join groups g on g.id = l.group_id
join enrolments e on e.group_id = g.id and e.school_deleted_at is null
    and e.started_date <= l.date and (e.ended_date is null or e.ended_date >= l.date)
join students s on s.id = e.student_id
where l.marked_at is null and l.date < current_date - 1 and g.h_id is not null and e.action_id = 1
    and not exists (select from enrolments o join students u on u.id = o.student_id
        where o.group_id = g.id and (u.h_id = any ($1) or u.h_id is null))
    and (g.started_date is null or g.started_date <= l.date) and (g.ended_date is null or g.ended_date >= l.date)
group by l.id having count(*) between 3 and 40 and count(distinct e.student_id) = count(*) order by l.id limit 6
"""
# a broker that delivers everything twice
AGAIN = """
insert into outbox (topic, payload) values ('job', jsonb_build_object('jobId', $1::bigint, 'kind', 'attendance.push'))
"""
WAITS_SECONDS = 60


@dataclass
class Pushing:
    """A centre whose school accepts attendance; each lesson is pushed once."""

    centre: Centre
    http: httpx.AsyncClient
    lessons: list[Any]

    def fail(self, *faults: str) -> None:
        self.centre.faults.set([f"{name}:attendance" for name in faults])

    async def save(self) -> tuple[int, int, list[int]]:
        """Marks the next class attended; returns the lesson, its push and its students."""
        lesson_id, version, students = self.lessons.pop()
        entries = [{"studentId": id, "mark": 1} for id in students]
        form = {"lessonId": lesson_id, "version": version, "entries": entries}
        answer = await self.http.put(f"{STAFF}/attendance/save-for-admin", json=form)
        saved = answer.raise_for_status().json()["data"]
        assert saved["refused"] == []
        return lesson_id, saved["pushId"], students

    async def push_state(self, push_id: int) -> dict[str, Any]:
        answer = await self.http.get(f"{STAFF}/attendance/pushes/{push_id}")
        return dict(answer.raise_for_status().json()["data"])

    async def wait_for_push(self, push_id: int) -> dict[str, Any]:
        """The push when it is done."""
        deadline = time.monotonic() + WAITS_SECONDS
        while (push_state := await self.push_state(push_id))["state"] == "queued":
            assert time.monotonic() < deadline, push_state
            await asyncio.sleep(0.1)
        return push_state

    async def marks_at_school(self, lesson_id: int) -> tuple[int, int]:
        """The number of marks of a lesson at the school, and of pushes it received."""
        headers = {"Authorization": f"Bearer {TOKEN}"}
        url = f"http://{self.centre.school_line.address}/simulator/attendance"
        answer = await self.http.get(url, params={"lesson": lesson_id}, headers=headers)
        found = answer.raise_for_status().json()
        return len(found["marks"]), found["batches"]


@pytest.fixture
async def pushing(calm: Centre) -> AsyncIterator[Pushing]:
    await calm.wait_for_run(await calm.synchronise())
    unwelcome, deadline = list(calm.school.unwelcome), time.monotonic() + WAITS_SECONDS
    while len(lessons := await calm.rows(LESSONS, unwelcome)) < 6:
        assert time.monotonic() < deadline, "no lessons were made"
        await asyncio.sleep(0.2)
    async with calm.browser() as http:
        yield Pushing(calm, http, lessons)
    calm.faults.set([])


async def test_every_push_ends_correctly_for_any_answer_of_the_school(pushing: Pushing) -> None:
    """207: named and resent; 500, half or no answer: retried, counted once.

    Delivered twice: pushed once.
    """
    pushing.fail("partial")
    lesson, push, students = await pushing.save()
    push_state = await pushing.wait_for_push(push)
    assert push_state["saved"] == len(students) - 1
    (refused,) = push_state["refused"]
    assert (refused["code"], refused["retryable"]) == ("lesson_closed", True)
    body = {"lessonId": lesson, "studentIds": students}
    again = (await pushing.http.post(f"{STAFF}/attendance/pushes/retry", json=body)).raise_for_status()
    assert (await pushing.wait_for_push(again.json()["data"]["pushId"]))["saved"] == 1
    assert await pushing.marks_at_school(lesson) == (len(students), 2)
    for fault in ("errors", "half-body"):
        pushing.fail(fault)
        lesson, push, students = await pushing.save()
        assert (await pushing.wait_for_push(push))["saved"] == len(students)
        assert await pushing.marks_at_school(lesson) == (len(students), 1)
    pushing.fail("down")
    lesson, push, students = await pushing.save()
    await _tried(pushing.centre, push)
    assert (await pushing.push_state(push))["state"] == "queued"
    pushing.fail()
    assert await pushing.wait_for_push(push) == {
        "pushId": push, "lessonId": lesson, "state": "done", "saved": len(students), "refused": [],
    }  # fmt: skip
    async with pushing.centre.sql() as sql:
        await sql.execute(AGAIN, push)
        await sql.execute("notify outbox")
    lesson_after, push_after, students_after = await pushing.save()
    await pushing.wait_for_push(push_after)
    assert await pushing.marks_at_school(lesson) == (len(students), 1)
    assert await pushing.marks_at_school(lesson_after) == (len(students_after), 1)


async def test_a_worker_killed_during_a_push_doubles_and_loses_nothing(pushing: Pushing) -> None:
    """SIGKILL before the school answers: the next worker retries with the same key."""
    pushing.fail("slow")
    lesson, push, students = await pushing.save()
    deadline = time.monotonic() + WAITS_SECONDS
    while not (await pushing.marks_at_school(lesson))[0]:
        assert time.monotonic() < deadline, "the push did not set out"
        await asyncio.sleep(0.02)
    pushing.centre.kill("worker", signal.SIGKILL)
    pushing.fail()
    assert (await pushing.push_state(push))["state"] == "queued"
    push_state = await pushing.wait_for_push(push)
    assert (push_state["saved"], push_state["refused"]) == (len(students), [])
    assert await pushing.marks_at_school(lesson) == (len(students), 1)
    assert await pushing.centre.value("select tries from jobs where id = $1", push) == 2


async def test_an_api_killed_between_commit_and_answer_has_saved_once(pushing: Pushing) -> None:
    """The retry returns the lost answer; one save, one record, one push (D-8).

    SIGKILL when all is committed and nothing is answered.
    """
    lesson_id, version, students = pushing.lessons.pop()
    form = {"lessonId": lesson_id, "version": version, "entries": [{"studentId": id, "mark": 1} for id in students]}
    send = partial(pushing.http.put, f"{STAFF}/attendance/save-for-admin", json=form)
    key = {"Idempotency-Key": f"killed-before-the-answer-{lesson_id}"}
    with pytest.raises(httpx.TransportError):
        await send(headers=key | {LAST_REQUEST: "1"})
    deadline = time.monotonic() + WAITS_SECONDS
    while (answer := await _answered(send(headers=key))) is None:
        assert time.monotonic() < deadline, "the API does not come back"
        await asyncio.sleep(0.1)
    saved = answer.raise_for_status().json()["data"]
    assert (saved["saved"], saved["refused"]) == (len(students), [])
    rows = "select count(*), count(distinct student_id) from attendances where lesson_id = $1"
    assert await pushing.centre.rows(rows, lesson_id) == [(len(students), len(students))]
    records = "select count(*) from audits where entity = 'lesson' and entity_id = $1"
    assert await pushing.centre.value(records, lesson_id) == 1
    assert (await pushing.wait_for_push(saved["pushId"]))["saved"] == len(students)
    assert await pushing.marks_at_school(lesson_id) == (len(students), 1)


async def _answered(sent: Awaitable[httpx.Response]) -> httpx.Response | None:
    with suppress(httpx.TransportError):
        return await sent
    return None


async def _tried(centre: Centre, job_id: int) -> None:
    """An attempt of the job has failed."""
    deadline = time.monotonic() + WAITS_SECONDS
    while not await centre.value("select last_error from jobs where id = $1", job_id):
        assert time.monotonic() < deadline, "the job was not tried"
        await asyncio.sleep(0.05)
