"""A program that should always run: started again when it dies, later each time it dies soon."""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from entrypoints.embedded.children import Child
from entrypoints.embedded.refusal import Refusal

_FIRST_DELAY, _LONGEST_DELAY = 0.5, 30.0
_ROUND = 30.0  # seconds
_STEADY = 60.0  # seconds after which a death counts as the first again


@dataclass
class Service:
    """One running program: how it is started, how it is stopped, and what is known of its deaths."""

    name: str
    begin: Callable[[], Child]
    end: Callable[[Child], object]
    log: Path
    finite: bool = False
    child: Child | None = None
    deaths: int = 0
    _began: float = field(default=0.0, init=False)
    _due: float | None = field(default=None, init=False)

    @property
    def code(self) -> int | None:
        """How it ended; None while it runs."""
        return self.child.poll() if self.child else None

    @property
    def due_in(self) -> float:
        """Seconds until it must be looked after at the latest, if nothing happens."""
        return _ROUND if self._due is None else max(0.0, self._due - time.monotonic())

    def start(self) -> None:
        """Start it now."""
        self._due = None
        self._began = time.monotonic()
        self.child = self.begin()

    def look_after(self, say: Callable[[str], None]) -> None:
        """Notice a death and say it; start again when its delay is over."""
        if self._due is None:
            if self.child is not None and (code := self.child.poll()) is not None:
                if self.finite and code == 0:
                    self.child = None
                else:
                    self._put_off(_ending(code), say)
        elif time.monotonic() >= self._due:
            try:
                self.start()
            except (OSError, subprocess.SubprocessError, Refusal) as refused:
                self._put_off(f"could not start ({refused})", say)

    def _put_off(self, what: str, say: Callable[[str], None]) -> None:
        self.deaths = 1 if time.monotonic() - self._began > _STEADY else self.deaths + 1
        delay = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** (self.deaths - 1))
        self._due = time.monotonic() + delay
        say(f"{self.name} {what}; it starts again in {delay:g} s (log: {self.log})")

    def stop(self) -> None:
        """Stop it and don't start it again."""
        self._due = None
        if self.child is not None:
            self.end(self.child)
            self.child = None


def _ending(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
