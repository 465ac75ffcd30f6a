"""A rate limiter of one process: a burst, then a steady rate."""

import math
import time
from collections.abc import Callable


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
