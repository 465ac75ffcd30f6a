"""Publishes committed outbox rows in order, each at least once.

Run as ``python -m entrypoints.worker.relay``.
"""

import asyncio
import contextlib
import logging
import signal
from typing import Any

import asyncpg
import uvloop
from nats.errors import Error as NatsError
from nats.js.errors import ServerError
from taskiq.exceptions import SendTaskError
from taskiq.kicker import AsyncKicker

from adapters.postgres.core.outbox import CHANNEL, connect, mark_published, unpublished
from application.live.topics import LIVE_EVENTS
from contracts.events import LIVE_ONLY
from contracts.job_kinds import LONG_KINDS
from entrypoints.logs import configure_logs
from entrypoints.settings import read_settings
from entrypoints.wiring import Container, close
from entrypoints.worker.broker import JobsBroker
from entrypoints.worker.scheduler import run_scheduled_tasks

log = logging.getLogger("markaz.relay")

# a save of attendance does not notify, and other browsers see it within a second (D-162)
POLL_SECONDS = 0.25
BATCH = 200
REST_AFTER_FAULT_SECONDS = 1.0
# consecutive storage errors of the broker before its streams are recreated
MAX_STREAM_FAILURES = 10
AWAY = (NatsError, SendTaskError, asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError, OSError, TimeoutError)


async def relay(database_url: str, broker: JobsBroker) -> None:
    """Publishes rows as they are committed, on NOTIFY and by polling.

    Polling covers lost notifications, and commits that send none.
    """
    connection = await connect(database_url)
    called = asyncio.Event()
    try:
        await connection.add_listener(CHANNEL, lambda *_: called.set())
        while True:
            called.clear()
            while await publish_batch(connection, broker) == BATCH:
                pass
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(called.wait(), POLL_SECONDS)
    finally:
        await connection.close(timeout=2)


async def publish_batch(connection: Any, broker: JobsBroker) -> int:
    """Publishes a batch of rows and marks them.

    A row is published again if the process dies in between.
    """
    async with connection.transaction():
        rows = await unpublished(connection, BATCH)
        # sent in the order of the rows on one connection; their acknowledgements are awaited together
        for failed in await asyncio.gather(*(_publish(row, broker) for row in rows), return_exceptions=True):
            if failed is not None:
                raise failed
        if rows:
            await mark_published(connection, [row["id"] for row in rows])
    return len(rows)


async def _publish(row: Any, broker: JobsBroker) -> None:
    message_id = f"outbox-{row['id']}"
    if row["topic"] == "job":
        if row["payload"]["kind"] in LONG_KINDS:
            # their program reads the table
            return
        kicker: AsyncKicker[Any, Any] = AsyncKicker("job", broker, {})
        await kicker.with_task_id(message_id).kiq(row["payload"]["jobId"])
        return
    body = row["body"].encode()
    if row["topic"] in LIVE_EVENTS and row["recent"]:
        await broker.publish_live(row["topic"], body, message_id)
    if row["topic"] not in LIVE_ONLY:
        await broker.publish_event(row["topic"], body, message_id)


def main() -> None:
    """Runs until stopped."""
    uvloop.run(run())


async def run() -> None:
    """Runs the relay and the scheduler of this console."""
    configure_logs("relay")
    await serve(Container(settings=read_settings()))


async def serve(container: Container) -> None:
    """Relays and runs scheduled tasks until stopped."""
    working = asyncio.gather(relay_forever(container), run_scheduled_tasks(container))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, working.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await working
    await close(container)


async def relay_forever(container: Container) -> None:
    """Relays forever; waits while servers are unavailable."""
    settings, unkept = container.settings(), 0
    while True:
        broker = JobsBroker(settings.nats_url, when_emptied=container.jobs().requeue_all)
        try:
            await broker.startup()
            await relay(settings.database_url, broker)
        except AWAY as fault:
            log.warning("waiting: %s", type(fault).__name__)
            unkept = unkept + 1 if isinstance(fault.__cause__ or fault, ServerError) else 0
            if unkept >= MAX_STREAM_FAILURES:
                log.error("the broker keeps nothing any more: its streams are made anew")
                await broker.delete_streams()
                unkept = 0
            await asyncio.sleep(REST_AFTER_FAULT_SECONDS)
        finally:
            await broker.shutdown()


if __name__ == "__main__":
    main()
