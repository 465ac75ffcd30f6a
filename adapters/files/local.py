"""Stores files in a directory: written to a temporary file, synced, then renamed."""

import asyncio
import contextlib
import errno
import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

from adapters.files.leftovers import STORE_LOCK, UNFINISHED_UPLOAD
from application.files.ports import StoredBytes
from domain.shared.errors import DomainError, NotFound

CHUNK_BYTES = 256 * 1024
DIGEST = re.compile(r"[0-9a-f]{64}")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class LocalFileStore:
    """Implements ``FileStore`` in a directory.

    The directory may be a volume that several machines share.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def put(self, content: AsyncIterator[bytes]) -> StoredBytes:
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        written, size, digest = Path(await asyncio.to_thread(self._create_temporary)), 0, hashlib.sha256()
        try:
            with await asyncio.to_thread(written.open, "wb") as file:
                async for chunk in content:
                    digest.update(chunk)
                    size += len(chunk)
                    await asyncio.to_thread(file.write, chunk)
                file.flush()
                await asyncio.to_thread(os.fsync, file.fileno())
            await asyncio.to_thread(self._rename, written, digest.hexdigest())
        except OSError as error:
            if error.errno in NO_ROOM:
                raise DomainError("files.no_room") from error
            raise
        finally:
            written.unlink(missing_ok=True)
        return StoredBytes(digest.hexdigest(), size)

    async def open(self, digest: str) -> AsyncIterator[bytes]:
        try:
            file = await asyncio.to_thread(self._path(digest).open, "rb")
        except FileNotFoundError:
            raise NotFound("file", digest) from None
        with file:
            while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
                yield chunk

    async def delete(self, digest: str, *, unused_since: datetime) -> bool:
        return await asyncio.to_thread(self._delete, self._path(digest), unused_since)

    async def unused_since(self, before: datetime) -> AsyncIterator[str]:
        for path in await asyncio.to_thread(lambda: list(self._directory.glob("??/*"))):
            with contextlib.suppress(FileNotFoundError):
                if DIGEST.fullmatch(path.name) and _stored_at(path) < before:
                    yield path.name

    def _create_temporary(self) -> str:
        handle, name = tempfile.mkstemp(prefix=UNFINISHED_UPLOAD, dir=self._directory)
        os.close(handle)
        return name

    def _rename(self, written: Path, digest: str) -> None:
        path = self._path(digest)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with self._locked(fcntl.LOCK_SH):
            written.replace(path)
        _sync_directory(path.parent)

    def _delete(self, path: Path, unused_since: datetime) -> bool:
        with contextlib.suppress(FileNotFoundError), self._locked(fcntl.LOCK_EX):
            if _stored_at(path) < unused_since:
                path.unlink()
                return True
        return False

    @contextlib.contextmanager
    def _locked(self, how: int) -> Iterator[None]:
        """Keeps renames and deletions apart, in any process."""
        descriptor = os.open(self._directory / STORE_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, how)
            yield
        finally:
            os.close(descriptor)

    def _path(self, digest: str) -> Path:
        if not DIGEST.fullmatch(digest):
            raise NotFound("file", digest)
        return self._directory / digest[:2] / digest


def _stored_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _sync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
