"""Who may start a run, who works on it, and what becomes of it when a worker dies."""

import asyncio

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.sync.sync_store import PostgresRolls
from application.ports import SchoolUnavailable
from application.sync.commands import end_lost_runs
from application.sync.ports import Lease, LeaseLost, RollsUnavailable
from contracts.sync.school_records import Feed
from domain.shared.errors import DomainError, Forbidden
from domain.sync.types import RunType
from tests.sync.records.test_changes import rows_as_written, written
from tests.sync.school_records import Broken, a_school
from tests.sync.stage import ACTOR, Centre


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page is a batch of its own, so that few records make several transactions."""
    monkeypatch.setattr("application.sync.feeds.BATCH", 1)


async def test_two_runs_at_once_are_refused(centre: Centre) -> None:
    """D-49: errId 245 while one runs, whatever the type."""
    first = await centre.start()
    with pytest.raises(DomainError) as refusal:
        await centre.start(RunType.TEACHERS)
    assert refusal.value.code == "sync.in_progress"
    await centre.perform(first, a_school())
    await centre.perform(await centre.start(), a_school())


async def test_two_who_press_at_the_same_moment_start_one_run(centre: Centre, database_url: str) -> None:
    from tests.sync.stage import a_centre

    async with a_centre(database_url) as other:
        outcomes = await asyncio.gather(centre.start(), other.start(), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DomainError", "int"]
    assert next(str(outcome) for outcome in outcomes if isinstance(outcome, DomainError)) == "sync.in_progress"


class Hanging(Broken):
    """A school that stops answering in the middle, as a worker killed there sees it."""

    def __init__(self, school: SchoolInMemory, feed: Feed, after: int) -> None:
        super().__init__(school, feed, after)
        self.reached = asyncio.Event()

    async def read(self, feed, cursor):  # type: ignore[no-untyped-def]
        try:
            async for page in super().read(feed, cursor):
                yield page
        except SchoolUnavailable:
            self.reached.set()
            await asyncio.sleep(3600)


async def test_a_worker_that_is_stopped_gives_the_run_back_at_once(centre: Centre) -> None:
    """A deployment stops workers: the run waits for nobody's lease."""
    school, run_id = Hanging(a_school(), Feed.STUDENTS, after=2), await centre.start()
    await killed_in_the_middle(centre, school, run_id, lease_seconds=60)
    school.mend()
    async with asyncio.timeout(5):
        await centre.perform(run_id, school)
    assert (await centre.run(run_id))["status"] == "done"


async def killed_in_the_middle(centre: Centre, school: Hanging, run_id: int, lease_seconds: float = 1.0) -> None:
    """Performs until the school hangs and everything before is written; then the worker is gone."""
    worker = asyncio.create_task(centre.perform(run_id, school, lease_seconds=lease_seconds))
    await school.reached.wait()
    async with asyncio.timeout(10):
        while (await centre.run(run_id))["parts"]["students"]["read"] < school.after * 3:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    if lease_seconds == 1.0:
        # not stopped but killed: it had no time to give the run back
        await centre.sql.execute("update sync_runs set lease_until = now() + interval '1 s' where id = $1", run_id)


async def test_a_killed_worker_is_taken_over_where_it_stopped(centre: Centre) -> None:
    """D-49: the job comes again, waits for the lease of the dead worker and goes on; counts are of the whole run."""
    school, run_id = Hanging(a_school(), Feed.STUDENTS, after=2), await centre.start()
    await killed_in_the_middle(centre, school, run_id)
    halfway = await centre.run(run_id)
    assert halfway["status"] == "running"
    assert halfway["parts"]["students"]["read"] == 6
    school.mend()
    school.read_from.clear()
    await centre.perform(run_id, school)
    run = await centre.run(run_id)
    assert run["status"] == "done"
    assert run["parts"]["students"]["created"] == 8
    assert school.read_from[0][0] == Feed.STUDENTS, "feeds that were done are not read again"
    assert school.read_from[0][1] is not None
    assert await centre.value("select count(*) from audits where verb = 'sync.finished'") == 1
    assert await centre.value("select count(*) from outbox where topic = 'SchoolSynchronised'") == 1


async def test_a_database_that_goes_away_is_met_by_the_next_try(centre: Centre) -> None:
    """The job's next try goes on where the last page was committed."""

    class Cutting(Broken):
        async def read(self, feed, cursor):  # type: ignore[no-untyped-def]
            async for page in super().read(feed, cursor):
                if feed == self.feed:
                    self.mend()
                    names = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1"
                    await centre.value(names, "markaz-sync")
                yield page

    school, run_id = Cutting(a_school(), Feed.STUDENTS, after=99), await centre.start()
    with pytest.raises(RollsUnavailable):
        await centre.perform(run_id, school, lease_seconds=0.5)
    assert (await centre.run(run_id))["status"] == "running"
    await centre.perform(run_id, school)
    assert (await centre.run(run_id))["status"] == "done"
    assert await centre.value("select count(*) from students") == 8


async def test_a_job_that_comes_twice_does_nothing_the_second_time(centre: Centre) -> None:
    run_id = await centre.start()
    await centre.perform(run_id, a_school())
    before = await rows_as_written(centre)
    await centre.perform(run_id, a_school())
    assert await written(centre, before) == {}
    assert await centre.value("select count(*) from audits where verb = 'sync.finished'") == 1


async def test_a_job_delivered_to_two_workers_at_once_is_done_once(centre: Centre, database_url: str) -> None:
    from tests.sync.stage import a_centre

    run_id, school = await centre.start(), a_school()
    async with a_centre(database_url) as other:
        await asyncio.gather(centre.perform(run_id, school), other.perform(run_id, school))
    run = await centre.run(run_id)
    assert run["parts"]["students"]["created"] == run["parts"]["students"]["read"] == 8
    assert await centre.value("select count(*) from outbox where topic = 'SchoolSynchronised'") == 1


async def test_a_run_whose_worker_died_does_not_lock_the_next_one_out(centre: Centre) -> None:
    """D-49: a killed worker never leaves 245 for ever; the lost run says so, and its job finds it ended."""
    school, run_id = Hanging(a_school(), Feed.STUDENTS, after=1), await centre.start()
    await killed_in_the_middle(centre, school, run_id)
    with pytest.raises(DomainError, match=r"sync\.in_progress"):
        await centre.start()
    await centre.sql.execute("update sync_runs set lease_until = now() - interval '1 minute'")
    school.mend()
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from students") == 8
    await centre.perform(run_id, school)
    lost = await centre.run(run_id)
    assert (lost["status"], lost["reason"]) == ("failed", "lease_lost")
    assert lost["parts"]["students"]["state"] == "failed"


async def test_a_worker_that_was_taken_over_writes_nothing_more(centre: Centre) -> None:
    """A worker that slept through its lease and wakes finds the run another's: its page is not committed."""
    run_id = await centre.start()
    async with PostgresRolls(centre.url, centre.cipher) as sleeper, PostgresRolls(centre.url, centre.cipher) as heir:
        old = await sleeper.take(run_id, "sleeper", 0.05)
        assert old is not None
        await sleeper.reading(Feed.STUDENTS)
        await asyncio.sleep(0.1)
        assert await heir.take(run_id, "heir", 30) is not None
        with pytest.raises(LeaseLost):
            await sleeper.keep(old, 30)
        with pytest.raises(LeaseLost):
            await steal(sleeper, old)
    assert await centre.value("select cursor from sync_cursors where feed = 'students'") is None


async def steal(rolls: PostgresRolls, lease: Lease) -> None:
    async with rolls.writing(lease) as writing:
        await writing.remember(Feed.STUDENTS, "stolen", [])
        await writing.progress(lease.parts)


async def test_lost_runs_are_ended_without_anybody_pressing(centre: Centre) -> None:
    run_id = await centre.start()
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 0
    await centre.sql.execute("update sync_runs set created_at = now() - interval '1 hour'")
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 0, "its job was not sent yet"
    with pytest.raises(DomainError, match=r"sync\.in_progress"):
        await centre.start()
    await centre.sql.execute("update outbox set published_at = now()")
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 1
    assert (await centre.run(run_id))["reason"] == "lease_lost"


async def test_the_unexpected_ends_the_run_and_keeps_nobody_waiting(centre: Centre) -> None:
    school = Broken(a_school(), Feed.GROUPS, after=0, problem=ZeroDivisionError())
    run = await centre.synchronise(school)
    assert (run["status"], run["reason"], run["detail"]) == ("failed", "unexpected", "ZeroDivisionError")


async def test_who_may_not_change_students_groups_or_integrations_can_not_start(centre: Centre) -> None:
    """D-59: starting takes update on users:students, an option of all_groups, or settings:integrations."""
    from dataclasses import replace

    from application.sync.commands import start_synchronisation

    nobody = replace(ACTOR, superadmin=False, grants={"users:students": ("read",), "staff_control:users": ("update",)})
    with pytest.raises(Forbidden):
        await start_synchronisation(RunType.ALL, school="memory", actor=nobody, uow=centre.uow, clock=centre.clock)
    for permission in ("users:students", "all_groups:attendance", "settings:integrations"):
        somebody = replace(nobody, grants={permission: ("update",)})
        run_id = await start_synchronisation(
            RunType.ALL, school="memory", actor=somebody, uow=centre.uow, clock=centre.clock
        )
        await centre.perform(run_id, a_school())
