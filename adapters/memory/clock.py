"""A clock that tests advance."""

from datetime import UTC, datetime, timedelta


class MovableClock:
    """See ``application.ports.Clock``. Runs ahead of the machine's by what tests add.

    With ``at`` it stands still there until it is advanced.
    """

    def __init__(self, at: datetime | None = None) -> None:
        self._at = at
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        return (self._at or datetime.now(UTC)) + self._ahead

    def pass_by(self, **time: float) -> None:
        """Advances the clock: ``pass_by(minutes=15)``."""
        self._ahead += timedelta(**time)

    def stop(self) -> None:
        """Stands still at the present time: a wait of a second outlasts a slow test."""
        self.stand_at(self.now())

    def stand_at(self, at: datetime) -> None:
        """Sets the clock to this instant, where it stands still."""
        self._at, self._ahead = at, timedelta(0)
