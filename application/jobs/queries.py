"""Jobs for an administrator: list, details, retry."""

import msgspec

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.jobs.failures import failure_text
from application.jobs.ports import JobViews
from application.ports import UnitOfWork
from contracts.events import JobQueued
from contracts.job_kinds import SYNC_REVERT, SYNC_RUN
from contracts.jobs import JobAnswer, JobPage, JobRow, JobsQuery
from contracts.shared import Empty
from domain.jobs.job import Job
from domain.shared.errors import DomainError
from domain.sync.run import SyncRun

GUARD = "settings:integrations"


@permits(GUARD)
async def list_jobs(query: JobsQuery, *, actor: Actor, jobs: JobViews) -> JobPage:
    """Lists jobs, newest first, ten a page (D-76)."""
    page = await jobs.page(query, actor)
    return msgspec.structs.replace(page, jobs=[_in_words(job, actor) for job in page.jobs])


@permits(GUARD)
async def show_job(job_id: int, *, actor: Actor, jobs: JobViews) -> JobAnswer:
    """Returns one job with its last error. Raises NotFound."""
    return JobAnswer(job=_in_words(await jobs.one(job_id, actor), actor))


def _in_words(job: JobRow, actor: Actor) -> JobRow:
    return msgspec.structs.replace(job, failure=failure_text(job.last_error, actor.language))


@permits(GUARD, do="update", scope=CENTRE)
async def run_again(job_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Requeues a failed job with all its tries.

    Raises DomainError("shared.illegal_move") for any other. The job of a finished synchronisation is rejected too
    (sync.over): a run ends once, a new one is started instead.
    """
    async with uow:
        job = await uow.load(Job, job_id, lock=True)
        await _check_run_not_ended(job, uow)
        job.retry()
        uow.emit(JobQueued(job_id=job_id, kind=job.kind), request_id=actor.request_id)
        uow.audit("jobs.run_again", "job", job.id, actor=actor, permission=GUARD, kind=job.kind)
        await uow.commit()
    return Empty()


async def _check_run_not_ended(job: Job, uow: UnitOfWork) -> None:
    if job.kind in (SYNC_RUN, SYNC_REVERT) and job.over:
        run = await uow.find(SyncRun, id=job.payload["runId"])
        if run is None or run.over:
            raise DomainError("sync.over")
