"""Ports of the settings besides the unit of work."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from application.ports import OutwardGate, UnitOfWork
from contracts.settings.live_mode import HeldKind, WentLive


@runtime_checkable
class LiveMode(OutwardGate, Protocol):
    """The live installation of this database, and the jobs that wait for it."""

    async def held(self, old_before: datetime) -> list[HeldKind]:
        """Returns the waiting outward jobs by kind; none on a live installation."""
        ...

    async def go_live(self, now: datetime, drop_before: datetime | None, uow: UnitOfWork) -> WentLive | None:
        """Makes this installation the live one and requeues its outward jobs.

        Those created before ``drop_before`` are dropped. Returns None if it is live already.
        """
        ...
