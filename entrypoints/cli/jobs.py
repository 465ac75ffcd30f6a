"""``markaz jobs``: what waits, runs and has failed, and a failed one run again."""

from datetime import UTC
from typing import Any

import click
import msgspec

from application.actor import system
from application.jobs import queries as look
from contracts.jobs import JobsQuery
from entrypoints.cli.support.output import as_json, columns, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

COLUMNS = ("id", "kind", "state", "tries", "next try", "error")
ACTOR = system(name="command line")


@click.group()
def jobs() -> None:
    """Jobs: work promised and not yet, or no longer, done."""


@jobs.command("list")
@click.option("--state", type=click.Choice(["waiting", "running", "done", "failed"]))
@click.option("--page", default=1, type=click.IntRange(min=1))
@as_json
def all_jobs(state: Any, page: int, *, as_json: bool) -> None:
    """The newest jobs, ten a page."""

    async def work(container: Container) -> Any:
        return await look.list_jobs(JobsQuery(state=state, page=page), actor=ACTOR, jobs=container.jobs())

    found = run(work)
    rows = [
        {
            "id": str(job.id),
            "kind": job.kind,
            "state": job.state,
            "tries": f"{job.tries} tries",
            "next try": f"next at {job.next_try_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if job.next_try_at else "",
            "error": job.last_error or "",
        }
        for job in found.jobs
    ]
    lines = [*columns(rows, *COLUMNS), f"{found.total} in all"]
    show(_plain(found), lambda: lines, as_json=as_json)


@jobs.command("show")
@click.argument("job_id", type=int)
@as_json
def one_job(job_id: int, *, as_json: bool) -> None:
    """One job in full."""

    async def work(container: Container) -> Any:
        return (await look.show_job(job_id, actor=ACTOR, jobs=container.jobs())).job

    facts = _plain(run(work))
    show(facts, lambda: [f"{name}: {value}" for name, value in facts.items()], as_json=as_json)


@jobs.command("retry")
@click.argument("job_id", type=int)
@as_json
def retry(job_id: int, *, as_json: bool) -> None:
    """Run a failed job again."""

    async def work(container: Container) -> None:
        await look.run_again(job_id, actor=ACTOR, uow=container.uow())

    run(work)
    show({"id": job_id, "state": "waiting"}, lambda: [f"job {job_id} waits for a worker"], as_json=as_json)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
