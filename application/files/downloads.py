"""Serves a stored file to the bearer of a signed link."""

from datetime import datetime

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.files.ports import FileLinks
from application.ports import Clock, UnitOfWork
from domain.files.file import StoredFile
from domain.shared.errors import NotFound


@permits(PUBLIC)
async def find_linked_file(
    public_id: str,
    until: int,
    signature: str,
    *,
    uow: UnitOfWork,
    links: FileLinks,
    clock: Clock,
    actor: Actor | None = None,
) -> StoredFile:
    """Returns the file of a valid link; its bearer may read it.

    Raises NotFound otherwise.
    """
    now: datetime = clock.now()
    if links.is_valid(public_id, until, signature, now):
        async with uow:
            file = await uow.find(StoredFile, public_id=public_id)
            if file is not None and (file.expires_at is None or file.expires_at > now):
                return file
    raise NotFound("StoredFile", public_id)
