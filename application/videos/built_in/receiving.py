"""The bytes of one request of an upload, stored as they arrive (protocols §2.3).

Whatever ends the request, the bytes that arrived stay, and their number is the offset (case 16).
"""

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from application.actor import system
from application.ports import Clock, UnitOfWork
from application.videos.at_host import complete_upload
from application.videos.built_in.bytes_ports import ByteSource, HeldUpload
from application.videos.built_in.transfers import Transfer, TransferPorts, not_found
from domain.shared.errors import DomainError
from domain.videos.container import SNIFFED_BYTES, family_of
from domain.videos.video import IN_TRANSFER, Video, VideoStatus

# the row tells the progress at most so often
RECORD_EVERY_SECONDS = 1.0
# an upload without a byte for so long gives way to another request for it (case 1)
SILENT_SECONDS = 1.0
NOT_A_VIDEO = "videos.not_a_video"


class ClientGone(Exception):
    """The connection ended before the body."""


@dataclass(frozen=True)
class Body:
    """The bytes of a request, and their number where the client tells it.

    ``content`` yields an empty piece whenever nothing arrived for a while, and raises ``ClientGone``. ``open_source``
    gives the connection to threads, where that is possible: several times as fast, and other calls do not wait.
    """

    content: AsyncIterator[bytes]
    length: int | None
    open_source: Callable[[], ByteSource | None] = lambda: None


class Receiver:
    """Receives the body of one request."""

    def __init__(self, transfer: Transfer, ports: TransferPorts) -> None:
        self._transfer, self._stored, self._transfers = transfer, ports.stored, ports.transfers
        self._uow, self._clock = ports.uow, ports.clock
        self._checked = False
        self._last_byte = self._recorded = time.monotonic()

    async def receive(self, offset: int, body: Body) -> int:
        """Stores the body from ``offset`` on; returns the new offset.

        Raises DomainError: videos.offset_differs, videos.too_long, videos.no_room, videos.locked, videos.not_a_video.
        """
        size, length = self._transfer.size, body.length
        async with self._stored.hold(self._transfer.public_id, length or 0) as file:
            if offset != file.offset:
                raise DomainError("videos.offset_differs", offset=file.offset)
            # before a byte is read (case 11)
            if length is not None and length > size - offset:
                raise DomainError("videos.too_long", size=size)
            await self._begin()
            self._checked = offset >= min(SNIFFED_BYTES, size)
            try:
                if length is not None and (source := body.open_source()) is not None:
                    await self._move(source, file)
                else:
                    await self._store(body.content, file, length)
            finally:
                reached = await file.sync()
            if reached == size:
                await complete(self._transfer.public_id, self._uow, self._clock)
            # also where the clock was ahead and is right again
            elif abs((self._clock.now() - self._transfer.moved_at).total_seconds()) >= RECORD_EVERY_SECONDS:
                await self._record(reached)
            return reached

    async def _store(self, content: AsyncIterator[bytes], file: HeldUpload, length: int | None) -> None:
        """Stores piece after piece.

        Without a length, bytes that would complete the upload wait for the end of the body: one that is longer than
        the file is no part of it.
        """
        size, last = self._transfer.size, b""
        async for piece in content:
            if piece:
                self._last_byte = time.monotonic()
                if file.offset + len(last) + len(piece) > size:
                    raise DomainError("videos.too_long", size=size)
                if length is None and file.offset + len(piece) == size:
                    last = piece
                else:
                    await file.append(piece)
                    await self._check_start(file)
            else:
                self._give_way(file)
            await self._report(file)
        if last:
            await file.append(last)
        await self._check_start(file)

    async def _move(self, source: ByteSource, file: HeldUpload) -> None:
        """Stores what the connection has, time after time, in threads."""
        try:
            if source.head:
                await file.append(source.head)
                await self._check_start(file)
            while source.left:
                if await file.append_from(source):
                    self._last_byte = time.monotonic()
                    await self._check_start(file)
                else:
                    # there is nothing at this moment
                    self._give_way(file)
                    await source.wait()
                await self._report(file)
            await self._check_start(file)
        finally:
            source.close()

    def _give_way(self, file: HeldUpload) -> None:
        """Ends a silent request that another one waits for (case 1)."""
        if time.monotonic() - self._last_byte >= SILENT_SECONDS and file.wanted():
            raise DomainError("videos.locked")

    async def _report(self, file: HeldUpload) -> None:
        """Records the progress now and then, and looks whether there is still room."""
        if time.monotonic() - self._recorded >= RECORD_EVERY_SECONDS:
            await self._stored.check_room(0)
            await file.flush()
            await self._record(file.offset)

    async def _begin(self) -> None:
        """A paused or failed upload goes on (R2-279, R2-286)."""
        if self._transfer.status is VideoStatus.UPLOADING:
            return
        async with self._uow:
            video = await _unfinished(self._transfer.public_id, self._uow)
            if video is not None and video.status != VideoStatus.UPLOADING:
                video.resume(self._clock.now())
                await self._uow.commit()

    async def _record(self, reached: int) -> None:
        """Records the progress. Raises NotFound for an upload that was deleted meanwhile."""
        self._recorded = time.monotonic()
        if not await self._transfers.progress(self._transfer.public_id, reached, self._clock.now()):
            await self._transfers.find(self._transfer.public_id)

    async def _check_start(self, file: HeldUpload) -> None:
        """The first bytes decide whether it is a video at all (ASVS-30, R2-307)."""
        if self._checked or file.offset < min(SNIFFED_BYTES, self._transfer.size):
            return
        self._checked = True
        if family_of(await file.start(SNIFFED_BYTES)) is not None:
            return
        await file.discard()
        async with self._uow:
            video = await _unfinished(self._transfer.public_id, self._uow)
            if video is not None and video.status in IN_TRANSFER:
                video.fail(NOT_A_VIDEO, self._clock.now())
                await self._uow.commit()
        raise DomainError(NOT_A_VIDEO, name=self._transfer.orig_name)


async def complete(public_id: str, uow: UnitOfWork, clock: Clock) -> bool:
    """Ends an upload whose bytes are all stored, once.

    History and job in one commit (R2-274, case 17).

    The caller holds the upload. False where it has been ended before.
    """
    async with uow:
        video = await _unfinished(public_id, uow)
        if video is None:
            return False
        await complete_upload(video, clock.now(), actor=system(), uow=uow)
        await uow.commit()
    return True


async def _unfinished(public_id: str, uow: UnitOfWork) -> Video | None:
    """Locks the video of an upload.

    None where its bytes have all come. Raises NotFound for a deleted one.
    """
    video = await uow.find(Video, lock=True, public_id=public_id)
    if video is None or video.deleted_at is not None:
        raise not_found(public_id)
    return video if video.unfinished else None
