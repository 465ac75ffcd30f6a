"""A job: work enqueued in the commit of the change that needs it.

Its effect is applied once.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from domain.shared.state_machine import move


class JobState(StrEnum):
    """The state of a job.

    After its last try it stays failed until somebody retries it.
    """

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


MOVES = {
    JobState.WAITING: {JobState.RUNNING, JobState.FAILED},
    # running → running: the worker died and another one claims the job
    JobState.RUNNING: {JobState.RUNNING, JobState.DONE, JobState.FAILED, JobState.WAITING},
    JobState.FAILED: {JobState.WAITING},
    JobState.DONE: set[JobState](),
}
# a person may retry a failed job only; a running one returns to waiting by failing
TRIED = {state: MOVES[state] for state in (JobState.WAITING, JobState.RUNNING)}
AGAIN = {JobState.FAILED: {JobState.WAITING}}
OVER = (JobState.DONE, JobState.FAILED)
MAX_TRIES = 5
DEATHS_IN_COMPANY = 2
FIRST_WAIT = timedelta(seconds=2)
# a worker sends a heartbeat every few seconds; one that is silent for longer counts as dead
BEAT_SECONDS = 3.0
SILENT_AFTER = timedelta(seconds=10)


class WorkFailed(Exception):
    """The work ended without success and a retry would not help.

    The message names the cause.
    """


@dataclass
class Job:
    """``kind`` names the use case, ``payload`` its arguments; progress is in percent."""

    kind: str
    payload: dict[str, Any]
    created_by: int | None = None
    request_id: str = ""
    state: JobState = JobState.WAITING
    progress: int = 0
    tries: int = 0
    last_error: str | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    beat_at: datetime | None = None
    finished_at: datetime | None = None
    id: int | None = None

    @property
    def over(self) -> bool:
        """The job is done, or failed after its last try."""
        return self.state in OVER

    @property
    def spent(self) -> bool:
        """Every try has begun and none has ended: the workers died during the job."""
        return self.tries >= MAX_TRIES

    @property
    def suspected(self) -> bool:
        """Two workers have died during the job, so it runs alone from now on.

        A job that kills its worker must not take its neighbours' tries with it.
        """
        return self.state == JobState.RUNNING and self.tries >= DEATHS_IN_COMPANY

    def held(self, now: datetime) -> bool:
        """A living worker runs the job.

        A heartbeat in the future counts as none: the clock has been set back since.
        """
        return self.state == JobState.RUNNING and self.beat_at is not None and abs(now - self.beat_at) < SILENT_AFTER

    def begin(self, now: datetime) -> None:
        """A worker claims the job, for the first time or again."""
        self.state = move(MOVES, self.state, JobState.RUNNING)
        self.tries, self.started_at, self.beat_at = self.tries + 1, now, now

    def finish(self, now: datetime) -> None:
        """Its effect is committed."""
        self.state = move(MOVES, self.state, JobState.DONE)
        self.progress, self.finished_at, self.last_error = 100, now, None

    def fail(self, error: str, now: datetime, *, final: bool = False) -> None:
        """A try failed: the job waits for the next one, or stays failed after the last."""
        over = final or self.spent
        self.state = move(TRIED, self.state, JobState.FAILED if over else JobState.WAITING)
        self.last_error, self.finished_at = error, now if over else None

    def again(self) -> None:
        """Retries a failed job with all its tries."""
        self.state = move(AGAIN, self.state, JobState.WAITING)
        self.tries, self.progress, self.finished_at = 0, 0, None

    def wait(self) -> timedelta:
        """The delay before the next try: 2 s, then 8, 32, 128."""
        factor: int = 4 ** max(self.tries - 1, 0)
        return FIRST_WAIT * factor
