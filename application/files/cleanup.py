"""What nobody can ask for any more is let go: rows whose time is over, then bytes that no row names (D-72)."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.files.ports import Files
from application.ports import Clock
from domain.files.file import UNCLAIMED_LIVES


@runtime_checkable
class FileRows(Protocol):
    """What is known of stored files, looked at as a whole."""

    async def forget_expired(self, now: datetime) -> int:
        """Deletes the rows whose time is over; how many."""
        ...

    async def named(self, digest: str) -> bool:
        """Whether any row names these bytes."""
        ...


@permits(SUPERADMIN)
async def sweep_files(*, actor: Actor, rows: FileRows, files: Files, clock: Clock) -> int:
    """How many files' bytes were taken away. Bytes younger than a day may be waiting for their row: they stay."""
    now, swept = clock.now(), 0
    await rows.forget_expired(now)
    async for digest in files.unused_since(now - UNCLAIMED_LIVES):
        if not await rows.named(digest):
            await files.delete(digest)
            swept += 1
    return swept
