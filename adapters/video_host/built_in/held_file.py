"""The file of an upload while one request writes to it."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from adapters.video_host.built_in.media import sync_directory
from adapters.video_host.built_in.upload_lock import UploadLock
from application.videos.built_in.bytes_ports import ByteSource
from application.videos.built_in.turns import paused
from domain.shared.errors import DomainError

# bytes that are collected before a thread writes them
BLOCK_BYTES = 1024 * 1024
# a thread reads so many at once, and moves so many before another upload has its turn
READ_BYTES, MOVED_BYTES = 256 * 1024, 8 * 1024 * 1024
Run = Callable[[Callable[[], Any]], Awaitable[Any]]


class HeldFile:
    """Implements ``HeldUpload``: a block is written while the next one arrives."""

    def __init__(self, descriptor: int, lock: UploadLock, run: Run, run_sync: Run) -> None:
        self._descriptor, self._lock, self._run, self._run_sync = descriptor, lock, run, run_sync
        self._stored = os.fstat(descriptor).st_size
        self._block = bytearray()
        self._on_its_way = 0
        self._writing: asyncio.Task[None] | None = None
        self._dirty = False

    @property
    def offset(self) -> int:
        return self._stored + self._on_its_way + len(self._block)

    async def append(self, data: bytes) -> None:
        self._block += data
        if len(self._block) >= BLOCK_BYTES:
            await self._begin_writing()

    async def append_from(self, source: ByteSource) -> int:
        await self._written()
        before, block = self._stored, self._take_block()
        self._writing = asyncio.create_task(self._write(block, source))
        await self._written()
        return self._stored - before

    async def flush(self) -> None:
        await self._begin_writing()

    async def sync(self) -> int:
        await self._begin_writing()
        await self._written()
        if self._dirty:
            # the disk works, not this process; syncs at the same time share its work
            async with paused():
                await self._run_sync(lambda: os.fdatasync(self._descriptor))
            self._dirty = False
        return self._stored

    async def start(self, count: int) -> bytes:
        await self._begin_writing()
        await self._written()
        found: bytes = await self._run(lambda: os.pread(self._descriptor, count, 0))
        return found

    async def discard(self) -> None:
        await self._written()
        self._block.clear()
        await self._run(lambda: os.ftruncate(self._descriptor, 0))
        self._stored, self._dirty = 0, True

    def wanted(self) -> bool:
        return self._lock.wanted()

    async def close(self) -> None:
        """Waits for the last block, and closes the file."""
        with contextlib.suppress(DomainError, OSError):
            await self._written()
        os.close(self._descriptor)

    def _move(self, block: bytearray, source: ByteSource | None) -> None:
        """Writes a block and what a source has, in a thread.

        No more than lets others have a turn.
        """
        begun, at = self._stored, self._stored + len(block)
        _write_all(self._descriptor, block, begun)
        if source is None:
            return
        end = at + MOVED_BYTES
        with memoryview(_buffer()) as buffer:
            while at < end and source.left and (count := source.read_into(buffer)):
                _write_all(self._descriptor, buffer[:count], at)
                at += count
                if at - begun >= BLOCK_BYTES:
                    # the kernel begins to write it out, so that the sync at the end finds little left to do
                    os.posix_fadvise(self._descriptor, begun, at - begun, os.POSIX_FADV_DONTNEED)
                    begun = at

    async def _begin_writing(self) -> None:
        await self._written()
        if self._block:
            self._writing = asyncio.create_task(self._write(self._take_block()))

    def _take_block(self) -> bytearray:
        block, self._block = self._block, bytearray()
        self._on_its_way = len(block)
        return block

    async def _write(self, block: bytearray, source: ByteSource | None = None) -> None:
        self._dirty = True
        try:
            await self._run(lambda: self._move(block, source))
        finally:
            # what a full disk took of the block is stored as well
            self._stored, self._on_its_way = os.fstat(self._descriptor).st_size, 0

    async def _written(self) -> None:
        if self._writing is not None:
            writing, self._writing = self._writing, None
            await _until_done(writing)
            writing.result()


async def _until_done(task: asyncio.Task[None]) -> None:
    """Waits to the end, also in a request that is cancelled.

    So neither file nor source is closed under a thread.
    """
    cancelled = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as why:
            cancelled = why
    if cancelled is not None:
        raise cancelled


def open_source(path: Path) -> int:
    """Opens the file of an upload, and makes the name of a new one durable."""
    new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if new:
        sync_directory(path.parent)
    return descriptor


_buffers = threading.local()


def _buffer() -> bytearray:
    """The buffer of this thread."""
    if not hasattr(_buffers, "own"):
        _buffers.own = bytearray(READ_BYTES)
    own: bytearray = _buffers.own
    return own


def _write_all(descriptor: int, block: bytearray | memoryview, at: int) -> None:
    with memoryview(block) as rest:
        written = 0
        while written < len(rest):
            written += os.pwrite(descriptor, rest[written:], at + written)
