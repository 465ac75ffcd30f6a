"""Stores uploads: first the bytes, then the committed row (D-72)."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

from application.actor import Actor
from application.files.ports import FileStore, Picture, PictureEncoder
from application.ports import Clock, UnitOfWork
from domain.files.file import GIVEN_TO_STUDENTS, UNCLAIMED_LIVES, FileKind, StoredFile, tidy_file_name
from domain.files.media import SNIFFED_BYTES, is_executable, is_recording, media_type_of
from domain.shared.errors import DomainError, NotFound

PUBLIC_ID_BYTES = 16
MEGABYTE = 1024 * 1024
# the maximum size of a photo: 2 097 152 bytes (D-34); 5 MB for photos of academics
MAX_PICTURE_BYTES, MAX_ACADEMIC_PICTURE_BYTES = 2 * MEGABYTE, 5 * MEGABYTE
# of a file of homework, a hand-in or a message (D-81)
MAX_WORK_BYTES = 20 * MEGABYTE


async def read_upload(content: AsyncIterator[bytes], limit: int) -> bytes:
    """Reads an upload into memory.

    Raises DomainError at the first byte above the limit (ASVS-29).
    """
    chunks: list[bytes] = []
    left = limit
    async for chunk in content:
        left -= len(chunk)
        if left < 0:
            raise DomainError("files.too_large", megabytes=limit // MEGABYTE)
        chunks.append(chunk)
    return b"".join(chunks)


async def reencode_upload(content: AsyncIterator[bytes], limit: int, pictures: PictureEncoder) -> Picture:
    """Reads and re-encodes an uploaded picture.

    It runs before any lock: slow senders block nobody. Raises DomainError("files.too_large" or "files.not_a_picture").
    """
    return await pictures.reencode(await read_upload(content, limit))


async def store_picture(
    picture: Picture, name: str, kind: FileKind, *, actor: Actor, uow: UnitOfWork, files: FileStore, clock: Clock
) -> StoredFile:
    """Stores a picture in the open transaction; unclaimed, it is deleted after a day."""
    stored = await files.put(_once(picture.content))
    file = StoredFile(
        secrets.token_urlsafe(PUBLIC_ID_BYTES),
        kind,
        stored.digest,
        picture.media_type,
        stored.size,
        tidy_file_name(name, "photo"),
        created_by=actor.id,
        created_by_student=actor.student_id,
        expires_at=clock.now() + UNCLAIMED_LIVES,
    )
    uow.add(file)
    await uow.flush()
    return file


async def store_work_file(
    content: AsyncIterator[bytes],
    name: str,
    kind: FileKind,
    *,
    created_by: int | None,
    uow: UnitOfWork,
    files: FileStore,
    clock: Clock,
    student_id: int | None = None,
    admit: Callable[[StoredFile, UnitOfWork], Awaitable[None]] | None = None,
) -> StoredFile:
    """Stores a file of homework, a hand-in or a message in a commit of its own.

    Unclaimed, it expires after a day.
    The first bytes decide the type, the name is only shown (D-81). ``admit`` may still refuse it in that commit.

    Raises DomainError: files.empty, files.too_large, files.no_room; files.executable for a program among what is given
    to students; files.not_a_recording for a recording that is neither webm nor mp4.
    """
    sniffed = _Sniffed(content)
    stored = await files.put(sniffed.chunks())
    if not stored.size:
        raise DomainError("files.empty")
    media_type = media_type_of(sniffed.start)
    if kind == FileKind.VOICE and not is_recording(media_type):
        raise DomainError("files.not_a_recording")
    tidy_name = tidy_file_name(name, "file")
    if kind in GIVEN_TO_STUDENTS and is_executable(sniffed.start, tidy_name):
        raise DomainError("files.executable")
    file = StoredFile(
        secrets.token_urlsafe(PUBLIC_ID_BYTES),
        kind,
        stored.digest,
        media_type,
        stored.size,
        tidy_name,
        created_by=created_by,
        created_by_student=student_id,
        expires_at=clock.now() + UNCLAIMED_LIVES,
    )
    async with uow:
        if admit is not None:
            await admit(file, uow)
        uow.add(file)
        await uow.commit()
    return file


class _Sniffed:
    """The chunks of an upload up to the limit; remembers the first bytes."""

    def __init__(self, content: AsyncIterator[bytes]) -> None:
        self._content = content
        self._left = MAX_WORK_BYTES
        self.start = b""

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yields the chunks. Raises DomainError above the limit."""
        async for chunk in self._content:
            self._left -= len(chunk)
            if self._left < 0:
                raise DomainError("files.too_large", megabytes=MAX_WORK_BYTES // MEGABYTE)
            if len(self.start) < SNIFFED_BYTES:
                self.start = (self.start + chunk)[:SNIFFED_BYTES]
            yield chunk


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def load_unclaimed_upload(public_id: str, kind: FileKind, *, actor: Actor, uow: UnitOfWork) -> StoredFile:
    """Locks an unclaimed upload of the caller. Raises NotFound for any other file."""
    file = await uow.find(StoredFile, lock=True, public_id=public_id)
    if file is None or file.kind != kind or file.entity is not None:
        raise NotFound("StoredFile", public_id)
    if (file.created_by, file.created_by_student) != (actor.id, actor.student_id):
        raise NotFound("StoredFile", public_id)
    return file
