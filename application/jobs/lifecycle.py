"""Where jobs are taken up and ended: those of one moment in one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from application.ports import Clock, UnitOfWork
from application.request_batcher import RequestBatcher
from contracts.events import JobPromised
from domain.jobs.job import MAX_TRIES, Job, JobState

# the job, begun; None if it must be alone and is not; else what becomes of its message: done with, or to come back
Taken = Job | bool | None
# seconds that the first step waits for others: a transaction costs as much as many jobs do in it
BATCH_WINDOW = 0.008


@dataclass(frozen=True, eq=False)
class _Step:
    """A job to begin (``alone``: in a worker of its own) or to end; two messages about one job are two steps."""

    job_id: int
    ends: bool = False
    alone: bool = False


class Desk:
    """One for each worker. ``uow`` makes a unit of work, ``clock`` the time that all workers share."""

    def __init__(self, uow: Callable[[], UnitOfWork], clock: Callable[[], Awaitable[Clock]]) -> None:
        self._uow = uow
        self._clock = clock
        self._steps: RequestBatcher[_Step, Taken] = RequestBatcher(self._do, window=BATCH_WINDOW, first_waits=True)

    async def take_up(self, job_id: int, *, alone: bool) -> Taken:
        """Begins a job unless it is over, or a living worker is at it."""
        return await self._steps.run(_Step(job_id, alone=alone))

    async def finish(self, job_id: int) -> None:
        """Its effect is committed."""
        await self._steps.run(_Step(job_id, ends=True))

    async def fail(self, job_id: int, error: str, *, final: bool = False) -> None:
        """A try went wrong: it is sent again later, or rests as failed after the last (or where it is ``final``)."""
        clock = await self._clock()
        async with self._uow() as uow:
            job = await uow.load(Job, job_id, lock=True)
            if job.over:
                return
            job.fail(error, clock.now(), final=final)
            if job.state == JobState.WAITING:
                again = JobPromised(job_id=job_id, kind=job.kind)
                uow.emit(again, request_id=job.request_id, after=job.wait())
            await uow.commit()

    async def _do(self, steps: Sequence[_Step]) -> dict[_Step, Taken]:
        clock = await self._clock()
        async with self._uow() as uow:
            jobs = {job.id: job for job in await uow.load_many(Job, [step.job_id for step in steps])}
            # of two messages about one job the second meets a job that was just begun
            taken = {step: _taken(jobs.get(step.job_id), step, clock.now()) for step in steps}
            await uow.commit()
            return taken


def _taken(job: Job | None, step: _Step, now: datetime) -> Taken:
    if job is None or job.over:
        return True
    if step.ends:
        job.finish(now)
        return True
    if job.held(now):
        return False
    if job.spent:
        job.fail(f"its worker ended {MAX_TRIES} times while at it", now, final=True)
        return True
    if job.suspected and not step.alone:
        return None
    job.begin(now)
    return job
