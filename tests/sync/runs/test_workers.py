"""Starting a run, working on it, and taking over from a dead worker."""

import asyncio

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.sync.sync_store import PostgresSyncStore
from application.ports import SchoolUnavailable
from application.sync.commands import end_lost_runs
from application.sync.ports import Lease, LeaseLost, SyncStoreUnavailable
from contracts.sync.school_records import Feed
from domain.shared.errors import DomainError, Forbidden
from domain.sync.types import RunType
from tests.sync.centre import ACTOR, Centre
from tests.sync.records.test_changes import rows_as_written, written
from tests.sync.school_records import FailingRegister, a_school


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes each page a batch of its own, so few records make several transactions."""
    monkeypatch.setattr("application.sync.feeds.BATCH", 1)


async def test_a_second_run_at_the_same_time_is_rejected(centre: Centre) -> None:
    """errId 245 while any run is in progress, of any type (D-49)."""
    first = await centre.start()
    with pytest.raises(DomainError) as refusal:
        await centre.start(RunType.TEACHERS)
    assert refusal.value.code == "sync.in_progress"
    await centre.perform(first, a_school())
    await centre.perform(await centre.start(), a_school())


async def test_two_simultaneous_starts_start_one_run(centre: Centre, database_url: str) -> None:
    from tests.sync.centre import a_centre

    async with a_centre(database_url) as other:
        outcomes = await asyncio.gather(centre.start(), other.start(), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DomainError", "int"]
    assert next(str(outcome) for outcome in outcomes if isinstance(outcome, DomainError)) == "sync.in_progress"


class Hanging(FailingRegister):
    """A school that stops answering midway, as a killed worker sees it."""

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


async def test_a_stopped_worker_releases_the_run_at_once(centre: Centre) -> None:
    """A deployment stops workers: the run does not wait for a lease to expire."""
    school, run_id = Hanging(a_school(), Feed.STUDENTS, after=2), await centre.start()
    await killed_in_the_middle(centre, school, run_id, lease_seconds=60)
    school.mend()
    async with asyncio.timeout(5):
        await centre.perform(run_id, school)
    assert (await centre.run(run_id))["status"] == "done"


async def killed_in_the_middle(centre: Centre, school: Hanging, run_id: int, lease_seconds: float = 1.0) -> None:
    """Runs until the school hangs with all before committed, then kills the worker."""
    worker = asyncio.create_task(centre.perform(run_id, school, lease_seconds=lease_seconds))
    await school.reached.wait()
    async with asyncio.timeout(10):
        while (await centre.run(run_id))["parts"]["students"]["read"] < school.after * 3:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    if lease_seconds == 1.0:
        # killed, not stopped: it had no time to release the run
        await centre.sql.execute("update sync_runs set lease_until = now() + interval '1 s' where id = $1", run_id)


async def test_a_killed_workers_run_is_resumed_where_it_stopped(centre: Centre) -> None:
    """The redelivered job waits for the dead worker's lease and resumes (D-49).

    The counts are of the whole run.
    """
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


async def test_a_retry_resumes_after_a_lost_database_connection(centre: Centre) -> None:
    """The job's next attempt resumes after the last committed page."""

    class Cutting(FailingRegister):
        async def read(self, feed, cursor):  # type: ignore[no-untyped-def]
            async for page in super().read(feed, cursor):
                if feed == self.feed:
                    self.mend()
                    names = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1"
                    await centre.value(names, "markaz-sync")
                yield page

    school, run_id = Cutting(a_school(), Feed.STUDENTS, after=99), await centre.start()
    with pytest.raises(SyncStoreUnavailable):
        await centre.perform(run_id, school, lease_seconds=0.5)
    assert (await centre.run(run_id))["status"] == "running"
    await centre.perform(run_id, school)
    assert (await centre.run(run_id))["status"] == "done"
    assert await centre.value("select count(*) from students") == 8


async def test_a_redelivered_job_does_nothing(centre: Centre) -> None:
    run_id = await centre.start()
    await centre.perform(run_id, a_school())
    before = await rows_as_written(centre)
    await centre.perform(run_id, a_school())
    assert await written(centre, before) == {}
    assert await centre.value("select count(*) from audits where verb = 'sync.finished'") == 1


async def test_a_job_delivered_to_two_workers_at_once_runs_once(centre: Centre, database_url: str) -> None:
    from tests.sync.centre import a_centre

    run_id, school = await centre.start(), a_school()
    async with a_centre(database_url) as other:
        await asyncio.gather(centre.perform(run_id, school), other.perform(run_id, school))
    run = await centre.run(run_id)
    assert run["parts"]["students"]["created"] == run["parts"]["students"]["read"] == 8
    assert await centre.value("select count(*) from outbox where topic = 'SchoolSynchronised'") == 1


async def test_a_run_of_a_dead_worker_does_not_block_the_next_one(centre: Centre) -> None:
    """A killed worker never leaves 245 for ever (D-49).

    The lost run reports it, and its job finds it ended.
    """
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


async def test_a_worker_that_lost_its_lease_writes_nothing_more(centre: Centre) -> None:
    """A worker that outslept its lease finds another owner; its page rolls back."""
    run_id = await centre.start()
    async with (
        PostgresSyncStore(centre.url, centre.cipher) as sleeper,
        PostgresSyncStore(centre.url, centre.cipher) as heir,
    ):
        old = await sleeper.acquire(run_id, "sleeper", 0.05)
        assert old is not None
        await sleeper.position(Feed.STUDENTS)
        await asyncio.sleep(0.1)
        assert await heir.acquire(run_id, "heir", 30) is not None
        with pytest.raises(LeaseLost):
            await sleeper.renew(old, 30)
        with pytest.raises(LeaseLost):
            await steal(sleeper, old)
    assert await centre.value("select cursor from sync_cursors where feed = 'students'") is None


async def steal(sync_store: PostgresSyncStore, lease: Lease) -> None:
    async with sync_store.transaction(lease) as transaction:
        await transaction.save_cursor(Feed.STUDENTS, "stolen", [])
        await transaction.progress(lease.parts)


async def test_lost_runs_end_without_a_request(centre: Centre) -> None:
    run_id = await centre.start()
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 0
    await centre.sql.execute("update sync_runs set created_at = now() - interval '1 hour'")
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 0, "its job was not sent yet"
    with pytest.raises(DomainError, match=r"sync\.in_progress"):
        await centre.start()
    await centre.sql.execute("update outbox set published_at = now()")
    assert await end_lost_runs(actor=ACTOR, uow=centre.uow, clock=centre.clock) == 1
    assert (await centre.run(run_id))["reason"] == "lease_lost"


async def test_an_unexpected_error_ends_the_run_and_blocks_nobody(centre: Centre) -> None:
    school = FailingRegister(a_school(), Feed.GROUPS, after=0, problem=ZeroDivisionError())
    run = await centre.synchronise(school)
    assert (run["status"], run["reason"], run["detail"]) == ("failed", "unexpected", "ZeroDivisionError")
    # the class is for the log; the run's page says it in words
    assert (await centre.views.run(run["id"], ACTOR)).message == "Kutilmagan xato"


async def test_a_caller_without_the_rights_can_not_start_a_run(centre: Centre) -> None:
    """Update on users:students, an option of all_groups or settings:integrations.

    D-59.
    """
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
