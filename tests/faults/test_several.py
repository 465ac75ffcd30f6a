"""Two API processes and two workers share the work and survive one loss each.

Issue 4.
"""

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.faults.support import programs
from tests.faults.support.centre import Centre, a_centre
from tests.faults.support.clients import Load
from tests.faults.support.seed import chance
from tests.faults.support.storm import some_students
from tests.faults.support.verdict import check_edits, check_jobs, wait_for_rest

PROCESSES = ("api", "worker")
HEALS_WITHIN_SECONDS = 1.0
REQUESTS = re.compile(r'markaz_request_seconds_count\{[^}]*route="/api/staff/roles/all"[^}]*\} (\d+)')


@pytest.fixture(scope="module")
async def doubled(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Centre]:
    """A console with two of each."""
    home: Path = tmp_path_factory.mktemp("doubled") / "home"
    async with a_centre(home, CONSOLE_API_PROCESSES="2", CONSOLE_WORKERS="2") as centre:
        await some_students(centre)
        yield centre


def pids(centre: Centre, program: str) -> list[int]:
    """The live processes of one kind."""
    words = f"{programs.__name__} {program}"
    return [pid for pid, line in centre.console.processes().items() if line.strip().endswith(words)]


async def test_both_processes_of_each_kind_work(doubled: Centre) -> None:
    """Both workers run jobs, both APIs answer, /metrics counts both."""
    assert [len(pids(doubled, program)) for program in PROCESSES] == [2, 2]
    load = Load(doubled, "shared", chance("shared"))
    await load.enqueue(80)
    await wait_for_rest(doubled)
    figures = await check_jobs(doubled, load)
    assert figures["taken_up_again"] == 0
    workers = {row[0] for row in await doubled.rows("select worker from fault_moves where key like 'shared-%'")}
    assert workers == set(pids(doubled, "worker"))
    for _ in range(40):
        async with doubled.browser() as http:
            assert (await http.get("/api/staff/roles/all")).status_code == 200
    for name in ("api", "api-2"):
        assert "/api/staff/roles/all" in doubled.log_of(name), f"{name} was never asked"
    async with doubled.browser() as http:
        counted = [int(count) for count in REQUESTS.findall((await http.get("/metrics")).text)]
    assert sum(counted) == 40


def _holds_its_sockets(pid: int) -> bool:
    """A killed process does until the last of its threads is a zombie, or gone."""
    try:
        states = [stat.read_text().rpartition(")")[2].split()[0] for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
    except OSError:
        return False
    return any(state not in "ZX" for state in states)


async def test_the_death_of_one_of_each_kind_is_not_noticed(doubled: Centre) -> None:
    """Each effect and change once; a retry is answered by the other at once."""
    load = Load(doubled, "widowed", chance("widowed"))
    async with load.at_work(200, await some_students(doubled)):
        await asyncio.sleep(1)
        lost = {program: pids(doubled, program)[0] for program in PROCESSES}
        for pid in lost.values():
            os.kill(pid, signal.SIGKILL)
        killed = time.monotonic()
        while time.monotonic() - killed < HEALS_WITHIN_SECONDS:
            dying = _holds_its_sockets(lost["api"])
            async with doubled.browser() as http:
                try:
                    answer = await http.get("/api/staff/students/all", params={"page": 1, "perPage": 10})
                except httpx.TransportError:
                    assert dying, "the port is the living one's only"
                    continue
                assert answer.status_code == 200
    await wait_for_rest(doubled)
    await check_jobs(doubled, load)
    await check_edits(doubled, [load])
    assert set(load.reader.figures()["answers"]) <= {"200", "none"}
    for program in PROCESSES:
        living = pids(doubled, program)
        assert len(living) == 2, f"another {program} takes the place of the dead one"
        assert lost[program] not in living
