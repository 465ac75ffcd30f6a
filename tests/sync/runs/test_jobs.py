"""A synchronisation's job ends as its run ended (D-49, ASVS-57)."""

from collections.abc import Mapping
from typing import Any

import pytest

from adapters.memory.school import SchoolInMemory
from adapters.postgres.sync.sync_store import PostgresSyncStore
from application.actor import Actor
from application.jobs.lifecycle import JobQueue
from application.jobs.queries import run_again
from application.jobs.run import run_job
from application.ports import Clock, SchoolUnavailable
from application.sync.revert import run_revert
from contracts.sync.school_records import Feed
from domain.jobs.job import Job, JobState
from tests.application.test_jobs import NoHeartbeats
from tests.support.errors import raises_error
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school


async def _work(centre: Centre, school: SchoolInMemory) -> Job:
    """Runs the newest job of a run and returns the stored job."""

    async def synchronise(payload: Mapping[str, Any], actor: Actor) -> None:
        async with PostgresSyncStore(centre.url, centre.cipher) as sync_store:
            await centre.perform_with(sync_store, payload["runId"], school)

    async def revert(payload: Mapping[str, Any], actor: Actor) -> None:
        async with PostgresSyncStore(centre.url, centre.cipher) as sync_store:
            await run_revert(payload["runId"], actor=actor, sync_store=sync_store, uow=centre.uow, clock=centre.clock)

    async def clock() -> Clock:
        return centre.clock

    handlers = {"sync.run": synchronise, "sync.revert": revert}
    job_id = await centre.value("select max(id) from jobs where kind like 'sync.%'")
    queue = JobQueue(lambda: centre.uow, clock)
    assert await run_job(job_id, handlers=handlers, actor=ACTOR, queue=queue, store=NoHeartbeats())
    async with centre.uow as uow:
        return await uow.load(Job, job_id)


async def test_the_job_of_a_failed_run_fails_with_the_reason(centre: Centre) -> None:
    """It fails at the first attempt, since a retry would fail alike."""
    school = a_school()
    school.unavailable = SchoolUnavailable("unreachable", "connection refused")
    run_id = await centre.start()
    job = await _work(centre, school)
    assert (await centre.run(run_id))["status"] == "failed"
    assert (job.state, job.tries) == (JobState.FAILED, 1)
    assert job.last_error == f"synchronisation run {run_id} failed: unreachable: connection refused"
    assert await centre.value("select count(*) from outbox where topic = 'job'") == 1, "no try was promised"
    with raises_error("sync.over"):
        await run_again(int(job.id or 0), actor=ACTOR, uow=centre.uow)
    school.unavailable = None
    assert (await centre.synchronise(school))["status"] == "done"


async def test_the_job_of_a_stopped_run_fails(centre: Centre) -> None:
    """The brake's reason is stored with it (D-49)."""
    school = a_school(students=80, page_size=100)
    await centre.synchronise(school)
    for number in range(40):
        school.remove(Feed.STUDENTS, f"s{number}")
    run_id = await centre.start()
    job = await _work(centre, school)
    assert (await centre.run(run_id))["status"] == "aborted"
    assert job.state == JobState.FAILED
    assert str(job.last_error).startswith(f"synchronisation run {run_id} aborted: change_threshold: ")


async def test_the_job_of_a_successful_run_is_done(centre: Centre) -> None:
    """Also if its message arrives when the run is already over."""
    school = a_school()
    run_id = await centre.start()
    await centre.perform(run_id, school)
    job = await _work(centre, school)
    assert (job.state, job.last_error) == (JobState.DONE, None)


@pytest.mark.parametrize("kind", ["sync.run", "sync.revert"])
async def test_a_job_of_a_missing_run_fails(centre: Centre, kind: str) -> None:
    """It does not end as if it had succeeded."""
    async with centre.uow as uow:
        await uow.enqueue(kind, {"runId": 4711}, actor=ACTOR)
        await uow.commit()
    job = await _work(centre, a_school())
    assert (job.state, job.last_error) == (JobState.FAILED, "there is no synchronisation run 4711")
