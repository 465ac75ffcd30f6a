"""The machine's clock, and the one that several machines agree on."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


class SystemClock:
    """See ``application.ports.Clock``."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True)
class SharedClock:
    """The machine's clock, set by one that others go by as well: ``ahead`` of ours by so much."""

    ahead: timedelta

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead
