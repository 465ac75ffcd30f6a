"""The bytes of uploads on disk, in constant memory (protocols §2.3, case 16).

The number of stored bytes is the size of the file: there is no second figure that a crash could leave wrong.
"""

import asyncio
import contextlib
import errno
import os
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from adapters.video_host.built_in import upload_lock
from adapters.video_host.built_in.held_file import HeldFile, open_source
from adapters.video_host.built_in.layout import METADATA, VideoDirectory
from adapters.video_host.built_in.media import sync_directory
from adapters.video_host.built_in.upload_lock import UploadLock
from application.videos.built_in.turns import paused
from domain.shared.errors import DomainError, NotFound

T = TypeVar("T")
# the disk is never filled further: the database and the broker may be on it
RESERVE_BYTES, RESERVE_SHARE = 1024**3, 20
# more than turns: requests that move no bytes find a thread as well
_THREADS, _SYNC_THREADS = 8, 16
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class UploadStorage:
    """Implements ``UploadBytes``, with threads of its own.

    A slow disk delays uploads alone.
    """

    def __init__(self, directory: VideoDirectory) -> None:
        self._directory = directory
        # of the requests that wait for an upload
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="uploads")
        self._sync_threads = ThreadPoolExecutor(_SYNC_THREADS, thread_name_prefix="upload-syncs")

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown(wait=False)
        self._sync_threads.shutdown(wait=False)

    async def exists(self, public_id: str) -> bool:
        return await self._run(self._directory.of(public_id).exists)

    async def received(self, public_id: str) -> int:
        path = self._directory.source(public_id)
        return await self._run(lambda: _size_of(path))

    @contextlib.asynccontextmanager
    async def hold(self, public_id: str, room: int | None = None) -> AsyncIterator[HeldFile]:
        lock, source = UploadLock(self._directory.of(public_id)), self._directory.source(public_id)

        def opened() -> int:
            lock.acquire_at_once()
            if room is not None:
                self._check_room(room)
            try:
                return open_source(source)
            except FileNotFoundError:
                raise NotFound("Video", public_id) from None

        try:
            descriptor = await self._opened(lock, self._run(opened))
        except BlockingIOError:
            async with paused():
                descriptor = await self._waited(lock, opened)
        try:
            file = HeldFile(descriptor, lock, self._run, self._run_sync)
            try:
                yield file
            finally:
                await file.close()
        finally:
            lock.release()

    async def _waited(self, lock: UploadLock, opened: Callable[[], int]) -> int:
        """Waits for the lock, in no thread: players and files need them meanwhile.

        Of those that wait here for one upload the first asks, and the others wait for it, however many they are.
        """

        def next_try() -> int:
            lock.ask()
            return opened()

        queue = self._queues.setdefault(lock.name, asyncio.Lock())
        try:
            async with asyncio.timeout(upload_lock.WAIT_SECONDS), queue:
                while True:
                    with contextlib.suppress(BlockingIOError):
                        return await self._opened(lock, self._run(next_try))
                    await asyncio.sleep(upload_lock.ASK_EVERY_SECONDS)
        except TimeoutError:
            raise DomainError("videos.locked") from None

    async def _opened(self, lock: UploadLock, opening: Coroutine[Any, Any, int]) -> int:
        """Returns the file of an upload once its lock is acquired.

        Neither is kept for a request that has ended meanwhile: its thread goes on, and may acquire the lock afterwards.
        """
        thread = asyncio.ensure_future(opening)
        try:
            return await asyncio.shield(thread)
        except asyncio.CancelledError:
            thread.add_done_callback(lambda ended: _give_back(lock, ended))
            raise
        except BaseException:
            lock.release()
            raise

    async def prepare(self, public_id: str) -> None:
        directory = self._directory.of(public_id)
        await self._run(lambda: directory.mkdir(mode=0o700, parents=True, exist_ok=True))
        await self._run(lambda: sync_directory(directory.parent))

    async def check_room(self, size: int) -> None:
        await self._run(lambda: self._check_room(size))

    def _check_room(self, size: int) -> None:
        root = self._directory.root
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk = shutil.disk_usage(root)
        if size > disk.free - min(RESERVE_BYTES, disk.total // RESERVE_SHARE):
            raise DomainError("videos.no_room")

    async def metadata(self, public_id: str) -> str:
        path = self._directory.of(public_id) / METADATA
        return await self._run(lambda: _text_of(path))

    async def keep_metadata(self, public_id: str, metadata: str) -> None:
        path = self._directory.of(public_id) / METADATA
        try:
            await self._run(lambda: path.write_text(metadata, encoding="ascii"))
        except FileNotFoundError:
            raise NotFound("Video", public_id) from None

    async def delete(self, public_id: str) -> None:
        directory = self._directory.of(public_id)
        # a new name first: a request that has not opened the files yet finds none, and makes none
        await self._run(lambda: _delete(directory, self._directory.of(f"deleted-{secrets.token_urlsafe()}")))

    async def stored_since(self, before: float) -> list[str]:
        return await self._run(lambda: sorted(it.name for it in self._directory.all() if _newest(it) < before))

    async def _run(self, work: Callable[[], T]) -> T:
        return await self._run_in(self._threads, work)

    async def _run_sync(self, work: Callable[[], T]) -> T:
        return await self._run_in(self._sync_threads, work)

    async def _run_in(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work)
        except OSError as fault:
            if fault.errno in _NO_ROOM:
                raise DomainError("videos.no_room") from fault
            raise


def _give_back(lock: UploadLock, opened: "asyncio.Future[int]") -> None:
    """Closes what a thread opened for a request that has ended."""
    if not opened.cancelled() and opened.exception() is None:
        os.close(opened.result())
    lock.release()


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        return ""


def _delete(directory: Path, under: Path) -> None:
    """Renames a directory and deletes it; what a crash leaves of it is an orphan."""
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(directory.rename(under))


def _newest(path: Path) -> float:
    """The last change of a video's directory or of a file in it."""
    with contextlib.suppress(FileNotFoundError):
        return max(one.stat().st_mtime for one in (path, *path.iterdir()))
    return time.time()
