"""Running jobs: once, with retries, and not forever (architecture: jobs)."""

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest

from adapters.memory.database import MemoryDatabase
from application.actor import Actor
from application.jobs.lifecycle import JobQueue
from application.jobs.queries import run_again
from application.jobs.run import run_job
from application.ports import Clock
from domain.jobs.job import HEARTBEAT_TIMEOUT, MAX_ATTEMPTS, Job, JobState
from domain.shared.errors import Forbidden
from entrypoints.logs import JsonLines
from tests.application.installation import SYSTEM, Installation
from tests.support.errors import raises_error


class NoHeartbeats:
    """Does nothing: these jobs end before the first heartbeat."""

    async def heartbeat(self, job_id: int) -> None:
        """Records a heartbeat."""

    async def requeue_lost(self, held: Sequence[str] = ()) -> int:
        """Requeues no job."""
        return 0

    async def requeue_all(self) -> int:
        """Enqueues no job again."""
        return 0


class FlakyJob:
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


async def _enqueue(installation: Installation) -> int:
    async with installation.uow as uow:
        actor = Actor(None, "Karimova", superadmin=True, request_id="request-1")
        job_id = await uow.enqueue("report", {"of": "March"}, actor=actor)
        await uow.commit()
    return job_id


async def _run(installation: Installation, job_id: int, handler: FlakyJob) -> bool:
    return await run_job(
        job_id, handlers={"report": handler}, actor=SYSTEM, queue=_queue(installation), store=NoHeartbeats()
    )


def _queue(installation: Installation) -> JobQueue:
    async def clock() -> Clock:
        return installation.clock

    return JobQueue(lambda: installation.uow, clock)


async def _job(installation: Installation, job_id: int) -> Job:
    async with installation.uow as uow:
        return await uow.load(Job, job_id)


def _sent(database: MemoryDatabase) -> list[Any]:
    return [row["payload"]["jobId"] for row in database.outbox if row["topic"] == "job"]


async def test_a_redelivered_job_runs_once(installation: Installation) -> None:
    """With the payload and request id of its requester."""
    job_id, handler = await _enqueue(installation), FlakyJob()
    assert [await _run(installation, job_id, handler) for _ in range(3)] == [True, True, True]
    assert handler.done == [{"of": "March", "for": "request-1", "may": True}]
    job = await _job(installation, job_id)
    assert (job.state, job.progress, job.tries, job.last_error) == (JobState.DONE, 100, 1, None)


async def test_a_failed_attempt_is_retried_later(installation: Installation) -> None:
    """After 2 s, 8, 32, 128; the error is readable meanwhile."""
    job_id, handler = await _enqueue(installation), FlakyJob(fails=3)
    waits = []
    for n in range(1, 4):
        await _run(installation, job_id, handler)
        job = await _job(installation, job_id)
        assert (job.state, job.tries, job.last_error) == (JobState.WAITING, n, f"OSError: try {n}")
        waits.append(
            (installation.database.outbox[-1]["available_at"] - installation.clock.now()) / timedelta(seconds=1)
        )
    assert waits == [2, 8, 32]
    assert await _run(installation, job_id, handler)
    assert (await _job(installation, job_id)).state == JobState.DONE


async def test_a_job_fails_after_its_last_attempt(installation: Installation) -> None:
    """Afterwards only a user can retry it."""
    job_id, handler = await _enqueue(installation), FlakyJob(fails=99)
    for _ in range(MAX_ATTEMPTS + 3):
        await _run(installation, job_id, handler)
    job = await _job(installation, job_id)
    assert (job.state, job.tries, handler.tried) == (JobState.FAILED, MAX_ATTEMPTS, MAX_ATTEMPTS)
    assert _sent(installation.database) == [job_id] * MAX_ATTEMPTS


async def test_a_failed_job_is_retried_with_all_its_attempts(installation: Installation) -> None:
    """By a holder of the right; any other job is rejected."""
    job_id, handler = await _enqueue(installation), FlakyJob(fails=MAX_ATTEMPTS)
    with raises_error("shared.illegal_move"):
        await run_again(job_id, actor=SYSTEM, uow=installation.uow)
    for _ in range(MAX_ATTEMPTS):
        await _run(installation, job_id, handler)
    with pytest.raises(Forbidden):
        await run_again(job_id, actor=Actor(1, "x", grants={"settings:integrations": ("read",)}), uow=installation.uow)
    await run_again(job_id, actor=SYSTEM, uow=installation.uow)
    assert installation.audit_verbs()[-1] == "jobs.run_again"
    assert _sent(installation.database)[-1] == job_id
    assert await _run(installation, job_id, handler)
    assert (await _job(installation, job_id)).state == JobState.DONE


async def test_a_job_of_a_living_worker_is_redelivered_later(installation: Installation) -> None:
    """A second message starts no second run; a silent worker counts as dead."""
    job_id, handler = await _enqueue(installation), FlakyJob()
    async with installation.uow as uow:
        (await uow.load(Job, job_id, lock=True)).begin(installation.clock.now())
        await uow.commit()
    assert await _run(installation, job_id, handler) is False
    assert handler.done == []
    installation.clock.pass_by(seconds=HEARTBEAT_TIMEOUT.total_seconds())
    assert await _run(installation, job_id, handler) is True
    assert (len(handler.done), (await _job(installation, job_id)).tries) == (1, 2)


async def test_a_job_that_kills_its_workers_fails(installation: Installation) -> None:
    """After five workers that never came back."""
    job_id, handler = await _enqueue(installation), FlakyJob()
    for _ in range(MAX_ATTEMPTS):
        async with installation.uow as uow:
            (await uow.load(Job, job_id, lock=True)).begin(installation.clock.now())
            await uow.commit()
        installation.clock.pass_by(minutes=1)
    assert await _run(installation, job_id, handler) is True
    assert ((await _job(installation, job_id)).state, handler.tried) == (JobState.FAILED, 0)


async def test_a_message_without_a_job_is_acknowledged(installation: Installation) -> None:
    """A restored database may not have the jobs of the broker."""
    assert await _run(installation, 4711, FlakyJob()) is True


async def test_an_unknown_kind_fails_with_its_name(installation: Installation) -> None:
    """An older worker gets a newer job."""
    job_id = await _enqueue(installation)
    await run_job(job_id, handlers={}, actor=SYSTEM, queue=_queue(installation), store=NoHeartbeats())
    assert (await _job(installation, job_id)).last_error == "KeyError: 'report'"


async def test_the_log_of_a_job_has_its_request_id_and_no_values(
    installation: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-42, observability: each attempt has a line under the request id.

    The reason is the first line of the error only.
    """

    phone = "998901112233"

    class Refusing(FlakyJob):
        async def __call__(self, payload: Mapping[str, Any], actor: Actor) -> None:
            if not self.done:
                self.done.append({})
                raise OSError(f"the database refused\nDETAIL:  Key (phone)=({phone}) already exists.")

    job_id, handler = await _enqueue(installation), Refusing()
    with caplog.at_level(logging.INFO, "application.jobs.run"):
        await _run(installation, job_id, handler)
        assert (await _job(installation, job_id)).last_error == "OSError: the database refused"
        await _run(installation, job_id, handler)
    lines = [json.loads(JsonLines("worker").format(record)) for record in caplog.records]
    assert [line["message"] for line in lines] == [
        f"job {job_id} (report) failed at try 1",
        f"job {job_id} (report) done",
    ]
    assert {line["requestId"] for line in lines} == {"request-1"}
    assert phone not in json.dumps(lines)
