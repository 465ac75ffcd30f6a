"""A job: work promised in the same commit as the change that asked for it, done once whatever dies."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from domain.shared.state_machine import move


class JobState(StrEnum):
    """Where a job is; after its last try it rests as failed until somebody runs it again."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


MOVES = {
    JobState.WAITING: {JobState.RUNNING, JobState.FAILED},
    # running → running: a worker died, another takes the job over
    JobState.RUNNING: {JobState.RUNNING, JobState.DONE, JobState.FAILED, JobState.WAITING},
    JobState.FAILED: {JobState.WAITING},
    JobState.DONE: set[JobState](),
}
# what a person may send again; a running job goes back to waiting only by failing
TRIED = {state: MOVES[state] for state in (JobState.WAITING, JobState.RUNNING)}
AGAIN = {JobState.FAILED: {JobState.WAITING}}
OVER = (JobState.DONE, JobState.FAILED)
MAX_TRIES = 5
DEATHS_IN_COMPANY = 2
FIRST_WAIT = timedelta(seconds=2)
# a worker says that it lives every few seconds; one that was silent for longer is taken for dead
BEAT_SECONDS = 3.0
SILENT_AFTER = timedelta(seconds=10)


class WorkFailed(Exception):
    """What a job was for has ended without success; another try would find the same. The message says why."""


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
        """Done, or resting as failed."""
        return self.state in OVER

    @property
    def spent(self) -> bool:
        """Every try was begun and none ended: its workers died of it, or with it."""
        return self.tries >= MAX_TRIES

    @property
    def suspected(self) -> bool:
        """Two workers have died of it, or with it: it is run alone now, so that no neighbour is given up with it."""
        return self.state == JobState.RUNNING and self.tries >= DEATHS_IN_COMPANY

    def held(self, now: datetime) -> bool:
        """A living worker is at it. A beat that lies ahead is as good as none: the clock was set back since."""
        return self.state == JobState.RUNNING and self.beat_at is not None and abs(now - self.beat_at) < SILENT_AFTER

    def begin(self, now: datetime) -> None:
        """A worker takes it up, for the first time or again."""
        self.state = move(MOVES, self.state, JobState.RUNNING)
        self.tries, self.started_at, self.beat_at = self.tries + 1, now, now

    def finish(self, now: datetime) -> None:
        """Its effect is committed."""
        self.state = move(MOVES, self.state, JobState.DONE)
        self.progress, self.finished_at, self.last_error = 100, now, None

    def fail(self, error: str, now: datetime, *, final: bool = False) -> None:
        """A try went wrong: it waits for the next one, or rests as failed after the last."""
        over = final or self.spent
        self.state = move(TRIED, self.state, JobState.FAILED if over else JobState.WAITING)
        self.last_error, self.finished_at = error, now if over else None

    def again(self) -> None:
        """Somebody has looked at a failed job and wants it tried anew."""
        self.state = move(AGAIN, self.state, JobState.WAITING)
        self.tries, self.progress, self.finished_at = 0, 0, None

    def wait(self) -> timedelta:
        """How long to wait before the next try: 2 s, then 8, 32, 128."""
        factor: int = 4 ** max(self.tries - 1, 0)
        return FIRST_WAIT * factor
