"""A signed-in browser: its refresh token is used once, and a stolen one ends the session (D-9)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.shared.errors import Refused

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(days=30)
ROTATION_GRACE = timedelta(seconds=10)


@dataclass
class Session:
    """One sign-in and the family of refresh tokens that came of it.

    Digests are of the newest token and the one before it; ``sealed_refresh`` is the newest token encrypted,
    because a second tab that comes within the grace is given that same token again.
    """

    user_id: int
    refresh_digest: str
    sealed_refresh: bytes
    created_at: datetime
    rotated_at: datetime
    last_seen_at: datetime
    previous_digest: str | None = None
    ended_at: datetime | None = None
    end_reason: str = ""
    address: str = ""
    user_agent: str = ""
    fcm_token: str | None = None
    id: int | None = None

    def alive(self, now: datetime) -> bool:
        """Neither ended nor older than 30 days."""
        return self.ended_at is None and now < self.created_at + SESSION_LIFETIME

    def in_grace(self, digest: str, now: datetime) -> bool:
        """Whether this is the token just rotated away, within 10 seconds: another tab, not a thief."""
        return digest == self.previous_digest and now <= self.rotated_at + ROTATION_GRACE

    def rotate(self, digest: str, successor: str, sealed: bytes, now: datetime) -> None:
        """The newest token is exchanged for its successor. Any other token of this family ends the session."""
        if not self.alive(now):
            raise Refused("access.session_ended")
        if digest != self.refresh_digest:
            self.end("reuse", now)
            raise Refused("access.session_ended")
        self.previous_digest, self.refresh_digest = digest, successor
        self.sealed_refresh, self.rotated_at, self.last_seen_at = sealed, now, now

    def end(self, reason: str, now: datetime) -> None:
        """Ends it once; the first reason stays. The push token goes with it (D-67)."""
        if self.ended_at is None:
            self.ended_at, self.end_reason, self.fcm_token = now, reason, None
