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

    After its last attempt it is given up and stays failed until somebody retries it.
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
ATTEMPT_MOVES = {state: MOVES[state] for state in (JobState.WAITING, JobState.RUNNING)}
RETRY_MOVES = {JobState.FAILED: {JobState.WAITING}}
OVER = (JobState.DONE, JobState.FAILED)
MAX_ATTEMPTS = 5
CRASHES_BEFORE_QUARANTINE = 2
FIRST_RETRY_DELAY = timedelta(seconds=2)
# a worker sends a heartbeat every few seconds; one that is silent for longer counts as dead
HEARTBEAT_SECONDS = 3.0
HEARTBEAT_TIMEOUT = timedelta(seconds=10)


# the last error of a job that waited on a copy and was not wanted any more (D-159)
DROPPED = "dropped when the installation went live"
# the last error of a job that ended every worker that ran it
CRASHED = f"its worker ended {MAX_ATTEMPTS} times while at it"


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
    def exhausted(self) -> bool:
        """Every try has begun and none has ended: the workers died during the job."""
        return self.tries >= MAX_ATTEMPTS

    @property
    def quarantined(self) -> bool:
        """Two workers have died during the job, so it runs alone from now on.

        A job that kills its worker must not take its neighbours' tries with it.
        """
        return self.state == JobState.RUNNING and self.tries >= CRASHES_BEFORE_QUARANTINE

    def is_alive(self, now: datetime) -> bool:
        """A living worker runs the job.

        A heartbeat in the future counts as none: the clock has been set back since.
        """
        return (
            self.state == JobState.RUNNING and self.beat_at is not None and abs(now - self.beat_at) < HEARTBEAT_TIMEOUT
        )

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
        over = final or self.exhausted
        self.state = move(ATTEMPT_MOVES, self.state, JobState.FAILED if over else JobState.WAITING)
        self.last_error, self.finished_at = error, now if over else None

    def hold(self) -> None:
        """Returns the job to waiting as if the try had not begun."""
        self.state = move(ATTEMPT_MOVES, self.state, JobState.WAITING)
        self.tries, self.started_at, self.beat_at = self.tries - 1, None, None

    def retry(self) -> None:
        """Retries a failed job with all its tries."""
        self.state = move(RETRY_MOVES, self.state, JobState.WAITING)
        self.tries, self.progress, self.finished_at = 0, 0, None

    def retry_delay(self) -> timedelta:
        """The delay before the next try: 2 s, then 8, 32, 128."""
        factor: int = 4 ** max(self.tries - 1, 0)
        return FIRST_RETRY_DELAY * factor
