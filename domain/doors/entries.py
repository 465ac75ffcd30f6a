"""Door entries: the time at which one counts, and clock doubts (T4)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

DRIFT = timedelta(seconds=60)
# a device that was offline sends what it stored; an older entry, or one in the future, is impossible
STORED_FOR = timedelta(days=30)
AHEAD = timedelta(hours=24)


class Doubt(StrEnum):
    """The reason why staff should check an entry."""

    CLOCK = "clock"
    DATE = "date"
    PERSON = "person"


@dataclass(frozen=True)
class DatedEntry:
    """The time at which an entry counts, the clock drift and a doubt.

    ``drift_seconds``: by which the device's clock is ahead; None if it is unknown.
    """

    at: datetime
    drift_seconds: int | None
    doubt: Doubt | None


def date_entry(device_at: datetime | None, received_at: datetime, *, stored: bool = False) -> DatedEntry:
    """Decides the time at which an entry counts.

    ``stored``: the device recorded it while it was offline. A live entry with a wrong clock, and any entry with an
    impossible date, counts at the time it was received.
    """
    if device_at is None or device_at > received_at + AHEAD or device_at < received_at - STORED_FOR:
        return DatedEntry(received_at, None, Doubt.DATE)
    if stored and device_at <= received_at + DRIFT:
        return DatedEntry(device_at, None, None)
    drift = device_at - received_at
    if abs(drift) > DRIFT:
        return DatedEntry(received_at, int(drift.total_seconds()), Doubt.CLOCK)
    return DatedEntry(device_at, int(drift.total_seconds()), None)
