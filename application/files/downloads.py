"""Giving a stored file to whoever holds a link to it."""

from datetime import datetime

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.files.ports import FileLinks
from application.ports import Clock, UnitOfWork
from domain.files.file import StoredFile
from domain.shared.errors import NotFound


@permits(PUBLIC)
async def give_file(
    public_id: str,
    until: int,
    signature: str,
    *,
    uow: UnitOfWork,
    links: FileLinks,
    clock: Clock,
    actor: Actor | None = None,
) -> StoredFile:
    """The file that a living link names; whoever was given the link may read it. Raises NotFound otherwise."""
    now: datetime = clock.now()
    if links.good(public_id, until, signature, now):
        async with uow:
            file = await uow.find(StoredFile, public_id=public_id)
            if file is not None and (file.expires_at is None or file.expires_at > now):
                return file
    raise NotFound("StoredFile", public_id)
