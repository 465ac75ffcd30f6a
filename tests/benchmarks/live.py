"""Open live streams on one API process.

Memory, idle cost, and the time until all are told.

Each stream is of a session of its own, as each browser's is.
"""

import asyncio
import time
from collections.abc import AsyncIterator

import aiohttp
import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.embedded.servers import postgres
from tests.benchmarks.support.measure import cpu_of, verdict
from tests.benchmarks.support.running_console import RunningConsole
from tests.support.served import ApiProcess

STREAMS = 500
IDLE_SECONDS = 45
CHANGES = 10
PUBLISH = "insert into outbox (topic, payload) values ('SyncRunChanged', $1::text::jsonb)"
EVENT = '{"runId": %d}'
# issue 17: 500 open streams on one process; D-162: another browser sees a change within a second
MAX_KIB_PER_STREAM, MAX_IDLE_CORE_PERCENT, MAX_MS = 200, 5.0, 1000


class _Listener:
    """A stream, and the time of the last change that it was told of."""

    def __init__(self) -> None:
        self.changes = 0
        self.last = 0.0
        self.ready = asyncio.Event()

    async def read(self, http: aiohttp.ClientSession, address: str, token: str) -> None:
        """Reads until cancelled."""
        async with http.get(f"{address}/live", headers={"Authorization": f"Bearer {token}"}) as answer:
            assert answer.status == 200, await answer.text()
            async for line in answer.content:
                if line.startswith(b"event: ready"):
                    self.ready.set()
                elif line.startswith(b"event: changed"):
                    self.changes, self.last = self.changes + 1, time.monotonic()


async def measured(console: RunningConsole) -> AsyncIterator[dict[str, object]]:
    """Memory and idle cost of the streams, then the delay of a change."""
    port, pid = int(console.centre.address.rpartition(":")[2]), console.processes["api"]
    api = ApiProcess(port, pid)
    connector, timeout = aiohttp.TCPConnector(limit=0), aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as http:
        tokens = [(await console.centre.sign_in())["accessToken"] for _ in range(STREAMS)]
        before = api.memory()
        listeners = [_Listener() for _ in tokens]
        reading = [
            asyncio.create_task(one.read(http, api.address, token))
            for one, token in zip(listeners, tokens, strict=True)
        ]
        began = time.monotonic()
        await asyncio.gather(*(one.ready.wait() for one in listeners))
        opened = time.monotonic() - began
        memory = (api.memory() - before) * 1024 / STREAMS
        cpu = cpu_of(pid)
        await asyncio.sleep(IDLE_SECONDS)
        idle = 100 * (cpu_of(pid) - cpu) / IDLE_SECONDS
        yield {
            "streams": STREAMS,
            "openedSeconds": round(opened, 2),
            "kibPerStream": round(memory),
            "idleCorePercent": round(idle, 2),
        } | verdict(
            f"{MAX_KIB_PER_STREAM} KiB a stream, idle {MAX_IDLE_CORE_PERCENT} % of a core",
            memory=memory <= MAX_KIB_PER_STREAM,
            idle=idle <= MAX_IDLE_CORE_PERCENT,
        )
        yield await _delays(console, listeners, pid)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def _delays(console: RunningConsole, listeners: list[_Listener], pid: int) -> dict[str, object]:
    """From the commit of an event that everybody is told of to the last of them."""
    sql = await asyncpg.connect(**asyncpg_arguments(postgres.address(console.centre.home / "postgres")))
    delays, cpu = [], cpu_of(pid)
    for number in range(CHANGES):
        await asyncio.sleep(0.5)
        for listener in listeners:
            listener.changes = 0
        began = time.monotonic()
        await sql.execute(PUBLISH, EVENT % number)
        async with asyncio.timeout(30):
            while not all(listener.changes for listener in listeners):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        delays.append(1000 * (max(listener.last for listener in listeners) - began))
    await sql.close()
    cost = {"cpuMsPerChange": round(1000 * (cpu_of(pid) - cpu) / CHANGES)}
    figures = {"changes": CHANGES, "p50": round(sorted(delays)[CHANGES // 2]), "max": round(max(delays))}
    return figures | cost | verdict(f"all {STREAMS} within {MAX_MS} ms", withinLimit=max(delays) <= MAX_MS)
