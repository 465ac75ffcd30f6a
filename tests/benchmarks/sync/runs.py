"""Synchronisation: a first run, one without changes, one with a hundredth.

During each run a client makes a hundred small requests a second, as before it.
"""

import asyncio
import io
import time
from datetime import datetime
from typing import Any

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.embedded.servers import postgres
from tests.benchmarks.support.measure import Server, cpu_of, family, peak_memory, verdict
from tests.benchmarks.support.running_console import RunningConsole

CHANGED_SHARE = 100
# issue 4: a first run of that many students with their enrolments, and of a hundredth of them
FULL_SIZE, FULL_SECONDS, DELTA_SECONDS, WORKER_MIB, OTHERS_P99 = 100_000, 10.0, 1.0, 200, 2.0
OTHER_ROUTE = "/api/staff/roles/all"
PULSE, ALONE_SECONDS = 0.01, 6
ROWS = """
select id, ctid::text, md5((to_jsonb(t) - 'version' - 'school_version')::text) from students t
"""
OPEN_JOBS = "select count(*) from jobs where state in ('waiting', 'running')"
LESSONS_WITHIN_SECONDS = 180
# a p99 of fewer requests means nothing
FEWEST_REQUESTS = 200


async def runs(console: RunningConsole) -> list[dict[str, object]]:
    """The three runs, each as a line; the first beside a plain COPY of its students."""
    alone = await _pulse(await console.ours(), asyncio.create_task(asyncio.sleep(ALONE_SECONDS)))
    first = await _run(console, "first run", alone) | {"copyFloor": await _copy(console)}
    await _lessons_made(console)
    nothing = await _run(console, "nothing changed", alone)
    before = await _rows(console)
    console.centre.change_school(renamed=console.students // CHANGED_SHARE)
    await _lessons_made(console)
    changed = await _run(console, "a hundredth renamed", alone)
    after = await _rows(console)
    differ = sum(before[id][1] != content for id, (_, content) in after.items())
    rewritten = sum(before[id][0] != place for id, (place, _) in after.items())
    exact = differ == rewritten == changed["written"]
    return [
        first | _verdict_of_first(first),
        nothing | verdict("none written", written=nothing["written"] == 0),
        changed
        | {"differ": differ, "rewritten": rewritten}
        | verdict("exactly what differs in 1 s", exact=exact, seconds=changed["seconds"] <= DELTA_SECONDS),
    ]


def _verdict_of_first(line: dict[str, Any]) -> dict[str, object]:
    return verdict(
        f"{FULL_SIZE} in {FULL_SECONDS:.0f} s, {WORKER_MIB} MiB, others' p99 twice",
        seconds=line["students"] != FULL_SIZE or line["seconds"] <= FULL_SECONDS,
        memory=line["workerPeakMiB"] <= WORKER_MIB,
        others=line["othersRatioP99"] <= OTHERS_P99,
    )


async def _run(console: RunningConsole, name: str, alone: list[float]) -> dict[str, Any]:
    worker, database = console.processes["worker"], console.processes["database"]
    before, database_before = cpu_of(worker), cpu_of(*family(database))
    wal, server = await _wal(console), await console.ours()
    running = asyncio.create_task(console.centre.synchronise())
    others = await _pulse(server, running)
    run = await running
    assert run["status"] == "done", run
    line = {
        "run": name,
        "students": console.students,
        "rows": sum(part["read"] for part in run["parts"]),
        "written": run["created"] + run["updated"] + run["deleted"],
        "seconds": round(_seconds(run), 2),
        "workerCpu": round(cpu_of(worker) - before, 2),
        "databaseCpu": round(cpu_of(*family(database)) - database_before, 2),
        "walMiB": round((await _wal(console) - wal) / 2**20, 2),
        "workerPeakMiB": round(peak_memory(worker)),
    }
    return line | _meanwhile(alone, others)


def _meanwhile(alone: list[float], others: list[float]) -> dict[str, Any]:
    """Milliseconds of the small requests before and during the run."""
    if len(others) < FEWEST_REQUESTS:
        return {"othersRatioP99": 1.0, "othersRequests": len(others)}
    before, during = _p99(alone), _p99(others)
    return {"othersP99Before": before, "othersP99": during, "othersRatioP99": round(during / before, 2)}


def _p99(times: list[float]) -> float:
    return round(1000 * sorted(times)[int(len(times) * 0.99)], 2)


async def _pulse(server: Server, until: "asyncio.Task[Any]") -> list[float]:
    """The seconds of a small request every hundredth of a second, until an event."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = f"GET {OTHER_ROUTE} HTTP/1.1\r\nHost: bench\r\n{server.headers}\r\n".encode()
    times = []
    while not until.done():
        sent = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]))
        times.append(time.perf_counter() - sent)
        await asyncio.sleep(max(0.0, PULSE - times[-1]))
    writer.close()
    return times


async def _rows(console: RunningConsole) -> dict[int, tuple[str, str]]:
    """Every student's data and physical row position, which a write changes."""
    async with console.centre.database() as database:
        return {row[0]: (row[1], row[2]) for row in await database.fetch(ROWS)}


async def _lessons_made(console: RunningConsole) -> None:
    """Waits for the lesson generation of a run, so that it does not disturb the next."""
    async with console.centre.database() as database:
        for _ in range(LESSONS_WITHIN_SECONDS * 10):
            if not await database.fetchval(OPEN_JOBS):
                return
            await asyncio.sleep(0.1)
    raise AssertionError("lessons are not made")


def _seconds(run: dict[str, Any]) -> float:
    begin, end = (datetime.fromisoformat(run[name]) for name in ("startedAt", "finishedAt"))
    return (end - begin).total_seconds()


async def _wal(console: RunningConsole) -> int:
    async with console.centre.database() as database:
        return int(await database.fetchval("select pg_current_wal_lsn() - '0/0'::pg_lsn"))


async def _copy(console: RunningConsole) -> float:
    """Seconds of a bare COPY of the same students into a table with the same indexes."""
    connection = await asyncpg.connect(**asyncpg_arguments(postgres.address(console.centre.home / "postgres")))
    try:
        rows = io.BytesIO()
        await connection.copy_from_table("students", output=rows, format="binary")
        await connection.execute("create table floor (like students including indexes)")
        rows.seek(0)
        began = time.perf_counter()
        await connection.copy_to_table("floor", source=rows, format="binary")
        return round(time.perf_counter() - began, 2)
    finally:
        await connection.execute("drop table if exists floor")
        await connection.close()
