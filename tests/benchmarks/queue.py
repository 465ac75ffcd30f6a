"""Jobs from the commit that enqueues them to their end.

The path is outbox, JetStream and worker. JetStream's own floor is measured in the same minute: as many messages
published, fetched and acknowledged.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import nats as nats_client
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.embedded.servers import nats, postgres
from tests.benchmarks.support import trivial_job as noting
from tests.benchmarks.support.measure import cpu_of, family, verdict
from tests.embedded.console import Console

JOBS = 8000
IN_A_COMMIT = 20
PROMISERS = 4
ROUNDS = 3
PACE, PACED_SECONDS = 500, 8
IN_FLIGHT = 64
ENDS_WITHIN_SECONDS = 120
# the fewest jobs a second, and the latest end of a job at PACE: issue 4
MIN_PER_SECOND, LATEST_MS = 2000, 150
PROMISE = """
with promised as (
    insert into jobs (kind, payload) select $1, jsonb_build_object('n', n) from unnest($2::bigint[]) n
    returning id, kind)
insert into outbox (topic, payload) select 'job', jsonb_build_object('jobId', id, 'kind', kind) from promised
"""
ENDED = "select count(*) from jobs where kind = $1 and state = 'done'"
LATE = """
select (j.payload ->> 'n')::bigint as n, extract(epoch from j.finished_at) as done, extract(epoch from b.at) as effect
from jobs j join bench_notes b on b.n = (j.payload ->> 'n')::bigint where (j.payload ->> 'n')::bigint >= $1
"""


@asynccontextmanager
async def a_console(home: Path, **variables: str) -> AsyncIterator["Queue"]:
    """A console with the trivial job kind and a database writable by the test."""
    up, demo = (sys.executable, "-m", noting.__name__, "up"), {"CONSOLE_DEMO": "off"} | variables
    console = Console(home, command=up, **demo)  # type: ignore[arg-type]
    try:
        await asyncio.to_thread(console.wait_for, noting.READY, 90)
        pool = await asyncpg.create_pool(**asyncpg_arguments(postgres.address(home / "postgres")), min_size=4)
        await pool.execute(noting.TABLE)
        yield Queue(console, pool, nats.address(home / "nats"))
        await pool.close()
    finally:
        await asyncio.to_thread(console.end)


class Queue:
    """The path of a job through a running console."""

    def __init__(self, console: Console, pool: Any, nats_url: str) -> None:
        self.console = console
        self._pool = pool
        self._nats_url = nats_url
        self._next = 0

    def _numbers(self, count: int) -> list[int]:
        self._next += count
        return list(range(self._next - count, self._next))

    async def promise(self, numbers: list[int]) -> None:
        """That many jobs in one commit, as a use case: jobs, outbox rows, notification."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute(PROMISE, noting.KIND, numbers)
            await connection.execute("notify outbox")

    async def burst(self, count: int) -> dict[str, Any]:
        """Jobs enqueued at full speed; seconds from the first commit to the last end."""
        before = await self._done()
        cpu, began = self._cpu(), time.perf_counter()
        numbers = self._numbers(count)
        commits = [numbers[start : start + IN_A_COMMIT] for start in range(0, count, IN_A_COMMIT)]

        async def promiser() -> None:
            while commits:
                await self.promise(commits.pop(0))

        await asyncio.gather(*(promiser() for _ in range(PROMISERS)))
        promised = time.perf_counter() - began
        while await self._done() - before < count:
            assert time.perf_counter() - began < ENDS_WITHIN_SECONDS, "jobs don't end"
            await asyncio.sleep(0.02)
        took = time.perf_counter() - began
        assert await self._pool.fetchval("select count(*) from bench_notes") == self._next, "an effect for each job"
        spent = {name: round(1000 * (now - cpu[name]) / count, 3) for name, now in self._cpu().items()}
        return {"perSecond": round(count / took), "promisedAfter": round(promised, 2), "cpuMs": spent}

    async def paced(self, pace: int, seconds: int) -> dict[str, Any]:
        """Jobs in separate commits at an even pace; milliseconds from commit to end."""
        numbers = self._numbers(pace * seconds)
        began, sent, waiting = time.perf_counter(), {}, []
        for place, n in enumerate(numbers):
            if (rest := began + place / pace - time.perf_counter()) > 0:
                await asyncio.sleep(rest)
            sent[n] = time.time()
            waiting.append(asyncio.create_task(self.promise([n])))
        await asyncio.gather(*waiting)
        await asyncio.sleep(1.5)
        rows = await self._pool.fetch(LATE, numbers[0])
        assert len(rows) == len(numbers), "an effect and an end for each job"
        ends = sorted(1000 * (float(row["done"]) - sent[row["n"]]) for row in rows)
        effects = sorted(1000 * (float(row["effect"]) - sent[row["n"]]) for row in rows)
        return {"pace": pace, "jobs": len(rows)} | {
            f"{name}P{percent}": round(values[int(len(values) * percent / 100)], 1)
            for name, values in (("end", ends), ("effect", effects))
            for percent in (50, 99)
        }

    async def floor(self, count: int) -> dict[str, Any]:
        """JetStream alone: small messages published, then fetched by 100 and acked."""
        client = await nats_client.connect(self._nats_url)
        stream = client.jetstream(publish_async_max_pending=IN_FLIGHT)
        config = StreamConfig(name="FLOOR", subjects=["floor"], retention=RetentionPolicy.WORK_QUEUE)
        await stream.add_stream(config)
        try:
            began = time.perf_counter()
            body = msgspec.json.encode({"jobId": 1})
            futures = [await stream.publish_async("floor", body, headers={"Nats-Msg-Id": str(n)}) for n in range(count)]
            await asyncio.gather(*futures)
            published = time.perf_counter() - began
            taken = await stream.pull_subscribe(
                "floor", durable="floor", config=ConsumerConfig(ack_policy=AckPolicy.EXPLICIT)
            )
            began, left = time.perf_counter(), count
            while left:
                for message in await taken.fetch(min(100, left), timeout=5):
                    await message.ack()
                    left -= 1
            await client.flush()
            consumed = time.perf_counter() - began
        finally:
            await stream.delete_stream("FLOOR")
            await client.close()
        return {
            "publishedPerSecond": round(count / published),
            "takenPerSecond": round(count / consumed),
            "perSecond": round(count / (published + consumed)),
        }

    async def durable(self) -> bool:
        """True if acknowledged data is on disk, here and at the broker.

        Without it no figure counts.
        """
        settings = json.loads((self.console.home / "nats" / "nats.conf").read_text())
        broker = settings["jetstream"].get("sync_interval") == "always"
        kept = [await self._pool.fetchval(f"show {name}") for name in ("fsync", "synchronous_commit")]
        return broker and kept == ["on", "on"]

    async def _done(self) -> int:
        return int(await self._pool.fetchval(ENDED, noting.KIND))

    def _cpu(self) -> dict[str, float]:
        return {name: cpu_of(*family(self.console.pid_of(words))) for name, words in PROGRAMS.items()}


PROGRAMS = {
    "database": "bin/postgres",
    "nats": "nats-server",
    "relay": "entrypoints.worker.relay",
    "worker": "noting worker",
}


async def measured(home: Path, **variables: str) -> AsyncIterator[dict[str, object]]:
    """The console against the floor, A-B-A-B; then the pace; each with its verdict."""
    async with a_console(home, **variables) as queue:
        await queue.burst(500)
        ours, floors = [], []
        for _ in range(ROUNDS):
            ours.append(await queue.burst(JOBS))
            floors.append(await queue.floor(JOBS))
        mine = sorted(ours, key=lambda one: one["perSecond"])[ROUNDS // 2]
        floor = sorted(floors, key=lambda one: one["perSecond"])[ROUNDS // 2]
        yield {
            "ours": mine,
            "jetStreamFloor": floor,
            "ratio": round(mine["perSecond"] / floor["perSecond"], 2),
            "rounds": [one["perSecond"] for one in ours],
        } | verdict(
            f"{MIN_PER_SECOND} a second, all on disk",
            perSecond=mine["perSecond"] >= MIN_PER_SECOND,
            durable=await queue.durable(),
        )
        paced = await queue.paced(PACE, PACED_SECONDS)
        yield paced | verdict(f"{PACE} a second, p99 {LATEST_MS} ms", endP99=paced["endP99"] < LATEST_MS)


async def with_defect(home: Path, defect: str) -> dict[str, object]:
    """The suite's lines for a console with a defect; a few jobs are enough."""
    async with a_console(home, BENCHMARK_DEFECT=defect) as queue:
        paced = await queue.paced(50, 4)
        met = {"endP99": paced["endP99"] < LATEST_MS, "durable": await queue.durable()}
        return paced | verdict("in time, all on disk", **met)
