"""Sessions: a refresh token is used once, and a reused one ends the session (D-9)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from domain.shared.errors import DomainError

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(days=30)
ROTATION_GRACE = timedelta(seconds=10)
# the reason of an end that leaves the browser known
SIGNED_OUT = "signed_out"


@dataclass(kw_only=True)
class TokenFamily:
    """One sign-in with its family of refresh tokens.

    Digests are of the newest token and the one before it. ``sealed_refresh`` is the newest token encrypted, because a
    second tab within the grace period receives that same token again.
    """

    lifetime: ClassVar[timedelta]

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
    id: int | None = None

    def alive(self, now: datetime) -> bool:
        """True if the session has not ended and is younger than its lifetime."""
        return self.ended_at is None and now < self.created_at + self.lifetime

    def in_grace(self, digest: str, now: datetime) -> bool:
        """True for the token replaced within the last 10 seconds.

        It comes from another tab, not from a thief.
        """
        return digest == self.previous_digest and now <= self.rotated_at + ROTATION_GRACE

    def rotate(self, digest: str, successor: str, sealed: bytes, now: datetime) -> None:
        """Exchanges the newest token for its successor.

        Any other token of the family ends the session.
        """
        if not self.alive(now):
            raise DomainError("access.session_ended")
        if digest != self.refresh_digest:
            self.end("reuse", now)
            raise DomainError("access.session_ended")
        self.previous_digest, self.refresh_digest = digest, successor
        self.sealed_refresh, self.rotated_at, self.last_seen_at = sealed, now, now

    def end(self, reason: str, now: datetime) -> None:
        """Ends the session; the first reason stays."""
        if self.ended_at is None:
            self.ended_at, self.end_reason = now, reason


@dataclass(kw_only=True)
class Session(TokenFamily):
    """A session of a member of staff in the console."""

    lifetime = SESSION_LIFETIME

    user_id: int
    fcm_token: str | None = None

    def end(self, reason: str, now: datetime) -> None:
        """Ends the session and drops its push token (D-67)."""
        super().end(reason, now)
        self.fcm_token = None

    def revoke(self, reason: str, now: datetime) -> None:
        """Ends the session, and the browser's being known by it, also after a sign-out."""
        if self.end_reason == SIGNED_OUT:
            self.end_reason = reason
        self.end(reason, now)

    def vouches_for_browser(self) -> bool:
        """True unless something other than its owner's sign-out ended the session (D-160)."""
        return self.ended_at is None or self.end_reason == SIGNED_OUT
