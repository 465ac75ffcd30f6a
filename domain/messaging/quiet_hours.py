"""Quiet hours: no message about an absence is sent at night (D-158)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

# by the centre's clock: nothing from the first on, until the second
QUIET_FROM, QUIET_UNTIL = time(21), time(8)


def quiet_until(now: datetime, zone: ZoneInfo) -> datetime | None:
    """The end of the quiet hours of an instant, None by day."""
    local = now.astimezone(zone)
    if QUIET_UNTIL <= local.time() < QUIET_FROM:
        return None
    morning = local.date() if local.time() < QUIET_UNTIL else local.date() + timedelta(days=1)
    return datetime.combine(morning, QUIET_UNTIL, zone).astimezone(UTC)
