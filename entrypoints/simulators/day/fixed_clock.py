"""A clock for what happened in the past."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class FixedClock:
    """A clock that is fixed in the past."""

    at: datetime

    def now(self) -> datetime:
        return self.at
