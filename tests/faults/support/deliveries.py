"""Messages that arrive twice, late and out of order."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from taskiq.kicker import AsyncKicker

from entrypoints.embedded.servers import nats
from entrypoints.worker.broker import JobsBroker
from tests.faults.support.centre import Centre
from tests.faults.support.clients import Load

IDS = "select id from jobs where payload ->> 'tag' = $1 or kind = 'sync.run'"


async def deliveries(centre: Centre, load: Load, rounds: int) -> dict[str, Any]:
    """Pauses the relay while others deliver its messages; then it sends all again.

    The others deliver in any order.
    """
    sent = 0
    async with a_broker(centre) as broker:
        for _ in range(rounds):
            async with stopped(centre.pid("relay")):
                await centre.synchronise()
                await load.enqueue(20)
                sent += await deliver(broker, await _ids(centre, load), load.chance)
            sent += await deliver(broker, await _ids(centre, load), load.chance)
    return {"delivered_beside": sent}


async def deliver(broker: JobsBroker, job_ids: list[int], chance: random.Random) -> int:
    """Delivers every job's message one to three times, shuffled, with pauses.

    Returns the number of messages.
    """
    copies = [job_id for job_id in job_ids for _ in range(chance.randint(1, 3))]
    chance.shuffle(copies)
    for number, job_id in enumerate(copies):
        kicker: AsyncKicker[Any, Any] = AsyncKicker("job", broker, {})
        await kicker.with_task_id(f"again-{chance.getrandbits(64)}-{number}").kiq(job_id)
        if chance.random() < 0.1:
            await asyncio.sleep(chance.uniform(0, 0.1))
    return len(copies)


async def _ids(centre: Centre, load: Load) -> list[int]:
    return [row[0] for row in await centre.rows(IDS, load.tag)]


@asynccontextmanager
async def a_broker(centre: Centre) -> AsyncIterator[JobsBroker]:
    """A broker of the test beside the console's own."""
    broker = JobsBroker(nats.address(centre.home / "nats"))
    await broker.startup()
    try:
        yield broker
    finally:
        await broker.shutdown()


@asynccontextmanager
async def stopped(pid: int) -> AsyncIterator[None]:
    """Pauses a process while the block runs (SIGSTOP)."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
