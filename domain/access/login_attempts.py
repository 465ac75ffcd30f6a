"""Rate limit of sign-in: delays that grow with wrong passwords (D-10)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

FREE_TRIES = 5
FREE_TRIES_OF_ADDRESS = 30
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass
class Tries:
    """Wrong passwords of one subject.

    The subject is a login from one address, or an address with any login.
    """

    subject: str
    failures: int
    blocked_until: datetime
    last_at: datetime

    def wait(self, now: datetime) -> timedelta:
        """The time until the next attempt is accepted; zero if it is now."""
        return max(self.blocked_until - now, timedelta(0))

    def failed(self, now: datetime) -> None:
        """Counts a failure; after the free ones each doubles the delay (1 s to 15 min)."""
        if now - self.last_at > FORGOTTEN_AFTER:
            self.failures = 0
        self.failures, self.last_at = self.failures + 1, now
        free = FREE_TRIES_OF_ADDRESS if self.subject.startswith("address:") else FREE_TRIES
        if self.failures >= free:
            self.blocked_until = now + min(timedelta(seconds=2 ** min(self.failures - free, 16)), LONGEST_WAIT)
