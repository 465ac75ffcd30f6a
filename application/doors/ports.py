"""Ports of door entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NewType, Protocol, runtime_checkable

from application.ports import UnitOfWork
from domain.doors.entries import DatedEntry

# the token by which door devices authenticate; empty: no device is accepted
DevicesToken = NewType("DevicesToken", str)


@dataclass(frozen=True)
class ReportedEntry:
    """An entry as a device reported it, and the date it counts at.

    ``device_at``: None if the reported time was invalid.
    """

    device: str
    serial: int
    person: str
    device_at: datetime | None
    dated: DatedEntry


@dataclass(frozen=True)
class StoredEntries:
    """``taken``: new entries; ``doubtful``: those of them that need review."""

    taken: int
    doubtful: int


@runtime_checkable
class DoorEntryStore(Protocol):
    """Entries through the doors."""

    async def store(self, entries: Sequence[ReportedEntry], received_at: datetime, uow: UnitOfWork) -> StoredEntries:
        """Stores each entry once, by device and serial, and resolves its person."""
        ...
