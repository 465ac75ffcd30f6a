"""Uploads that nobody looks after.

Stored without being recorded, abandoned, orphaned.
"""

import contextlib
from datetime import timedelta

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from application.videos.built_in.bytes_ports import UploadBytes
from application.videos.built_in.receiving import complete
from application.videos.built_in.transfer import delete_upload
from application.videos.built_in.transfers import Transfer, Transfers
from domain.shared.errors import DomainError
from domain.videos.video import ABANDONED_AFTER

# a process may have died between the last byte and its commit; its client may not come back
SETTLED_AFTER = timedelta(minutes=1)
# bytes without a row: their row may wait for its commit
ORPHANED_AFTER = timedelta(days=1)


@permits(SUPERADMIN)
async def settle_uploads(
    *,
    actor: Actor,
    transfers: Transfers,
    stored: UploadBytes,
    uow: UnitOfWork,
    clock: Clock,
) -> int:
    """Completes uploads whose bytes are all stored, and deletes abandoned ones.

    Returns how many.
    """
    settled, now = 0, clock.now()
    for transfer in await transfers.silent_since(now - SETTLED_AFTER, now + SETTLED_AFTER):
        # one that is being written to, or deleted, settles itself
        with contextlib.suppress(DomainError):
            if await stored.received(transfer.public_id) == transfer.size:
                settled += await _complete(transfer, stored, uow, clock)
            elif now - transfer.moved_at >= ABANDONED_AFTER:
                await delete_upload(transfer, actor, stored, uow, clock)
                settled += 1
    return settled


@permits(SUPERADMIN)
async def delete_orphans(*, actor: Actor, transfers: Transfers, stored: UploadBytes, clock: Clock) -> int:
    """Deletes the files of videos that have no row any more, a day after.

    Returns how many.
    """
    old = await stored.stored_since((clock.now() - ORPHANED_AFTER).timestamp())
    orphans = sorted(set(old) - await transfers.known(old))
    for public_id in orphans:
        await stored.delete(public_id)
    return len(orphans)


async def _complete(transfer: Transfer, stored: UploadBytes, uow: UnitOfWork, clock: Clock) -> bool:
    async with stored.hold(transfer.public_id) as file:
        await file.sync()
        return file.offset == transfer.size and await complete(transfer.public_id, uow, clock)
