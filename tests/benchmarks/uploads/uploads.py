"""Uploads of videos against @tus/server from npm.

By the same client with the same chunks.

Ours makes every acknowledged PATCH durable (fdatasync) and reads row and rights at each; the peer does neither.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

from tests.benchmarks.reading.reading import SuiteLine
from tests.benchmarks.support.measure import ROUNDS, cpu_of, median, peak_memory, verdict
from tests.benchmarks.uploads.stage import MIB, Sent, Stage, a_stage

# chunks by D-28: over 1000 MB 8 MB, up to 50 MB 1 MB
LARGE, LARGE_CHUNK = 1024 * MIB, 8 * MIB
MANY, SMALL, SMALL_CHUNK = 100, 8 * MIB, 1 * MIB
# issue 18, trust.md upload-tus
MIN_RATE, MAX_P99, MAX_API_P95, MAX_MEMORY = 0.9, 1.2, 2.0, 400
IDLE_SECONDS, PROBE_EVERY_SECONDS = 5.0, 0.02


async def uploads(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """One large upload, then a hundred at once."""
    size = int(os.environ.get("UPLOAD_MIB", LARGE // MIB)) * MIB
    async with a_stage(size) as stage:
        yield "uploads", await _one_large(stage, size)
    async with a_stage(SMALL) as stage:
        yield "uploads", await _many(stage)


async def _one_large(stage: Stage, size: int) -> dict[str, object]:
    async def ours() -> Sent:
        return await stage.send(await stage.links(1, size), size, LARGE_CHUNK)

    async def peer() -> Sent:
        return await stage.send(stage.endpoints(1), size, LARGE_CHUNK)

    before = _peak(stage.own_pids), _peak((stage.peer_pid,))
    own, other, cpu = await _alternately(stage, ours, peer)
    rate = median([one.seconds for one in other]) / median([one.seconds for one in own])
    after = _peak(stage.own_pids), _peak((stage.peer_pid,))
    # ours is the whole API, theirs a server of uploads alone: what an upload takes is compared
    memory, peers = after[0] - before[0], after[1] - before[1]
    return {
        "mib": size // MIB,
        "ours": [round(size / MIB / one.seconds) for one in own],
        "peer": [round(size / MIB / one.seconds) for one in other],
        "ratio": round(rate, 2),
        "cpuSeconds": cpu,
        "grownMib": [round(memory), round(peers)],
        "peakMib": [round(one) for one in after],
    } | verdict(
        f"≥ {MIN_RATE} of its rate with every PATCH durable, memory for it ≤ its",
        rate=rate >= MIN_RATE,
        memory=memory <= peers,
    )


async def _many(stage: Stage) -> dict[str, object]:
    idle = await _probed(stage, asyncio.sleep(IDLE_SECONDS))
    beside: dict[str, list[float]] = {"ours": [], "peer": []}

    async def send(name: str) -> Sent:
        uploads = await stage.links(MANY, SMALL) if name == "ours" else stage.endpoints(MANY)
        sent: list[Sent] = []

        async def sending() -> None:
            sent.append(await stage.send(uploads, SMALL, SMALL_CHUNK))

        beside[name].extend(await _probed(stage, sending()))
        return sent[0]

    own, other, cpu = await _alternately(stage, partial(send, "ours"), partial(send, "peer"))
    rate = median([one.seconds for one in other]) / median([one.seconds for one in own])
    p99 = median([one.p(99) for one in own]) / median([one.p(99) for one in other])
    memory, api = _peak(stage.own_pids), _p95(beside["ours"]) / _p95(idle)
    return {
        "uploads": MANY,
        "mibEach": SMALL // MIB,
        "ours": [round(MANY * SMALL / MIB / one.seconds) for one in own],
        "peer": [round(MANY * SMALL / MIB / one.seconds) for one in other],
        "ratio": round(rate, 2),
        "patchP99": [round(median([one.p(99) for one in each])) for each in (own, other)],
        # idle, beside our uploads, and beside the same uploads to the peer: what the machine itself costs
        "apiP95": [round(_p95(times), 1) for times in (idle, *beside.values())],
        "cpuSeconds": cpu,
        "peakMib": [round(memory), round(_peak((stage.peer_pid,)))],
    } | verdict(
        f"all finish, others' p95 ≤ {MAX_API_P95} × idle, ≤ {MAX_MEMORY} MiB, ≥ {MIN_RATE} of its rate, "
        f"PATCH p99 ≤ {MAX_P99} × its",
        api=api <= MAX_API_P95,
        memory=memory <= MAX_MEMORY,
        rate=rate >= MIN_RATE,
        p99=p99 <= MAX_P99,
    )


async def _alternately(
    stage: Stage, ours: Callable[[], Awaitable[Sent]], peer: Callable[[], Awaitable[Sent]]
) -> tuple[list[Sent], list[Sent], list[float]]:
    """A-B-A-B after a warm-up; the processor seconds of the servers in all rounds."""
    own, other, cpu = [], [], [0.0, 0.0]
    for number in range(ROUNDS + 1):
        for place, (run, pids, found) in enumerate(((ours, stage.own_pids, own), (peer, (stage.peer_pid,), other))):
            before = cpu_of(*pids)
            sent = await run()
            if number:
                cpu[place] += cpu_of(*pids) - before
                found.append(sent)
            await stage.forget()
            # what was written is on the disk before the next round begins
            await asyncio.to_thread(os.sync)
    return own, other, [round(one, 1) for one in cpu]


async def _probed(stage: Stage, work: Awaitable[None]) -> list[float]:
    """The milliseconds of another call, time after time while the work lasts."""
    times: list[float] = []
    working = asyncio.ensure_future(work)
    while not working.done():
        began = time.perf_counter()
        async with stage.http.get(f"{stage.ours.address}/video/uploading", params={"ids": "1"}) as answer:
            await answer.read()
            assert answer.status == 200
        times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(PROBE_EVERY_SECONDS)
    await working
    return times


def _peak(pids: Sequence[int]) -> float:
    """The sum of the peak memory of these processes, in MiB."""
    return sum(peak_memory(pid) for pid in pids)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]
