"""A clock set wrong under load: no sign-outs, no stolen or stuck leases.

Every program of the console has a clock that the test sets (libfaketime is not used); PostgreSQL keeps its own.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.faults.support.centre import PASSWORD, STAFF, Centre
from tests.faults.support.clients import Load
from tests.faults.support.figures import report
from tests.faults.support.seed import SEED, chance
from tests.faults.support.verdict import check_jobs, check_whole, wait_for_rest

TEN_MINUTES = 600.0
BEYOND_A_TOKEN = 1000.0


@pytest.fixture
def clock(calm: Centre) -> Iterator[Centre]:
    """The console, whose clock is right again afterwards."""
    yield calm
    calm.set_clock_ahead(0)


async def signed_in(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.post(f"{STAFF}/auth/sign-in", json={"login": "superadmin", "password": PASSWORD})
    return dict(answer.raise_for_status().json()["data"])


async def reads(http: httpx.AsyncClient, pair: dict[str, Any]) -> int:
    """The status of a list with this access token."""
    headers = {"Authorization": f"Bearer {pair['accessToken']}"}
    return (await http.get(f"{STAFF}/students/all", headers=headers)).status_code


async def refreshed(http: httpx.AsyncClient, pair: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {pair['refreshToken']}"}
    answer = await http.get(f"{STAFF}/auth/refresh-token", headers=headers)
    return dict(answer.raise_for_status().json()["data"])


async def test_nobody_is_signed_out_by_a_clock_jump(clock: Centre) -> None:
    """A token lives its 15 minutes by the current clock; a refresh works (D-9)."""
    async with clock.browser() as http:
        pair = await signed_in(http)
        for ahead in (TEN_MINUTES, -TEN_MINUTES):
            clock.set_clock_ahead(ahead)
            assert await reads(http, pair) == 200, ahead
            pair = await refreshed(http, pair)
            assert await reads(http, pair) == 200, ahead
        clock.set_clock_ahead(BEYOND_A_TOKEN)
        assert await reads(http, pair) == 401
        pair = await refreshed(http, pair)
        assert await reads(http, pair) == 200
        clock.set_clock_ahead(-TEN_MINUTES)
        assert await reads(http, await refreshed(http, pair)) == 200, "back again, with a token of the future"


@pytest.mark.parametrize(
    ("ahead", "kills"),
    [(TEN_MINUTES, False), *(pytest.param(way * TEN_MINUTES, True, marks=pytest.mark.long) for way in (1, -1))],
)
async def test_jobs_and_runs_use_the_databases_clock(clock: Centre, ahead: float, kills: bool) -> None:
    """A jump in the middle, and a death: each effect once.

    The run does not end as lost, and nothing waits ten minutes.
    """
    form = "long" if kills else "quick"
    load = Load(clock, f"clock{ahead:+.0f}-{form}", chance(f"clock {ahead}"))
    clock.school_line.delay = 0.05
    async with clock.sql() as sql:
        await sql.execute("update sync_cursors set cursor = 'lost' where feed <> 'offices'")
    run = await clock.synchronise()
    await load.enqueue(40)
    clock.set_clock_ahead(ahead)
    promising = asyncio.create_task(load.enqueue(80))
    await asyncio.sleep(1)
    if kills:
        clock.kill("worker")
        await clock.expire_lease()
    await promising
    clock.school_line.delay = 0.0
    rest = await wait_for_rest(clock, 60)
    ended = await clock.wait_for_run(run)
    assert ended["status"] == "done", ended
    figures = await check_jobs(clock, load)
    await check_whole(clock)
    report(f"clock-skew{ahead:+.0f}s", form, SEED, figures | {"rest_s": round(rest, 1)})
