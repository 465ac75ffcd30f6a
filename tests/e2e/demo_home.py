"""A home of the demo, made once for all workers of a run.

Its school is synchronised and its history is made. To make it takes a minute or two; to copy it, a second.
"""

import asyncio
import fcntl
import time
from pathlib import Path

from entrypoints.installation import place
from tests.e2e.centre import Centre, a_running_centre

HISTORY_WITHIN_SECONDS = 600
MADE = "lessons of the demo are marked"


async def copy_demo(shared: Path, home: Path, **variables: str) -> None:
    """Copies the demo to a new home; the first worker makes it, the others wait.

    ``shared``: the directory of this run's workers.
    """
    demo = shared / "demo"
    with (shared / "demo.lock").open("w") as lock:
        await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
        if not demo.exists():
            await _make(shared / "demo-being-made", **variables)
            (shared / "demo-being-made").rename(demo)
    # as root, PostgreSQL's files have an owner of their own
    copying = await asyncio.create_subprocess_exec("cp", "-a", demo, home)
    assert await copying.wait() == 0, "the demo isn't copied"
    for server in ("school", "nats"):
        (home / server / "port").unlink()  # each console has servers of its own


async def make_live(centre: Centre) -> None:
    """A copy sends nothing outside until it goes live (D-159)."""
    await centre.sql(f"update installations set live_place = '{place(centre.home)}'")


async def _make(home: Path, **variables: str) -> None:
    async with a_running_centre(home, **variables) as centre:
        await centre.synchronise()
        await history_is_made(home)


async def history_is_made(home: Path) -> None:
    """Waits until the demo has played its history, after its synchronisation."""
    log, end = home / "logs" / "demo-history.log", time.monotonic() + HISTORY_WITHIN_SECONDS
    while not (log.exists() and MADE in log.read_text()):
        assert time.monotonic() < end, "the demo's history isn't made"
        await asyncio.sleep(0.5)
