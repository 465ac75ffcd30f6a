"""``python -m entrypoints.worker``: takes jobs from the queue and runs them, several at a time."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Mapping
from typing import Annotated

import uvloop
from taskiq import Context, TaskiqDepends
from taskiq.acks import AcknowledgeType
from taskiq.api import run_receiver_task

from application.actor import system
from application.jobs.lifecycle import Desk
from application.jobs.run import Work, run_job
from entrypoints.logs import configure_logs
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from entrypoints.worker.broker import JobsBroker
from entrypoints.worker.concurrency import Company
from entrypoints.worker.handlers import job_handlers

log = logging.getLogger("markaz.jobs")

# small ones; of those that take long an eighth (broker)
JOBS_AT_ONCE = 128
TASK = "job"
# whoever waits before a screen comes first
NICENESS = 5
# what the loop has to do waits no longer for threads that decide and compress; the interpreter's own is ten times it
TURN_SECONDS = 0.0005


def broker_of(container: Container, kinds: Mapping[str, Work]) -> JobsBroker:
    """The queue with the one task that every job is run by."""
    store, company = container.jobs(), Company()
    desk = Desk(container.uow, store.clock)
    broker = JobsBroker(container.settings().nats_url, when_emptied=store.send_all_again, at_once=JOBS_AT_ONCE)

    @broker.task(TASK)
    async def job(job_id: int, context: Annotated[Context, TaskiqDepends()]) -> None:
        try:
            ended = await run_job(job_id, works=kinds, actor=system(), desk=desk, store=store, company=company)
        except Exception as fault:
            # what a job does wrong is noted in its row: this is the database that can't be asked or told
            log.warning("job %s comes back later: %s", job_id, type(fault).__name__)
            ended = False
        if not ended:
            broker.postpone(context.message.task_id)

    return broker


def main() -> None:
    """Run until told to stop."""
    uvloop.run(run())


async def run() -> None:
    """Runs every kind of job that the console knows."""
    configure_logs("worker")
    os.nice(NICENESS)
    sys.setswitchinterval(TURN_SECONDS)
    container = Container(settings=read_settings())
    kinds = job_handlers(container)
    # what the program is made of is no garbage: to look through it again and again is a fifth of reading a school
    gc.collect()
    gc.freeze()
    await serve(container, kinds)


async def serve(container: Container, kinds: Mapping[str, Work]) -> None:
    """Runs jobs of these kinds until it is told to stop; what it is at then comes back to another worker."""
    # a line for each message would be most of the log; jobs tell of themselves in their rows
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
