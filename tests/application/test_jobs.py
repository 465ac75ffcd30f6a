"""Running jobs: once, with retries, and not forever (architecture: jobs)."""

import json
import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from adapters.memory.database import MemoryDatabase
from application.actor import Actor
from application.jobs.lifecycle import JobQueue
from application.jobs.queries import run_again
from application.jobs.run import run_job
from application.ports import Clock
from domain.jobs.job import MAX_TRIES, SILENT_AFTER, Job, JobState
from domain.shared.errors import Forbidden
from entrypoints.logs import JsonLines
from tests.application.stage import SYSTEM, Office
from tests.support.errors import raises_error


class NoHeartbeats:
    """Does nothing: these jobs end before the first heartbeat."""

    async def heartbeat(self, job_id: int) -> None:
        """Records a heartbeat."""

    async def requeue_lost(self) -> int:
        """Requeues no job."""
        return 0

    async def requeue_all(self) -> int:
        """Enqueues no job again."""
        return 0


class Work:
    """A kind of job that fails a given number of times."""

    def __init__(self, fails: int = 0) -> None:
        self.fails = fails
        self.done: list[dict[str, Any]] = []
        self.tried = 0

    async def __call__(self, payload: Mapping[str, Any], actor: Actor) -> None:
        self.tried += 1
        if self.tried <= self.fails:
            raise OSError(f"try {self.tried}")
        self.done.append({**payload, "for": actor.request_id, "may": actor.superadmin})


async def _promise(office: Office) -> int:
    async with office.uow as uow:
        actor = Actor(None, "Karimova", superadmin=True, request_id="request-1")
        job_id = await uow.enqueue("report", {"of": "March"}, actor=actor)
        await uow.commit()
    return job_id


async def _run(office: Office, job_id: int, work: Work) -> bool:
    return await run_job(job_id, handlers={"report": work}, actor=SYSTEM, queue=_queue(office), store=NoHeartbeats())


def _queue(office: Office) -> JobQueue:
    async def clock() -> Clock:
        return office.clock

    return JobQueue(lambda: office.uow, clock)


async def _job(office: Office, job_id: int) -> Job:
    async with office.uow as uow:
        return await uow.load(Job, job_id)


def _sent(database: MemoryDatabase) -> list[Any]:
    return [row["payload"]["jobId"] for row in database.outbox if row["topic"] == "job"]


async def test_a_redelivered_job_runs_once(office: Office) -> None:
    """With the payload and request id of its requester."""
    job_id, work = await _promise(office), Work()
    assert [await _run(office, job_id, work) for _ in range(3)] == [True, True, True]
    assert work.done == [{"of": "March", "for": "request-1", "may": True}]
    job = await _job(office, job_id)
    assert (job.state, job.progress, job.tries, job.last_error) == (JobState.DONE, 100, 1, None)


async def test_a_failed_attempt_is_retried_later(office: Office) -> None:
    """After 2 s, 8, 32, 128; the error is readable meanwhile."""
    job_id, work = await _promise(office), Work(fails=3)
    waits = []
    for n in range(1, 4):
        await _run(office, job_id, work)
        job = await _job(office, job_id)
        assert (job.state, job.tries, job.last_error) == (JobState.WAITING, n, f"OSError: try {n}")
        waits.append((office.database.outbox[-1]["available_at"] - office.clock.now()) / timedelta(seconds=1))
    assert waits == [2, 8, 32]
    assert await _run(office, job_id, work)
    assert (await _job(office, job_id)).state == JobState.DONE


async def test_a_job_fails_after_its_last_attempt(office: Office) -> None:
    """Afterwards only a user can retry it."""
    job_id, work = await _promise(office), Work(fails=99)
    for _ in range(MAX_TRIES + 3):
        await _run(office, job_id, work)
    job = await _job(office, job_id)
    assert (job.state, job.tries, work.tried) == (JobState.FAILED, MAX_TRIES, MAX_TRIES)
    assert _sent(office.database) == [job_id] * MAX_TRIES


async def test_a_failed_job_is_retried_with_all_its_attempts(office: Office) -> None:
    """By a holder of the right; any other job is rejected."""
    job_id, work = await _promise(office), Work(fails=MAX_TRIES)
    with raises_error("shared.illegal_move"):
        await run_again(job_id, actor=SYSTEM, uow=office.uow)
    for _ in range(MAX_TRIES):
        await _run(office, job_id, work)
    with pytest.raises(Forbidden):
        await run_again(job_id, actor=Actor(1, "x", grants={"settings:integrations": ("read",)}), uow=office.uow)
    await run_again(job_id, actor=SYSTEM, uow=office.uow)
    assert office.audit_verbs()[-1] == "jobs.run_again"
    assert _sent(office.database)[-1] == job_id
    assert await _run(office, job_id, work)
    assert (await _job(office, job_id)).state == JobState.DONE


async def test_a_job_of_a_living_worker_is_redelivered_later(office: Office) -> None:
    """A second message starts no second run; a silent worker counts as dead."""
    job_id, work = await _promise(office), Work()
    async with office.uow as uow:
        (await uow.load(Job, job_id, lock=True)).begin(office.clock.now())
        await uow.commit()
    assert await _run(office, job_id, work) is False
    assert work.done == []
    office.clock.pass_by(seconds=SILENT_AFTER.total_seconds())
    assert await _run(office, job_id, work) is True
    assert (len(work.done), (await _job(office, job_id)).tries) == (1, 2)


async def test_a_job_that_kills_its_workers_fails(office: Office) -> None:
    """After five workers that never came back."""
    job_id, work = await _promise(office), Work()
    for _ in range(MAX_TRIES):
        async with office.uow as uow:
            (await uow.load(Job, job_id, lock=True)).begin(office.clock.now())
            await uow.commit()
        office.clock.pass_by(minutes=1)
    assert await _run(office, job_id, work) is True
    assert ((await _job(office, job_id)).state, work.tried) == (JobState.FAILED, 0)


async def test_a_message_without_a_job_is_acknowledged(office: Office) -> None:
    """A restored database may not have the jobs of the broker."""
    assert await _run(office, 4711, Work()) is True


async def test_an_unknown_kind_fails_with_its_name(office: Office) -> None:
    """An older worker gets a newer job."""
    job_id = await _promise(office)
    await run_job(job_id, handlers={}, actor=SYSTEM, queue=_queue(office), store=NoHeartbeats())
    assert (await _job(office, job_id)).last_error == "KeyError: 'report'"


async def test_the_log_of_a_job_has_its_request_id_and_no_values(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-42, observability: each attempt has a line under the request id.

    The reason is the first line of the error only.
    """

    phone = "998901112233"

    class Refusing(Work):
        async def __call__(self, payload: Mapping[str, Any], actor: Actor) -> None:
            if not self.done:
                self.done.append({})
                raise OSError(f"the database refused\nDETAIL:  Key (phone)=({phone}) already exists.")

    job_id, work = await _promise(office), Refusing()
    with caplog.at_level(logging.INFO, "application.jobs.run"):
        await _run(office, job_id, work)
        assert (await _job(office, job_id)).last_error == "OSError: the database refused"
        await _run(office, job_id, work)
    lines = [json.loads(JsonLines("worker").format(record)) for record in caplog.records]
    assert [line["message"] for line in lines] == [
        f"job {job_id} (report) failed at try 1",
        f"job {job_id} (report) done",
    ]
    assert {line["requestId"] for line in lines} == {"request-1"}
    assert phone not in json.dumps(lines)
