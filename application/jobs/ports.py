"""Ports of jobs besides the unit of work."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.exports import OwnJobRow
from contracts.jobs import JobPage, JobRow, JobsQuery


@runtime_checkable
class JobStore(Protocol):
    """Small writes about jobs outside of any other transaction."""

    async def heartbeat(self, job_id: int) -> None:
        """Records that the worker of this job is alive."""
        ...

    async def requeue_lost(self, held: Sequence[str] = ()) -> int:
        """Requeues lost (stuck, stale) jobs; returns the count.

        A job is lost if it waits or is silent for a minute without a message in transit. Waiting jobs of ``held`` kinds
        are not: they wait until the installation is live.
        """
        ...

    async def requeue_all(self) -> int:
        """Requeues all unfinished jobs and last week's events after broker data loss."""
        ...


@runtime_checkable
class JobViews(Protocol):
    """Reads about jobs."""

    async def page(self, query: JobsQuery, actor: Actor) -> JobPage:
        """Returns a page of jobs.

        The person who requested a job is visible to their colleagues.
        """
        ...

    async def one(self, job_id: int, actor: Actor) -> JobRow:
        """Returns one job. Raises NotFound."""
        ...


@runtime_checkable
class OwnJobs(Protocol):
    """The background jobs that a person requested, with progress."""

    async def mine(self, actor: Actor) -> list[OwnJobRow]:
        """Returns the actor's jobs of the last day, newest first."""
        ...

    async def progress(self, job_id: int, percent: int) -> None:
        """Records the progress of a running job, outside of other transactions."""
        ...
