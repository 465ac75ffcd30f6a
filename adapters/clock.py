"""The machine's clock, and a clock shared by several machines."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


class SystemClock:
    """See ``application.ports.Clock``."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True)
class SharedClock:
    """The machine's clock corrected by its offset ``ahead`` to a shared one."""

    ahead: timedelta

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead
