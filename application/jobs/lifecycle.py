"""Claims and ends jobs; concurrent steps share one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from application.ports import Clock, UnitOfWork
from application.request_batcher import RequestBatcher
from contracts.events import JobQueued
from domain.jobs.job import CRASHED, Job, JobState

# the begun job; None if it needs exclusivity; otherwise: True acknowledges the message, False redelivers it
ClaimResult = Job | bool | None
# seconds that the first step waits for others: a transaction costs as much as many jobs in it
BATCH_WINDOW = 0.008


@dataclass(frozen=True, eq=False)
class _Step:
    """A step to begin or end a job; two messages about one job are two steps.

    ``exclusive``: in an exclusive worker slot.
    """

    job_id: int
    ends: bool = False
    exclusive: bool = False


class JobQueue:
    """The job queue of one worker.

    ``uow`` creates a unit of work, ``clock`` the time shared by all workers.
    """

    def __init__(self, uow: Callable[[], UnitOfWork], clock: Callable[[], Awaitable[Clock]]) -> None:
        self._uow = uow
        self._clock = clock
        self._steps: RequestBatcher[_Step, ClaimResult] = RequestBatcher(
            self._do, window=BATCH_WINDOW, first_waits=True
        )

    async def claim(self, job_id: int, *, exclusive: bool) -> ClaimResult:
        """Begins a job unless it is over or a live worker runs it."""
        return await self._steps.run(_Step(job_id, exclusive=exclusive))

    async def finish(self, job_id: int) -> None:
        """Marks a job as done after its effect is committed."""
        await self._steps.run(_Step(job_id, ends=True))

    async def fail(self, job_id: int, error: str, *, final: bool = False) -> None:
        """Records a failed try; the job is retried later or fails.

        It fails after the last try, or if ``final``.
        """
        clock = await self._clock()
        async with self._uow() as uow:
            job = await uow.load(Job, job_id, lock=True)
            if job.over:
                return
            job.fail(error, clock.now(), final=final)
            if job.state == JobState.WAITING:
                queued = JobQueued(job_id=job_id, kind=job.kind)
                uow.emit(queued, request_id=job.request_id, after=job.retry_delay())
            await uow.commit()

    async def hold(self, job_id: int) -> None:
        """Returns a begun job to waiting; the try does not count."""
        async with self._uow() as uow:
            job = await uow.load(Job, job_id, lock=True)
            if job.state == JobState.RUNNING:
                job.hold()
                await uow.commit()

    async def _do(self, steps: Sequence[_Step]) -> dict[_Step, ClaimResult]:
        clock = await self._clock()
        async with self._uow() as uow:
            jobs = {job.id: job for job in await uow.load_many(Job, [step.job_id for step in steps])}
            # of two messages about one job the second finds a job that has just begun
            results = {step: _apply(jobs.get(step.job_id), step, clock.now()) for step in steps}
            await uow.commit()
            return results


def _apply(job: Job | None, step: _Step, now: datetime) -> ClaimResult:
    if job is None or job.over:
        return True
    if step.ends:
        job.finish(now)
        return True
    if job.is_alive(now):
        return False
    if job.exhausted:
        job.fail(CRASHED, now, final=True)
        return True
    if job.quarantined and not step.exclusive:
        return None
    job.begin(now)
    return job
