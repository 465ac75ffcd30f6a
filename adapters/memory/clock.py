"""A clock that tests move."""

from datetime import UTC, datetime, timedelta


class MovableClock:
    """See ``application.ports.Clock``. It goes as the machine's does, ahead by what tests have let pass.

    With ``at`` it stands still there until it is moved.
    """

    def __init__(self, at: datetime | None = None) -> None:
        self._at = at
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        return (self._at or datetime.now(UTC)) + self._ahead

    def pass_by(self, **time: float) -> None:
        """Lets time pass: ``pass_by(minutes=15)``."""
        self._ahead += timedelta(**time)

    def stand_at(self, at: datetime) -> None:
        """From now on it shows this instant, and stands still."""
        self._at, self._ahead = at, timedelta(0)
