"""Deletes expired rows of files, then bytes that no row references (D-72)."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.files.ports import FileStore
from application.ports import Clock
from domain.files.file import UNCLAIMED_LIVES


@runtime_checkable
class FileRows(Protocol):
    """The rows of all stored files."""

    async def delete_expired(self, now: datetime) -> int:
        """Deletes the expired rows; returns their number."""
        ...

    async def is_referenced(self, digest: str) -> bool:
        """Tells if a row references these bytes."""
        ...


@permits(SUPERADMIN)
async def delete_unreferenced_files(*, actor: Actor, rows: FileRows, files: FileStore, clock: Clock) -> int:
    """Deletes unreferenced bytes older than a day; returns how many files.

    Younger bytes may wait for the commit of their row, also those that were uploaded again after the rows were read.
    """
    now, deleted = clock.now(), 0
    await rows.delete_expired(now)
    before = now - UNCLAIMED_LIVES
    async for digest in files.unused_since(before):
        if not await rows.is_referenced(digest):
            deleted += await files.delete(digest, unused_since=before)
    return deleted
