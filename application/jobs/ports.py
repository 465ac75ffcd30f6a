"""What jobs need beside the unit of work."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.exports import OwnJobRow
from contracts.jobs import JobPage, JobRow, JobsQuery


@runtime_checkable
class JobStore(Protocol):
    """Small writes about jobs that stand outside of any change."""

    async def beat(self, job_id: int) -> None:
        """Says that the worker at this job lives."""
        ...

    async def rescue(self) -> int:
        """Sends lost jobs again: waiting or silent for a minute with no message on its way. Gives how many."""
        ...

    async def send_all_again(self) -> int:
        """Sends every job that is not over and the events of the last week: the broker has lost what it had."""
        ...


@runtime_checkable
class JobViews(Protocol):
    """Reads about jobs."""

    async def page(self, asked: JobsQuery, actor: Actor) -> JobPage:
        """A page of jobs; who asked for one is named to whom he works with."""
        ...

    async def one(self, job_id: int, actor: Actor) -> JobRow:
        """One job. Raises NotFound."""
        ...


@runtime_checkable
class OwnJobs(Protocol):
    """What a person has asked for and waits for, and how far it is."""

    async def mine(self, actor: Actor) -> list[OwnJobRow]:
        """Of the last day, the newest first."""
        ...

    async def progress(self, job_id: int, percent: int) -> None:
        """Says how far a running job is; outside of any change."""
        ...
