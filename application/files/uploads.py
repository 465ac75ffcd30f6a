"""Keeping files: the bytes are stored first, their row is committed after them (D-72)."""

import secrets
from collections.abc import AsyncIterator

from application.actor import Actor
from application.files.ports import Files, Picture, Pictures
from application.ports import Clock, UnitOfWork
from domain.files.file import UNCLAIMED_LIVES, FileKind, StoredFile, tidy_file_name
from domain.shared.errors import DomainError, NotFound

PUBLIC_ID_BYTES = 16
MEGABYTE = 1024 * 1024
# 2 097 152 bytes (D-34); 5 MB for academics' photos
PICTURE_MAX, ACADEMIC_PICTURE_MAX = 2 * MEGABYTE, 5 * MEGABYTE


async def read_whole(content: AsyncIterator[bytes], limit: int) -> bytes:
    """All of an upload. Raises DomainError as soon as there is one byte too many: the rest is not read (ASVS-29)."""
    pieces: list[bytes] = []
    left = limit
    async for piece in content:
        left -= len(piece)
        if left < 0:
            raise DomainError("files.too_large", megabytes=limit // MEGABYTE)
        pieces.append(piece)
    return b"".join(pieces)


async def remade(content: AsyncIterator[bytes], limit: int, pictures: Pictures) -> Picture:
    """An uploaded picture, made anew. Before anything is held: whoever sends slowly keeps nobody waiting.

    Raises DomainError("files.too_large" or "files.not_a_picture").
    """
    return await pictures.remake(await read_whole(content, limit))


async def keep_picture(
    picture: Picture, name: str, kind: FileKind, *, actor: Actor, uow: UnitOfWork, files: Files, clock: Clock
) -> StoredFile:
    """Stores a remade picture inside the open transaction; it waits a day for what takes it up."""
    kept = await files.put(_once(picture.content))
    file = StoredFile(
        secrets.token_urlsafe(PUBLIC_ID_BYTES),
        kind,
        kept.digest,
        picture.media_type,
        kept.size,
        tidy_file_name(name, "photo"),
        created_by=actor.id,
        expires_at=clock.now() + UNCLAIMED_LIVES,
    )
    uow.add(file)
    await uow.flush()
    return file


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def own_unclaimed(public_id: str, kind: FileKind, *, actor: Actor, uow: UnitOfWork) -> StoredFile:
    """What the caller has uploaded and nothing has taken up yet. Raises NotFound for anything else."""
    file = await uow.find(StoredFile, lock=True, public_id=public_id)
    if file is None or file.kind != kind or file.entity is not None or file.created_by != actor.id:
        raise NotFound("StoredFile", public_id)
    return file
