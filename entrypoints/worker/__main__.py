"""Runs jobs from the queue, several at a time (``python -m entrypoints.worker``)."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Mapping
from typing import Annotated

import uvloop
from taskiq import Context, TaskiqDepends
from taskiq.acks import AcknowledgeType
from taskiq.api import run_receiver_task

from adapters.process_priority import lower_priority
from application.actor import system
from application.jobs.lifecycle import JobQueue
from application.jobs.run import JobHandler, run_job
from entrypoints.logs import configure_logs
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from entrypoints.worker.broker import JobsBroker
from entrypoints.worker.concurrency import ExclusiveSlots
from entrypoints.worker.handlers import job_handlers

log = logging.getLogger("markaz.jobs")

# short ones; of long ones an eighth (broker)
JOBS_AT_ONCE = 128
TASK = "job"
# requests of waiting users have priority
NICENESS = 5
# the thread switch interval: the event loop waits at most this long for threads that compute; the interpreter's
# default is ten times it
SWITCH_INTERVAL_SECONDS = 0.0005


def broker_of(container: Container, kinds: Mapping[str, JobHandler]) -> JobsBroker:
    """The broker with the one task that runs every job."""
    store, slots = container.jobs(), ExclusiveSlots()
    queue = JobQueue(container.uow, store.clock)
    broker = JobsBroker(container.settings().nats_url, when_emptied=store.requeue_all, at_once=JOBS_AT_ONCE)

    @broker.task(TASK)
    async def job(job_id: int, context: Annotated[Context, TaskiqDepends()]) -> None:
        try:
            ended = await run_job(job_id, handlers=kinds, actor=system(), queue=queue, store=store, slots=slots)
        except Exception as fault:
            # a job's own errors are recorded in its row: here the database is unavailable
            log.warning("job %s comes back later: %s", job_id, type(fault).__name__)
            ended = False
        if not ended:
            broker.postpone(context.message.task_id)

    return broker


def main() -> None:
    """Runs until stopped."""
    uvloop.run(run())


async def run() -> None:
    """Runs every kind of job."""
    configure_logs("worker")
    lower_priority(NICENESS)
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    container = Container(settings=read_settings())
    kinds = job_handlers(container)
    # the program's own objects are no garbage: scanning them repeatedly costs a fifth of reading a school
    gc.collect()
    gc.freeze()
    await serve(container, kinds)


async def serve(container: Container, kinds: Mapping[str, JobHandler]) -> None:
    """Runs jobs of these kinds until stopped; another worker resumes unfinished ones."""
    # a line for each message would be most of the log; jobs are recorded in their rows
    logging.getLogger("taskiq.receiver").setLevel(logging.WARNING)
    broker = broker_of(container, kinds)
    broker.is_worker_process = True
    await broker.startup()
    receiving = asyncio.create_task(
        run_receiver_task(broker, max_async_tasks=JOBS_AT_ONCE, ack_time=AcknowledgeType.WHEN_EXECUTED)
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, receiving.cancel)
    try:
        await receiving
    except asyncio.CancelledError:
        pass
    finally:
        await broker.shutdown()
        await close(container)


if __name__ == "__main__":
    main()
