"""The time of a second `make run`, and the memory of an idle console.

Memory is the proportional share (PSS) of every process of the console: pages that several share are counted once.
"""

import asyncio
import sys
import time
from pathlib import Path

from tests.benchmarks.support.measure import family, verdict
from tests.embedded.console import Console

UP = (sys.executable, "-m", "entrypoints.cli", "up")
STARTS = 3
SETTLES_SECONDS = 10
# issue 14
READY_WITHIN_SECONDS, IDLE_MB = 3.5, 350.0
PROGRAMS = {
    "entrypoints.http uploads": "uploads",
    "entrypoints.http": "api",
    "entrypoints.worker.relay": "relay",
    "entrypoints.worker.videos": "videos",
    "entrypoints.worker": "worker",
    "entrypoints.simulators.school": "school",
    "entrypoints.simulators.day": "demo history",
    "entrypoints.cli": "supervisor",
    "entrypoints.embedded.fork_server": "fork server",
    "nats-server": "nats",
    "postgres": "postgres",
}


async def lines(home: Path) -> list[dict[str, object]]:
    """The first start, which creates everything; later ones; memory of the last."""
    first, _ = await asyncio.to_thread(_start, home)
    later: list[float] = []
    held: dict[str, float] = {}
    for last in (False,) * (STARTS - 1) + (True,):
        took, found = await asyncio.to_thread(_start, home, settle=last)
        later.append(took)
        held |= found
    total = round(sum(held.values()), 1)
    ready = sorted(later)[STARTS // 2]
    return [
        {"what": "second start", "first": first, "seconds": ready, "all": later}
        | verdict(f"{READY_WITHIN_SECONDS:g} s", seconds=ready <= READY_WITHIN_SECONDS),
        {"what": "idle memory", "MB": total, "byProgram": held} | verdict(f"{IDLE_MB:.0f} MB", MB=total <= IDLE_MB),
    ]


def _start(home: Path, *, settle: bool = False) -> tuple[float, dict[str, float]]:
    """Seconds until the console reports ready; its memory once it has settled."""
    began = time.perf_counter()
    console = Console(home, command=UP)
    try:
        console.wait_for("Markaz is ready", 90)
        took = round(time.perf_counter() - began, 2)
        if settle:
            time.sleep(SETTLES_SECONDS)
        return took, _held(console.started.pid) if settle else {}
    finally:
        console.end()


def _held(supervisor: int) -> dict[str, float]:
    """Megabytes by program."""
    found: dict[str, float] = {}
    for pid in family(supervisor):
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        name = next((name for words, name in PROGRAMS.items() if words in line), "other")
        found[name] = round(found.get(name, 0) + _share(pid), 1)
    return found


def _share(pid: int) -> float:
    """The proportional share of a process in MB."""
    words = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(words.partition("\nPss:")[2].split()[0]) * 1024 / 1e6
