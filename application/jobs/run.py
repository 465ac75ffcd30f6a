"""Runs a job: at-least-once delivery in any order, exactly one effect."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from application.actor import Actor, system
from application.authorization import SUPERADMIN, permits
from application.jobs.lifecycle import JobQueue
from application.jobs.ports import JobStore
from application.ports import NotLive
from domain.jobs.job import HEARTBEAT_SECONDS, Job, WorkFailed

log = logging.getLogger(__name__)

# runs a job of a kind with its payload, on behalf of the system
JobHandler = Callable[[Mapping[str, Any], Actor], Awaitable[None]]
# the context in which a job is claimed and run; the argument requests exclusivity
ExclusiveSlots = Callable[[bool], AbstractAsyncContextManager[None]]


def _no_slots(_: bool) -> AbstractAsyncContextManager[None]:
    return contextlib.nullcontext()


@permits(SUPERADMIN)
async def run_job(
    job_id: int,
    *,
    handlers: Mapping[str, JobHandler],
    actor: Actor,
    queue: JobQueue,
    store: JobStore,
    slots: ExclusiveSlots = _no_slots,
) -> bool:
    """Runs a job unless it is over.

    Returns False if a live worker runs it and the message must be redelivered.

    A failed try is retried later, five times in all; a job that killed five workers fails. A handler that raises
    WorkFailed fails its job at once, with that as its last error; one that raises NotLive leaves it waiting.

    Handlers must be idempotent: a worker may die between their commit and the end of the job.
    """
    for exclusive in (False, True):
        async with slots(exclusive):
            job = await queue.claim(job_id, exclusive=exclusive)
            if isinstance(job, bool):
                return job
            if job is not None:
                await _do(job, handlers, queue, store)
                return True
    return True


async def _do(job: Job, handlers: Mapping[str, JobHandler], queue: JobQueue, store: JobStore) -> None:
    job_id = int(job.id or 0)
    try:
        async with _send_heartbeats(job_id, store):
            await handlers[job.kind](job.payload, system(job.request_id))
    except NotLive:
        log.info("job %s (%s) waits: this installation is a copy", job_id, job.kind, extra=_facts(job))
        await queue.hold(job_id)
        return
    except WorkFailed as failed:
        log.warning("job %s (%s) failed for good: %s", job_id, job.kind, failed, extra=_facts(job))
        await queue.fail(job_id, str(failed)[:500], final=True)
        return
    except Exception as error:
        log.exception("job %s (%s) failed at try %s", job_id, job.kind, job.tries, extra=_facts(job))
        await queue.fail(job_id, _first_line(error))
        return
    await queue.finish(job_id)
    log.info("job %s (%s) done", job_id, job.kind, extra=_facts(job))


def _facts(job: Job) -> dict[str, object]:
    """Returns the request id of a job for its log lines."""
    return {"facts": {"requestId": job.request_id}} if job.request_id else {}


def _first_line(error: Exception) -> str:
    """Returns the first line of an error.

    Databases append the affected values below, which must not be logged (ASVS-42).
    """
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"[:500]


@asynccontextmanager
async def _send_heartbeats(job_id: int, store: JobStore) -> AsyncIterator[None]:
    async def heartbeat() -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            # the database is briefly unavailable: the next heartbeat reports
            with contextlib.suppress(Exception):
                await store.heartbeat(job_id)

    heartbeats = asyncio.create_task(heartbeat())
    try:
        yield
    finally:
        heartbeats.cancel()
