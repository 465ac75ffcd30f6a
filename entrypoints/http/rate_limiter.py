"""Rate limiters of one process: of all callers together, and of each caller."""

import math
import time
from collections import deque
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta

# D-97
STUDENT_CALLS, STUDENT_WINDOW = 120, timedelta(minutes=1)
# D-147
PUBLIC_CALLS, PUBLIC_WINDOW = 60, timedelta(minutes=1)


class RateLimiter:
    """Allows ``burst`` calls at once and ``per_second`` from then on."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._left, self._at = float(burst), clock()

    def wait(self) -> int:
        """0 if a call is allowed now, else the whole seconds until one is."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return math.ceil((1 - self._left) / self._per_second)
        self._left -= 1
        return 0


class CallerRateLimiter:
    """Allows each caller ``limit`` calls within any ``window``."""

    def __init__(self, limit: int, window: timedelta) -> None:
        self._limit, self._window = limit, window
        # caller → the instants of the calls within the window, oldest first
        self._calls: dict[Hashable, deque[datetime]] = {}
        self._swept_at: datetime | None = None

    def wait(self, caller: Hashable, now: datetime) -> int:
        """0 if the caller's call is allowed now, else the whole seconds until one is."""
        self._sweep(now)
        calls = self._calls.setdefault(caller, deque())
        while calls and calls[0] <= now - self._window:
            calls.popleft()
        if len(calls) >= self._limit:
            return math.ceil((calls[0] + self._window - now).total_seconds())
        calls.append(now)
        return 0

    def _sweep(self, now: datetime) -> None:
        """Forgets silent callers, once in a window."""
        if self._swept_at is not None and now < self._swept_at + self._window:
            return
        self._swept_at = now
        self._calls = {caller: calls for caller, calls in self._calls.items() if calls[-1] > now - self._window}


class StudentRateLimiter(CallerRateLimiter):
    """Limits the calls of each student."""

    def __init__(self) -> None:
        super().__init__(STUDENT_CALLS, STUDENT_WINDOW)


class PublicRateLimiter(CallerRateLimiter):
    """Limits the calls of public pages by address."""

    def __init__(self) -> None:
        super().__init__(PUBLIC_CALLS, PUBLIC_WINDOW)
