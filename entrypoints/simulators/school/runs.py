"""Runs that the school starts on request.

One at a time; the same key gives the same run.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from contracts.sync.school_records import Feed


@dataclass(frozen=True)
class Run:
    """A run in progress or ended.

    ``began`` is on the simulator's own clock, in seconds.
    """

    id: str
    types: list[Feed]
    mode: str
    began: float
    started_at: datetime


class RunActive(Exception):
    """Another run isn't over yet (error id 245)."""

    def __init__(self, run: Run, retry_after: float) -> None:
        super().__init__(run.id)
        self.run = run
        self.retry_after = retry_after


@dataclass
class Runs:
    """``seconds``: the duration of a run."""

    seconds: float = 1.0
    clock: Callable[[], float] = time.monotonic
    _by_key: dict[str, Run] = field(default_factory=dict)
    _by_id: dict[str, Run] = field(default_factory=dict)

    def start(self, key: str, types: list[Feed], mode: str) -> Run:
        """Starts a run, or returns the one of this key. Raises RunActive."""
        if known := self._by_key.get(key):
            return known
        for run in self._by_id.values():
            if self._progress(run) < 1:
                raise RunActive(run, round((1 - self._progress(run)) * self.seconds, 1))
        run = Run(f"run-{len(self._by_id) + 1}", types, mode, self.clock(), datetime.now(UTC))
        self._by_id[run.id] = self._by_key[key] = run
        return run

    def state(self, id: str, rows: Callable[[Feed], int]) -> dict[str, Any] | None:
        """The progress of a run; None for an unknown one."""
        run = self._by_id.get(id)
        if run is None:
            return None
        progress = self._progress(run)
        read = {feed: {"read": round(rows(feed) * progress)} for feed in run.types}
        return {
            "run_id": run.id,
            "mode": run.mode,
            "state": "done" if progress >= 1 else "running",
            "started_at": run.started_at,
            "progress": progress,
            "per_type": read,
        }

    def _progress(self, run: Run) -> float:
        return min(1.0, (self.clock() - run.began) / self.seconds) if self.seconds else 1.0
