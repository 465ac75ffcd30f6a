"""Jobs: what waits, runs, is done and has failed, and a failed one run again."""

from litestar import get, post
from litestar.params import FromPath

from application.actor import Actor
from application.jobs import queries as look
from application.jobs.ports import JobViews
from application.ports import UnitOfWork
from contracts.jobs import JobAnswer, JobPage, JobsQuery
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get("/jobs/all", dependencies={"asked": asked_of(JobsQuery)}, opt={"query": JobsQuery}, operation_id="listJobs")
async def all_jobs(asked: Given[JobsQuery], actor: Given[Actor], jobs: Given[JobViews]) -> Answer[JobPage]:
    """Jobs, the newest first."""
    return Answer(data=await look.list_jobs(asked, actor=actor, jobs=jobs))


@get("/jobs/{job_id:int}", operation_id="showJob")
async def one_job(job_id: FromPath[int], actor: Given[Actor], jobs: Given[JobViews]) -> Answer[JobAnswer]:
    """One job."""
    return Answer(data=await look.show_job(job_id, actor=actor, jobs=jobs))


@post("/jobs/{job_id:int}/retry", status_code=200, operation_id="runJobAgain")
async def retry(job_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Empty]:
    """Sends a failed job again."""
    return Answer(data=await look.run_again(job_id, actor=actor, uow=uow))


ROUTES = [all_jobs, one_job, retry]
