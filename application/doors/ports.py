"""What the doors' entries need: a place where each is kept once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NewType, Protocol, runtime_checkable

from application.ports import UnitOfWork
from domain.doors.entries import DatedEntry

# what the door devices show of themselves; empty: no device is taken
DevicesToken = NewType("DevicesToken", str)


@dataclass(frozen=True)
class Told:
    """An entry as a device told it, and as it counts. ``device_at``: None where its time could not be."""

    device: str
    serial: int
    person: str
    device_at: datetime | None
    heard: DatedEntry


@dataclass(frozen=True)
class Kept:
    """``taken``: entries that were new; ``doubtful``: those of them that are to be looked at."""

    taken: int
    doubtful: int


@runtime_checkable
class DoorEntryStore(Protocol):
    """Who came through the doors."""

    async def keep(self, told: Sequence[Told], received_at: datetime, uow: UnitOfWork) -> Kept:
        """Keeps each entry once, by its device and serial; finds whose number it tells."""
        ...
