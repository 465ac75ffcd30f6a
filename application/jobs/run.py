"""Running a job: it may come twice and in any order, and its effect is had once."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from application.actor import Actor, system
from application.authorization import SUPERADMIN, permits
from application.jobs.lifecycle import Desk
from application.jobs.ports import JobStore
from domain.jobs.job import BEAT_SECONDS, Job, WorkFailed

log = logging.getLogger(__name__)

# what runs a job of a kind: the payload, and the system acting for it
Work = Callable[[Mapping[str, Any], Actor], Awaitable[None]]
# what a job is taken up and run within; told whether it must be alone in its worker
Company = Callable[[bool], AbstractAsyncContextManager[None]]


def _any_company(_: bool) -> AbstractAsyncContextManager[None]:
    return contextlib.nullcontext()


@permits(SUPERADMIN)
async def run_job(
    job_id: int,
    *,
    works: Mapping[str, Work],
    actor: Actor,
    desk: Desk,
    store: JobStore,
    company: Company = _any_company,
) -> bool:
    """Runs a job unless it is over; False when a living worker is at it and the message should come back later.

    A try that goes wrong is tried again later, five times in all; a job that five workers died of rests as failed.
    Work that raises WorkFailed is over: its job rests as failed at once, with that as its last error.

    The work itself must bear being done twice: a worker may die after its commit and before ours.
    """
    for alone in (False, True):
        async with company(alone):
            job = await desk.take_up(job_id, alone=alone)
            if isinstance(job, bool):
                return job
            if job is not None:
                await _do(job, works, desk, store)
                return True
    return True


async def _do(job: Job, works: Mapping[str, Work], desk: Desk, store: JobStore) -> None:
    job_id = int(job.id or 0)
    try:
        async with _beating(job_id, store):
            await works[job.kind](job.payload, system(job.request_id))
    except WorkFailed as failed:
        log.warning("job %s (%s) failed for good: %s", job_id, job.kind, failed, extra=_facts(job))
        await desk.fail(job_id, str(failed)[:500], final=True)
        return
    except Exception as error:
        log.exception("job %s (%s) failed at try %s", job_id, job.kind, job.tries, extra=_facts(job))
        await desk.fail(job_id, _in_a_line(error))
        return
    await desk.finish(job_id)
    log.info("job %s (%s) done", job_id, job.kind, extra=_facts(job))


def _facts(job: Job) -> dict[str, object]:
    """By what its lines are found: the request that promised it."""
    return {"facts": {"requestId": job.request_id}} if job.request_id else {}


def _in_a_line(error: Exception) -> str:
    """What went wrong; what a database adds below, the values that it concerns, is nobody's business (ASVS-42)."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"[:500]


@asynccontextmanager
async def _beating(job_id: int, store: JobStore) -> AsyncIterator[None]:
    async def beat() -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            # a database that is away for a moment: the next beat tells it
            with contextlib.suppress(Exception):
                await store.beat(job_id)

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()
