"""A synchronisation run: type, progress, result."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from domain.shared.state_machine import move
from domain.sync.types import RunType, feeds_of

# seconds; a worker renews its lease more often than this, a silent one counts as dead
LEASE_SECONDS = 30
# seconds; a run that no worker acquired within it was lost in transit; a late job finds it ended
WAITING_SECONDS = 120
# seconds; leases are set by the database's clock and judged by ours: the tolerated difference
SKEW_SECONDS = 30


class RunStatus(StrEnum):
    """The status of a run.

    ``done_with_messages``: it succeeded, but some records could not be saved as they are.
    """

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    DONE_WITH_MESSAGES = "done_with_messages"
    ABORTED = "aborted"
    FAILED = "failed"


ACTIVE = (RunStatus.WAITING, RunStatus.RUNNING)
SUCCESSFUL = (RunStatus.DONE, RunStatus.DONE_WITH_MESSAGES)
_ENDS = {RunStatus.DONE, RunStatus.DONE_WITH_MESSAGES, RunStatus.ABORTED, RunStatus.FAILED}
MOVES = {
    RunStatus.WAITING: {RunStatus.RUNNING, RunStatus.FAILED},
    # running → running: another worker resumes after the first one died
    RunStatus.RUNNING: {RunStatus.RUNNING, *_ENDS},
    **{end: set[RunStatus]() for end in _ENDS},
}


class Reason(StrEnum):
    """Reasons for a failed or stopped run, besides those of ``SchoolUnavailable``."""

    LEASE_LOST = "lease_lost"
    EMPTY_FEED = "empty_feed"
    CHANGE_THRESHOLD = "change_threshold"
    TENFOLD = "tenfold"
    UNEXPECTED = "unexpected"


class PartState(StrEnum):
    """The state of one feed of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


COUNTS = ("announced", "read", "created", "updated", "unchanged", "deleted", "parked", "refused", "differing", "older")
# errors stored per feed; the counts are complete
MAX_ERRORS = 100

# A part is plain JSON: {"feed", "state", "errors": [{"id", "field", "code"}], and each of COUNTS}. ``differing``:
# sticky fields that stay as changed here. ``older``: records in an older version than the one known, as after the
# school restored a backup. ``first``: the feed had no rows before, so its new rows were not recorded one by one.
# ``carried``: rows changed so far that the brakes count.
Part = dict[str, Any]


def new_part(feed: str) -> Part:
    """Creates the part of a feed that has not been read yet."""
    return {
        "feed": feed,
        "state": PartState.WAITING.value,
        **dict.fromkeys(COUNTS, 0),
        "errors": [],
        "first": False,
        "carried": 0,
    }


@dataclass
class SyncRun:
    """One run; at most one is active at a time (errId 245).

    ``lease_owner`` holds the lease until ``lease_until``.

    ``full``: all records are read again. ``approves_id``: the stopped run whose removals ``allowed_by`` approved.
    ``reverts_id``: the run that it reverts instead of reading the school.
    """

    type: RunType
    parts: list[Part] = field(default_factory=list)
    status: RunStatus = RunStatus.WAITING
    reason: str | None = None
    detail: str | None = None
    started_by: int | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    lease_owner: str | None = None
    lease_until: datetime | None = None
    full: bool = False
    approves_id: int | None = None
    allowed_by: int | None = None
    comment: str = ""
    reverts_id: int | None = None
    reverted_by: int | None = None
    reverted_at: datetime | None = None
    id: int | None = None

    def __post_init__(self) -> None:
        self.parts = self.parts or [new_part(feed) for feed in feeds_of(self.type)]

    def lost(self, now: datetime) -> bool:
        """Returns whether an active run has no live worker.

        A run whose job still waits to be sent can't have one; callers check that first.
        """
        if self.status == RunStatus.RUNNING:
            return self.lease_until is None or self.lease_until + timedelta(seconds=SKEW_SECONDS) < now
        waited = (now - self.created_at).total_seconds() if self.created_at else 0
        return self.status == RunStatus.WAITING and waited > WAITING_SECONDS

    def end(self, now: datetime, status: RunStatus, reason: str | None = None, detail: str | None = None) -> None:
        """Ends the run; unfinished parts fail unless the run succeeded."""
        self.status = move(MOVES, RunStatus(self.status), status)
        self.reason, self.detail, self.finished_at = reason, detail, now
        self.lease_owner = self.lease_until = None
        if status not in SUCCESSFUL:
            self.parts = [
                part | {"state": PartState.FAILED.value} if part["state"] == PartState.RUNNING else part
                for part in self.parts
            ]

    def totals(self) -> dict[str, int]:
        """Sums the counts of all parts."""
        return totals(self.parts)

    @property
    def over(self) -> bool:
        """Returns whether the run has ended."""
        return self.status not in ACTIVE

    @property
    def stands(self) -> bool:
        """Returns whether the run succeeded, or may still, and was not reverted."""
        return self.status in (*ACTIVE, *SUCCESSFUL) and self.reverted_at is None


def totals(parts: list[Part]) -> dict[str, int]:
    """Sums the counts of all parts; parts of older versions lack later counts."""
    return {name: sum(part.get(name, 0) for part in parts) for name in COUNTS}


def revert_obstacle(parts: list[Part], *, reverted: bool) -> str | None:
    """Returns the error code for a finished run that can't be reverted, or None."""
    if reverted:
        return "sync.reverted_already"
    if any(part.get("first", True) and part["created"] for part in parts):
        return "sync.first_run"
    found = totals(parts)
    return None if found["created"] + found["updated"] + found["deleted"] else "sync.nothing_to_revert"


def has_messages(parts: list[Part]) -> bool:
    """Returns whether some record could not be saved as it is."""
    return any(part["errors"] or part["parked"] or part["refused"] for part in parts)


def percent(status: str, parts: list[Part]) -> int:
    """Returns the progress of a run in percent.

    Each feed has equal weight, a feed in progress counts by processed of announced rows.

    The value never decreases, and is 100 only if the run succeeded: a failed or stopped run stays where it was.
    """
    if status in SUCCESSFUL:
        return 100
    shares = [_share(part) for part in parts]
    return min(99, int(100 * sum(shares) / len(shares))) if shares else 0


def _share(part: Part) -> float:
    if part["state"] == PartState.DONE:
        return 1.0
    return min(1.0, part["read"] / part["announced"]) if part["announced"] else 0.0
