"""Slow, broken or silent connections between console and its servers.

The database, the broker and the school are reached through proxies of the test.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from entrypoints.embedded.servers.nats import embedded_nats
from entrypoints.http.middleware.deadline import ANSWER_WITHIN_SECONDS
from tests.faults.support.centre import Centre, a_centre
from tests.faults.support.clients import Load
from tests.faults.support.figures import report
from tests.faults.support.kills import a_run_is_under_way
from tests.faults.support.proxy import FaultyProxy, a_proxy
from tests.faults.support.seed import SEED, chance
from tests.faults.support.storm import some_students
from tests.faults.support.verdict import check_edits, check_jobs, check_whole, wait_for_rest

LATE_SECONDS = 0.1
#: A caller has an answer within this time under any fault.
MAX_ANSWER_SECONDS = {"database": ANSWER_WITHIN_SECONDS + 2, "broker": 5.0, "school": 5.0}


@dataclass
class ProxiedCentre:
    """A console and its proxies."""

    centre: Centre
    database: FaultyProxy
    broker: FaultyProxy
    students: dict[str, list[int]]

    def line(self, name: str) -> FaultyProxy:
        """The proxy of the database, the broker or the school."""
        return self.centre.school_line if name == "school" else getattr(self, name)


@pytest.fixture(scope="module")
async def proxied(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProxiedCentre]:
    """A console that reaches its servers through proxies."""
    directory = tmp_path_factory.mktemp("wired")
    sockets = re.search(r"host=([^&]+)", shared_database_url)
    assert sockets is not None
    with embedded_nats(directory / "nats") as nats_url:
        port = int(nats_url.rpartition(":")[2])
        async with a_proxy(f"{sockets[1]}/.s.PGSQL.5432") as database, a_proxy(("127.0.0.1", port)) as broker:
            ways = {
                "CONSOLE_DATABASE_URL": re.sub(r"@/([^?]+)\?.*", rf"@{database.address}/\1", shared_database_url),
                "CONSOLE_NATS_URL": nats_url.replace(f"127.0.0.1:{port}", broker.address),
            }
            async with a_centre(directory / "home", url=shared_database_url, **ways) as centre:
                ids = await some_students(centre, 9)
                students = {name: ids[3 * place : 3 * place + 3] for place, name in enumerate(MAX_ANSWER_SECONDS)}
                yield ProxiedCentre(centre, database, broker, students)


async def apply_network_faults(line: FaultyProxy, rounds: int, silence: float) -> None:
    """Delay, truncated answers, closed connections, and silence."""
    for _ in range(rounds):
        line.delay = LATE_SECONDS
        await asyncio.sleep(1)
        line.delay = 0.0
        for _ in range(5):
            line.truncate_answers(2)
            await asyncio.sleep(0.2)
        line.cut()
        await asyncio.sleep(0.5)
        line.silent()
        await asyncio.sleep(silence)
        line.speak()
        await asyncio.sleep(0.5)


async def apply_fault(
    proxied: ProxiedCentre, names: list[str], jobs: int, rounds: int, silence: float, form: str
) -> None:
    """Applies faults during work and a synchronisation; then all must be there, once."""
    centre, lines, tag = proxied.centre, [proxied.line(name) for name in names], "+".join(names)
    load = Load(centre, f"net-{tag}-{form}", chance(f"net {tag}"))
    async with load.at_work(jobs, proxied.students[names[0]]):
        run = await a_run_is_under_way(centre)
        await asyncio.gather(*(apply_network_faults(line, rounds, silence) for line in lines))
        for line in lines:
            line.mend()
    if form == "quick":
        await centre.expire_lease()
    rest = await wait_for_rest(centre, 120)
    ended, seen = await centre.wait_for_run(run), load.reader.figures()
    figures = await check_jobs(centre, load) | await check_edits(centre, [load]) | seen
    cuts = sum(line.cuts for line in lines)
    report(f"net-{tag}", form, SEED, figures | {"cuts": cuts, "run": ended["status"], "rest_s": round(rest, 1)})
    await check_whole(centre)
    assert set(seen["answers"]) <= ({"200", "503"} if "database" in names else {"200"}), seen
    assert seen["not_told_when"] == 0, seen
    assert seen["slowest_answer_s"] <= max(MAX_ANSWER_SECONDS[name] for name in names), seen
    # a run may be abandoned; the next one brings everything
    assert ended["status"] == "done" or (await centre.wait_for_run(await centre.synchronise()))["status"] == "done"


async def test_network_faults_lose_nothing_and_double_nothing(proxied: ProxiedCentre) -> None:
    """Answers are bounded, acknowledged work is there, and all recovers by itself."""
    await apply_fault(proxied, list(MAX_ANSWER_SECONDS), 60, 1, 2.0, "quick")


@pytest.mark.long
@pytest.mark.parametrize("name", MAX_ANSWER_SECONDS)
async def test_one_faulty_connection_and_a_thousand_jobs(proxied: ProxiedCentre, name: str) -> None:
    """With silences longer than every time limit of ours but the school's."""
    await apply_fault(proxied, [name], 1000, 4, 15.0, "long")
