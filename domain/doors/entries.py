"""What a door tells: who came, and whether its clock can be believed (T4)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

DRIFT = timedelta(seconds=60)
# a device that was cut off sends what it stored; what is older, or ahead of the clock, can't be true
STORED_FOR = timedelta(days=30)
AHEAD = timedelta(hours=24)


class Doubt(StrEnum):
    """Why an entry is to be looked at."""

    CLOCK = "clock"
    DATE = "date"
    PERSON = "person"


@dataclass(frozen=True)
class Heard:
    """When an entry counts as, the seconds that the device's clock is ahead (None: unknown), and a doubt."""

    at: datetime
    drift_seconds: int | None
    doubt: Doubt | None


def heard(device_at: datetime | None, received_at: datetime, *, stored: bool = False) -> Heard:
    """An entry as it counts. ``stored``: the device says that it kept it while it was cut off.

    A live entry with a clock that is wrong counts at the time it was received; an impossible date always does.
    """
    if device_at is None or device_at > received_at + AHEAD or device_at < received_at - STORED_FOR:
        return Heard(received_at, None, Doubt.DATE)
    if stored and device_at <= received_at + DRIFT:
        return Heard(device_at, None, None)
    drift = device_at - received_at
    if abs(drift) > DRIFT:
        return Heard(received_at, int(drift.total_seconds()), Doubt.CLOCK)
    return Heard(device_at, int(drift.total_seconds()), None)
