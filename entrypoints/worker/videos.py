"""Converts uploaded videos, one at a time.

Run as ``python -m entrypoints.worker.videos``. A conversion takes minutes or hours: it has a program of its own, which
takes its jobs from the table itself. So a long queue costs no messages, and the other jobs never wait behind it.
"""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Mapping

import uvloop

from adapters.postgres.core.engine import CONNECTION_ERRORS
from adapters.process_priority import lower_priority
from application.actor import system
from application.jobs.lifecycle import JobQueue
from application.jobs.run import JobHandler, run_job
from contracts.job_kinds import LONG_KINDS
from entrypoints.logs import configure_logs
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from entrypoints.worker.handlers import job_handlers

log = logging.getLogger("markaz.videos")

POLL_SECONDS = 1.0
REST_AFTER_FAULT_SECONDS = 5.0
NICENESS = 10


def main() -> None:
    """Runs until stopped."""
    uvloop.run(run())


async def run() -> None:
    """Converts the videos of this console."""
    configure_logs("videos")
    await serve(Container(settings=read_settings()))


async def serve(container: Container) -> None:
    """Converts until the process is asked to end; the rest of the machine goes before."""
    lower_priority(NICENESS)
    handlers = job_handlers(container)
    working = asyncio.create_task(convert_forever(container, handlers))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, working.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await working
    await close(container)


async def convert_forever(container: Container, handlers: Mapping[str, JobHandler]) -> None:
    """Runs job after job; waits while the database is unavailable."""
    while True:
        try:
            ended = await convert_next(container, handlers)
        except (*CONNECTION_ERRORS, OSError) as fault:
            log.warning("waiting: %s", type(fault).__name__)
            await asyncio.sleep(REST_AFTER_FAULT_SECONDS)
        else:
            if not ended:
                await asyncio.sleep(POLL_SECONDS)


async def convert_next(container: Container, handlers: Mapping[str, JobHandler]) -> bool:
    """Runs the next job to its end; False where there is none to run."""
    store = container.jobs()
    job_id = await store.next_of(LONG_KINDS)
    if job_id is None:
        return False
    queue = JobQueue(container.uow, store.clock)
    try:
        return await run_job(job_id, handlers=handlers, actor=system(), queue=queue, store=store)
    except asyncio.CancelledError:
        # stopped in the middle, not failed: the try does not count
        await queue.hold(job_id)
        raise


if __name__ == "__main__":
    main()
