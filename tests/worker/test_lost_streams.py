"""A running broker that lost its streams.

Its disk was full, or its directory was deleted.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from application.actor import system
from entrypoints.embedded.servers.nats import embedded_nats
from entrypoints.worker import relay
from entrypoints.worker.broker import STREAM, JobsBroker
from tests.support.console import Console, a_console

PATIENCE_SECONDS = 30


async def _enqueue_job(console: Console) -> None:
    async with console.container.uow() as uow:
        await uow.enqueue("report", {}, actor=system())
        await uow.commit()


@asynccontextmanager
async def _relaying(console: Console) -> AsyncIterator[None]:
    task = asyncio.create_task(relay.relay_forever(console.container))
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _wait_until_published(console: Console) -> None:
    for _ in range(PATIENCE_SECONDS * 10):
        if not await console.sql.fetchval("select count(*) from outbox where published_at is null"):
            return
        await asyncio.sleep(0.1)
    pytest.fail("jobs still wait for the broker")


async def _stored_messages(nats_url: str) -> int:
    broker = JobsBroker(nats_url)
    await broker.startup()
    try:
        return int((await broker.js.stream_info(STREAM)).state.messages)
    finally:
        await broker.shutdown()


async def test_lost_streams_are_created_again(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """wipe-nats while the broker runs: all jobs are published again.

    Without a restart.
    """
    monkeypatch.setattr(relay, "MAX_STREAM_FAILURES", 2)
    with embedded_nats(tmp_path / "nats", durable=True) as nats_url:
        async with a_console(database_url, tmp_path, CONSOLE_NATS_URL=nats_url) as console:
            await _enqueue_job(console)
            async with _relaying(console):
                await _wait_until_published(console)
            shutil.rmtree(tmp_path / "nats" / "streams")
            await _enqueue_job(console)
            async with _relaying(console):
                await _wait_until_published(console)
            assert await _stored_messages(nats_url) == 2, "the broker has both jobs again"
