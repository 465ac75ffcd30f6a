"""Sessions of students in their application: 60 days, five devices (D-97)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.access.sessions import TokenFamily

STUDENT_SESSION_LIFETIME = timedelta(days=60)
MAX_DEVICES = 5


@dataclass(kw_only=True)
class StudentSession(TokenFamily):
    """A session of a student on one device.

    ``device_token``: the push token of the device. ``access_version``: that of the student at the sign-in; a block and
    a changed login or password raise it, which ends the session.
    """

    lifetime = STUDENT_SESSION_LIFETIME

    student_id: int
    access_version: int
    device_token: str | None = None

    def end(self, reason: str, now: datetime) -> None:
        """Ends the session and drops the push token of the device (D-67)."""
        super().end(reason, now)
        self.device_token = None

    def is_open(self, access_version: int, now: datetime) -> bool:
        """True if it is alive and the student's access has not changed since."""
        return self.alive(now) and self.access_version == access_version


def beyond_devices(sessions: Iterable[StudentSession], now: datetime) -> list[StudentSession]:
    """The sessions to end before one more begins: those unused for longest."""
    alive = sorted((one for one in sessions if one.alive(now)), key=lambda one: (one.last_seen_at, one.created_at))
    return alive[: max(0, len(alive) - MAX_DEVICES + 1)]
