"""Concurrent jobs share transactions, each as if it were alone.

Issue 4: 2 000 a second.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from application.actor import Actor
from application.jobs.lifecycle import JobQueue
from application.jobs.run import run_job
from application.ports import Clock
from domain.jobs.job import Job, JobState
from tests.application.installation import SYSTEM, Installation
from tests.application.test_jobs import NoHeartbeats

MANY = 60


class Worker:
    """A worker with its job queue.

    ``transactions``: the number it used; ``away``: its database is unavailable.
    """

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.done: list[int] = []
        self.transactions = 0
        self.away = False
        self._queue = JobQueue(self._uow, self._clock)

    def _uow(self) -> Any:
        self.transactions += 1
        return self.installation.uow

    async def _clock(self) -> Clock:
        if self.away:
            raise ConnectionError("the database is away")
        return self.installation.clock

    async def _work(self, payload: Mapping[str, Any], actor: Actor) -> None:
        self.done.append(payload["n"])

    async def run(self, job_id: int) -> bool:
        """Handles one message."""
        return await run_job(
            job_id, handlers={"count": self._work}, actor=SYSTEM, queue=self._queue, store=NoHeartbeats()
        )


async def _enqueue_many(installation: Installation, count: int) -> list[int]:
    async with installation.uow as uow:
        ids = [await uow.enqueue("count", {"n": n}, actor=SYSTEM) for n in range(count)]
        await uow.commit()
    return ids


async def test_concurrent_jobs_share_transactions(installation: Installation) -> None:
    """Each runs once and is recorded as done, in few transactions."""
    ids, worker = await _enqueue_many(installation, MANY), Worker(installation)
    assert await asyncio.gather(*map(worker.run, ids)) == [True] * MANY
    assert sorted(worker.done) == list(range(MANY))
    assert worker.transactions < MANY / 4
    async with installation.uow as uow:
        jobs = await uow.find_all(Job)
    assert {(job.state, job.tries, job.progress) for job in jobs} == {(JobState.DONE, 1, 100)}


async def test_two_concurrent_messages_about_one_job_are_one_run(installation: Installation) -> None:
    """The second message is redelivered later, when the job has ended."""
    [job_id], worker = await _enqueue_many(installation, 1), Worker(installation)
    assert sorted(await asyncio.gather(worker.run(job_id), worker.run(job_id))) == [False, True]
    assert await worker.run(job_id) is True
    assert worker.done == [0]


async def test_jobs_run_again_once_the_database_is_back(installation: Installation) -> None:
    """All callers get the error meanwhile; their jobs run when it is back."""
    ids, worker = await _enqueue_many(installation, 5), Worker(installation)
    worker.away = True
    results = await asyncio.gather(*map(worker.run, ids), return_exceptions=True)
    assert [type(one) for one in results] == [ConnectionError] * 5
    assert worker.done == []
    worker.away = False
    assert await asyncio.gather(*map(worker.run, ids)) == [True] * 5
    assert sorted(worker.done) == list(range(5))
