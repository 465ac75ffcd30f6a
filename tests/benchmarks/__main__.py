"""The benchmarks of the console, with their targets.

``python -m tests.benchmarks [--only reading] [--long] [--force] [--sizes 1000,10000] [--scale 0.01]``. Each line of the
output is one measurement in JSON with its target and its verdict; the exit code is 1 if a target was missed. A busy
machine reports nothing unless forced; then the line says so.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path

from tests.benchmarks import ledger, live, queue, start, web
from tests.benchmarks.announcing import announcing
from tests.benchmarks.checking.checking import checking
from tests.benchmarks.generating import generating
from tests.benchmarks.reading.reading import SuiteLine, reading
from tests.benchmarks.spreadsheets.spreadsheets import sheets
from tests.benchmarks.statistics.statistics import statistics
from tests.benchmarks.support.running_console import running_console
from tests.benchmarks.sync import merge
from tests.benchmarks.sync import runs as syncs
from tests.benchmarks.teaching.teaching import teaching
from tests.benchmarks.uploads.player import first_frame
from tests.benchmarks.uploads.uploads import uploads
from tests.e2e.demo_home import history_is_made

QUIET_LOAD = 2.0
SIZES = "1000,10000,100000"
MILLION = 1_000_000


async def synchronising(sizes: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """A first run, one without changes, one with a hundredth changed, per size."""
    for size in (size for size in sizes if size < MILLION):
        with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
            async with running_console(Path(home) / "home", size) as ready:
                for line in await syncs.runs(ready):
                    yield "sync", line
                yield "merge", await merge.against_hand(ready)


async def in_browsers(sizes: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """Page weight and reaction times at the largest size read from the school."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        async with running_console(Path(home) / "home", max(size for size in sizes if size < MILLION)) as ready:
            await ready.centre.synchronise()
            async for line in web.measured(ready):
                yield "web", line


async def in_players(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """From pressing play to the first frame of a video."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        async with running_console(Path(home) / "home", 200) as ready:
            await ready.centre.synchronise()
            await history_is_made(ready.centre.home)
            yield "player", await first_frame(ready)


async def of_jobs(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """From the commit that enqueues a job to its end."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        async for line in queue.measured(Path(home) / "home"):
            yield "queue", line


async def of_streams(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """Five hundred open live streams."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        async with running_console(Path(home) / "home", 200) as ready:
            async for line in live.measured(ready):
                yield "live", line


async def of_the_ledger(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """A million entries replayed, and an announcement to thousands."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        async for line in ledger.measured(Path(home)):
            yield "ledger", line


async def starting(_: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """A second start, and idle memory."""
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home:
        for line in await start.lines(Path(home) / "home"):
            yield "start", line


SUITES: dict[str, Callable[[Sequence[int]], AsyncIterator[SuiteLine]]] = {
    "sync": synchronising,
    "reading": reading,
    "sheets": sheets,
    "teaching": teaching,
    "checking": checking,
    "announcing": announcing,
    "generating": generating,
    "statistics": statistics,
    "queue": of_jobs,
    "ledger": of_the_ledger,
    "start": starting,
    "web": in_browsers,
    "live": of_streams,
    "uploads": uploads,
    "player": in_players,
}


def main(arguments: list[str] | None = None) -> int:
    """Measures; 1 if a target was missed or the machine is too busy."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--sizes", default=SIZES, help="sizes of the centres measured")
    parser.add_argument("--long", action="store_true", help="a million students too")
    parser.add_argument("--only", default=",".join(SUITES), help=f"of {', '.join(SUITES)}")
    parser.add_argument("--scale", type=float, default=1.0, help="of the homework statistics: 1 is 5 000 groups")
    parser.add_argument("--force", action="store_true", help="measure on a busy machine too")
    options = parser.parse_args(arguments)
    load = os.getloadavg()[0]
    if load > QUIET_LOAD and not options.force:
        print(f"The machine is busy (load {load:.1f}): nothing measured now would be true. Wait, or use --force.")
        return 1
    sizes = [int(size) for size in options.sizes.split(",")] + ([MILLION] if options.long else [])
    return asyncio.run(_measure(options.only.split(","), sizes, options.scale))


async def _measure(names: Sequence[str], sizes: Sequence[int], scale: float) -> int:
    missed = 0
    suites = SUITES | {"statistics": partial(statistics, scale=scale)}
    for name in names:
        async for suite, line in suites[name](sizes):
            output = {"suite": suite, **line, "load": round(os.getloadavg()[0], 1)}
            print(json.dumps(output, ensure_ascii=False), flush=True)
            missed += line.get("ok") is False
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
