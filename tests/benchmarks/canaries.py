"""Defects that must make a suite fail, so that its success means something.

``python -m tests.benchmarks.canaries``. Each is put into a centre of 1 000 and one of 100 000 students, and its suite
is run; a suite that passes is reported and the exit code is 1. The machine may be busy: these defects are coarse.
"""

import asyncio
import json
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path

from adapters.postgres.people.students import STUDENTS
from tests.benchmarks import queue, web
from tests.benchmarks.reading.growth import grows
from tests.benchmarks.reading.lists import pages, search
from tests.benchmarks.reading.sign_in import signs_in
from tests.benchmarks.support import trivial_job as noting
from tests.benchmarks.support.running_console import running_console
from tests.benchmarks.support.served_centre import Databases, databases, served_centre
from tests.e2e.browser import chromium

SMALL, LARGE = 1000, 100_000
# permission checks do not depend on the length of the measurement
A_MOMENT = 0.4
Line = dict[str, object]
DEFECTIVE = "tests.benchmarks.support.defective"


async def no_counter(here: Databases) -> Line:
    """Totals are counted instead of stored."""
    return (await grows(here, replace(STUDENTS, counted=None)))[-1]


async def no_order(here: Databases) -> Line:
    """The indexes of the list's order are dropped."""
    async with here.sql(here.sizes[-1]) as sql:
        await sql.execute("drop index ix_students_sort, ix_students_status_sort")
    return (await grows(here))[-1]


async def no_words(here: Databases) -> Line:
    """The index of the names' words is dropped."""
    async with here.sql(here.sizes[-1]) as sql:
        await sql.execute("drop index uq_student_words")
    async with served_centre(here, here.sizes[-1]) as at:
        return await search(at)


async def everybody_may(here: Databases) -> Line:
    """Permissions are not checked."""
    async with served_centre(here, SMALL, DEFECTIVE, "everybody-may") as at:
        return await pages(at, 1, seconds=A_MOMENT)


async def no_guard(here: Databases) -> Line:
    """The bare server in place of the API, without authentication."""
    async with served_centre(here, SMALL) as at, at.peer() as peer:
        return await pages(at, 1, ours=peer, seconds=A_MOMENT)


async def hash_on_the_loop(here: Databases) -> Line:
    """Passwords are verified on the event loop."""
    async with served_centre(here, SMALL, DEFECTIVE, "hash-on-the-loop") as at:
        return await signs_in(at)


async def slow_relay(_: Databases) -> Line:
    """The relay ignores notifications, polls once a second and publishes one by one."""
    with tempfile.TemporaryDirectory(prefix="markaz-canaries-") as home:
        return await queue.with_defect(Path(home) / "home", noting.SLOW_RELAY)


async def forgetful_broker(_: Databases) -> Line:
    """JetStream acknowledges before it writes to disk.

    That is faster, and loses jobs in a power cut.
    """
    with tempfile.TemporaryDirectory(prefix="markaz-canaries-") as home:
        return await queue.with_defect(Path(home) / "home", noting.FORGETFUL_BROKER)


async def heavy_entrance(_: Databases) -> Line:
    """The first script carries forty kilobytes that the sign-in page does not need."""

    def heavier(address: str, script: bytes) -> bytes:
        return script + f"\n// {secrets.token_hex(40_000)}".encode() if "/start-" in address else script

    with tempfile.TemporaryDirectory(prefix="markaz-canaries-") as home:
        async with running_console(Path(home) / "home", SMALL) as ready, chromium() as browser:
            return await web.sizes(browser, ready, heavier)


Canary = Callable[[Databases], Awaitable[Line]]
#: Each with the target its suite must report as missed. The last two leave their defect in the database.
CANARIES: dict[str, tuple[Canary, str]] = {
    "list-scale: no counter": (no_counter, "kept"),
    "list-page: everybody may": (everybody_may, "guarded"),
    "list-page: nobody is asked": (no_guard, "guarded"),
    "sign-in: hash on the loop": (hash_on_the_loop, "others"),
    "queue: slow relay": (slow_relay, "endP99"),
    "queue: forgetful broker": (forgetful_broker, "durable"),
    "web: heavy entrance": (heavy_entrance, "signIn"),
    "search: no index of words": (no_words, "p99"),
    "list-scale: no index of the order": (no_order, "pages"),
}


async def sing(names: Iterable[str] = CANARIES, large: int = LARGE) -> dict[str, Line]:
    """The lines of each suite about its defect."""
    with tempfile.TemporaryDirectory(prefix="markaz-canaries-") as home, databases(Path(home)) as here:
        for size in (SMALL, large):
            await here.build(size)
        return {name: await CANARIES[name][0](here) for name in names}


def is_noticed(name: str, line: Line) -> bool:
    """True if the suite missed the target that the defect affects."""
    missed = line["missed"]
    return isinstance(missed, list) and CANARIES[name][1] in missed


def main() -> int:
    """1 if a suite did not notice."""
    unnoticed = 0
    for name, line in asyncio.run(sing()).items():
        noticed = is_noticed(name, line)
        unnoticed += not noticed
        print(json.dumps({"canary": name, "noticed": noticed, "line": line}, ensure_ascii=False), flush=True)
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main())
