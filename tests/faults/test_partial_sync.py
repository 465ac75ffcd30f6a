"""A failing school and dying workers: no partial page is visible, all arrives."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import pytest

from entrypoints.simulators.school.changes import Change
from tests.faults.support.centre import Centre, attempt
from tests.faults.support.figures import report
from tests.faults.support.seed import SEED, chance
from tests.faults.support.verdict import check_school, check_whole, wait_for_rest

# faults at a time, and the end of a run under them
QUICK = {"errors half-body duplicates": "done", "garbage": "garbage", "expiry": "unauthorised"}
LONG = QUICK | {"busy": "done", "wrong-type": "garbage", "down": "failing", "slow:offices": "done"}
# rows and counts of a first read are in one commit: a reader sees both of a page, or neither
HALF = """
select p.part ->> 'feed', (p.part ->> 'created')::int,
    case p.part ->> 'feed' when 'students' then (select count(*) from students)
        when 'group-students' then (select count(*) from enrolments) when 'groups' then (select count(*) from groups)
        when 'teachers' then (select count(*) from teachers) end
from sync_runs r cross join lateral jsonb_array_elements(r.parts) p(part) where r.id = $1
and p.part ->> 'feed' in ('students', 'group-students', 'groups', 'teachers')
"""
EMPTY = """
truncate head_offices, offices, teachers, students, courses, categories, groups, enrolments, sync_runs, sync_cursors,
    sync_parked, sync_seen, sync_aliases, sync_changes cascade
"""
WITHOUT_BRANCH = """
select count(*) from students s where s.h_id is not null and not exists (
    select 1 from student_offices o where o.student_id = s.id)
"""


class Watcher:
    """Reads the centre continuously; ``half``: partial pages that it saw."""

    def __init__(self, centre: Centre) -> None:
        self._centre = centre
        self.looked = 0
        self.half: list[Any] = []
        self.run_id = 0
        # locked by the truncation of tables: the two would deadlock
        self.looking = asyncio.Lock()

    async def work(self) -> None:
        async with self._centre.sql() as sql:
            while True:
                async with self.looking:
                    await self._look(sql)
                await asyncio.sleep(0.01)

    async def _look(self, sql: Any) -> None:
        for feed, counted, rows in await sql.fetch(HALF, self.run_id):
            if counted != rows:
                self.half.append((feed, counted, rows))
        if lonely := await sql.fetchval(WITHOUT_BRANCH):
            self.half.append(("students without a branch", lonely))
        self.looked += 1


@asynccontextmanager
async def watched(centre: Centre) -> AsyncIterator[Watcher]:
    """Runs a watcher during the block, which must see no partial page."""
    watcher = Watcher(centre)
    watching = asyncio.create_task(watcher.work())
    try:
        yield watcher
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    assert watcher.looked
    assert watcher.half == []


async def _empty(sql: Any) -> None:
    """Empties the tables of a centre at work, which locks them in another order."""
    for last in (False, False, False, False, True):
        try:
            await sql.execute(EMPTY)
        except asyncpg.DeadlockDetectedError:
            if last:
                raise
        else:
            return


async def begin(centre: Centre, watcher: Watcher) -> int:
    """A first read of everything."""
    watcher.run_id = 0
    async with centre.sql() as sql, watcher.looking:
        await _empty(sql)
    watcher.run_id = await centre.synchronise()
    return watcher.run_id


async def apply_fault(centre: Centre, database_url: str, faults: dict[str, str], kills: int, form: str) -> None:
    """Each fault in a first read, worker deaths in another; then the school recovers."""
    make_random_changes, ends = chance("partial sync"), {}
    async with watched(centre) as watcher:
        for fault in faults:
            centre.faults.set(fault.split())
            ended = await centre.wait_for_run(await begin(centre, watcher))
            ends[fault] = ended["reason"] or ended["status"]
        centre.faults.set([])
        centre.school_line.delay = 0.03
        run = await begin(centre, watcher)
        for _ in range(kills):
            await asyncio.sleep(make_random_changes.uniform(0.3, 1.5))
            attempt(lambda: centre.kill("worker"))
        ended = await centre.wait_for_run(run, 180)
        centre.school_line.delay = 0.0
        centre.school.change(Change(new=5, moved=5, left=2, renamed=5, merged=1))
        watcher.run_id = 0
        assert (await centre.wait_for_run(await centre.synchronise()))["status"] == "done"
    rest = await wait_for_rest(centre)
    assert ends == faults
    await check_school(centre, database_url)
    await check_whole(centre)
    measured = {
        "faults": sum(len(fault.split()) for fault in faults),
        "kills": kills,
        "killed_run": ended["status"],
        "looked": watcher.looked,
    }
    report("sync-partial", form, SEED, measured | {"rest_s": round(rest, 1)})


async def test_a_failing_school_leaves_nothing_partial(calm: Centre, database_url: str) -> None:
    """Readers see whole pages; after recovery the centre is as if read afresh.

    Protocols §6.6, D-49.
    """
    await apply_fault(calm, database_url, QUICK, 0, "quick")


@pytest.mark.long
async def test_many_worker_deaths_leave_nothing_partial(calm: Centre, database_url: str) -> None:
    await apply_fault(calm, database_url, LONG, 4, "long")
