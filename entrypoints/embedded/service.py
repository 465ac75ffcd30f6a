"""A supervised program: restarted when it ends, with a growing delay.

The delay grows when the program ends again soon after its start.
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from entrypoints.embedded import logs
from entrypoints.embedded.children import Child
from entrypoints.embedded.errors import OperatorError

_FIRST_DELAY, _MAX_DELAY = 0.5, 30.0  # seconds
_CHECK_SECONDS = 30.0
_STEADY_SECONDS = 60.0  # a failure after so long counts as the first again


@dataclass
class Service:
    """One supervised program: its start, stop and failures.

    ``finite``: exit code 0 is no failure.
    """

    name: str
    begin: Callable[[], Child]
    end: Callable[[Child], object]
    log: Path
    finite: bool = False
    child: Child | None = None
    failures: int = 0
    _logged_before: int = field(default=0, init=False)
    _started_at: float = field(default=0.0, init=False)
    _restart_at: float | None = field(default=None, init=False)

    @property
    def code(self) -> int | None:
        """The exit code; None while the program runs."""
        return self.child.poll() if self.child else None

    @property
    def last_error(self) -> str:
        """The reason that its newest start logged, if it has failed."""
        return logs.last_error(self.log, self._logged_before)

    @property
    def due_in(self) -> float:
        """Seconds until the next ``supervise`` is due, if nothing happens."""
        return _CHECK_SECONDS if self._restart_at is None else max(0.0, self._restart_at - time.monotonic())

    def start(self) -> None:
        """Start it now."""
        self._restart_at = None
        self._started_at = time.monotonic()
        self._logged_before = logs.length(self.log)
        self.child = self.begin()

    def supervise(self, report: Callable[[str], None]) -> None:
        """Notice and report an end; restart when the delay is over."""
        if self._restart_at is None:
            if self.child is not None and (code := self.child.poll()) is not None:
                if self.finite and code == 0:
                    self.child = None
                else:
                    self._schedule_restart(_reason(code), report)
        elif time.monotonic() >= self._restart_at:
            try:
                self.start()
            except (OSError, subprocess.SubprocessError, OperatorError) as error:
                self._schedule_restart(f"could not start ({error})", report)

    def _schedule_restart(self, reason: str, report: Callable[[str], None]) -> None:
        self.failures = 1 if time.monotonic() - self._started_at > _STEADY_SECONDS else self.failures + 1
        delay = min(_MAX_DELAY, _FIRST_DELAY * 2 ** (self.failures - 1))
        self._restart_at = time.monotonic() + delay
        report(f"{self.name} {reason}; it starts again in {delay:g} s (log: {self.log})")

    def stop(self) -> None:
        """Stop it for good."""
        self._restart_at = None
        if self.child is not None:
            self.end(self.child)
            self.child = None


def _reason(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
