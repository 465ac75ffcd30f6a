"""A run of synchronisation: what it brings, how far it is, how it ended."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from domain.shared.state_machine import move
from domain.sync.types import RunType, feeds_of

# A worker that works on a run says so more often than this; one that was silent for longer is taken for dead.
LEASE_SECONDS = 30
# A run that no worker has taken up for so long was lost on its way; its job may still come and finds it ended.
WAITING_SECONDS = 120
# Leases are kept by the database's clock and judged here by ours: they may differ by so much.
SKEW_SECONDS = 30


class RunStatus(StrEnum):
    """Where a run is. ``done_with_messages``: it went through, and some records could not be taken as they are."""

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
    # running → running: a worker died, another goes on where it stopped
    RunStatus.RUNNING: {RunStatus.RUNNING, *_ENDS},
    **{end: set[RunStatus]() for end in _ENDS},
}


class Reason(StrEnum):
    """Why a run did not go through; beside these, the words of ``SchoolUnavailable``."""

    LEASE_LOST = "lease_lost"
    EMPTY_FEED = "empty_feed"
    CHANGE_THRESHOLD = "change_threshold"
    UNEXPECTED = "unexpected"


class PartState(StrEnum):
    """Where one feed of a run is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


COUNTS = ("announced", "read", "created", "updated", "unchanged", "deleted", "parked", "refused", "differing")
# Of one feed so many errors are kept; the counts go on.
ERRORS_KEPT = 100

# A part is kept as plain JSON: {"feed", "state", "errors": [{"id", "field", "code"}], and each of COUNTS}.
# ``differing``: fields that stay as they were mended here. ``first``: nothing was here before, so that its new rows
# were not recorded one by one.
Part = dict[str, Any]


def new_part(feed: str) -> Part:
    """A feed that has not been read yet."""
    return {"feed": feed, "state": PartState.WAITING.value, **dict.fromkeys(COUNTS, 0), "errors": [], "first": False}


@dataclass
class SyncRun:
    """One run; at most one is active at a time (errId 245). ``lease_owner`` works on it until ``lease_until``.

    ``full``: everything is read again. ``approves_id``: the stopped run whose removals ``allowed_by`` has allowed.
    ``reverts_id``: the run that it takes back instead of reading the school.
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
        """Whether it is active only on paper: its worker is silent, or none ever took it up.

        None could take up a run whose job still waits to be sent; who asks looks at that first.
        """
        if self.status == RunStatus.RUNNING:
            return self.lease_until is None or self.lease_until + timedelta(seconds=SKEW_SECONDS) < now
        waited = (now - self.created_at).total_seconds() if self.created_at else 0
        return self.status == RunStatus.WAITING and waited > WAITING_SECONDS

    def end(self, now: datetime, status: RunStatus, reason: str | None = None, detail: str | None = None) -> None:
        """It is over; the parts that were under way failed unless the run went through."""
        self.status = move(MOVES, RunStatus(self.status), status)
        self.reason, self.detail, self.finished_at = reason, detail, now
        self.lease_owner = self.lease_until = None
        if status not in SUCCESSFUL:
            self.parts = [
                part | {"state": PartState.FAILED.value} if part["state"] == PartState.RUNNING else part
                for part in self.parts
            ]

    def totals(self) -> dict[str, int]:
        """The counts over all parts."""
        return totals(self.parts)

    @property
    def over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.status not in ACTIVE

    @property
    def stands(self) -> bool:
        """Whether it went through, or may still; and was not taken back."""
        return self.status in (*ACTIVE, *SUCCESSFUL) and self.reverted_at is None


def totals(parts: list[Part]) -> dict[str, int]:
    """The counts over all parts; a part of an older console lacks the later ones."""
    return {name: sum(part.get(name, 0) for part in parts) for name in COUNTS}


def irrevocable(parts: list[Part], *, reverted: bool) -> str | None:
    """Why a run that is over can't be taken back, as a code of the errors; None: it can."""
    if reverted:
        return "sync.reverted_already"
    if any(part.get("first", True) and part["created"] for part in parts):
        return "sync.first_run"
    found = totals(parts)
    return None if found["created"] + found["updated"] + found["deleted"] else "sync.nothing_to_revert"


def has_messages(parts: list[Part]) -> bool:
    """Whether some record could not be taken as it is."""
    return any(part["errors"] or part["parked"] or part["refused"] for part in parts)


def percent(status: str, parts: list[Part]) -> int:
    """How far a run is: each feed counts alike, a feed under way by its rows handled of rows announced.

    It never goes back, and is 100 only when the run went through: one that failed or was stopped stays where it was.
    """
    if status in SUCCESSFUL:
        return 100
    shares = [_share(part) for part in parts]
    return min(99, int(100 * sum(shares) / len(shares))) if shares else 0


def _share(part: Part) -> float:
    if part["state"] == PartState.DONE:
        return 1.0
    return min(1.0, part["read"] / part["announced"]) if part["announced"] else 0.0


def brake(removed: int, present: int) -> bool:
    """Whether so many of a type's present rows would go that a named person is asked first: max(5, 10 %) (D-49)."""
    return removed > max(5, present / 10)
