"""Ports of the built-in host's bytes.

Uploads in transfer, and streams that are played.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class ByteSource(Protocol):
    """A body that threads read from its connection.

    ``head``: its first bytes, which have arrived already; ``left``: the number of those behind them, not read yet.
    """

    head: bytes
    left: int

    async def wait(self) -> None:
        """Waits until many bytes are there, a while at most; a read tells.

        Raises ClientGone for a client that is too slow.
        """
        ...

    def read_into(self, buffer: memoryview) -> int:
        """Reads bytes in a thread; returns their number.

        Waits a moment for them unless another upload waits for its turn. Raises ClientGone.
        """
        ...

    def close(self) -> None:
        """Gives the connection back; the rest of the body is not read from it."""
        ...


@runtime_checkable
class HeldUpload(Protocol):
    """The stored bytes of one upload, held by this request alone.

    All raise DomainError("videos.no_room") when the disk is full; what was stored until then stays.
    """

    @property
    def offset(self) -> int:
        """The bytes stored, those included that are on their way to the disk."""
        ...

    async def append(self, data: bytes) -> None:
        """Stores bytes behind the others; they may reach the disk later."""
        ...

    async def append_from(self, source: ByteSource) -> int:
        """Stores the bytes that a source has; returns the number stored."""
        ...

    async def flush(self) -> None:
        """Hands the bytes to the system, so that they outlive this process."""
        ...

    async def sync(self) -> int:
        """Waits until the bytes outlive a loss of power; returns their number."""
        ...

    async def start(self, count: int) -> bytes:
        """Returns the first bytes of the upload, at most ``count``."""
        ...

    async def discard(self) -> None:
        """Deletes all bytes of the upload."""
        ...

    def wanted(self) -> bool:
        """True if another request waits for the upload since this one holds it."""
        ...


@runtime_checkable
class UploadBytes(Protocol):
    """The bytes of uploads; the number of those stored is the offset of the upload."""

    async def exists(self, public_id: str) -> bool:
        """Returns True while there is anything of the video."""
        ...

    async def received(self, public_id: str) -> int:
        """Returns the number of stored bytes; 0 for an unknown upload."""
        ...

    def hold(self, public_id: str, room: int | None = None) -> AbstractAsyncContextManager[HeldUpload]:
        """Holds the upload, one request of all processes at a time.

        ``room``: the bytes that must fit beside the reserve of the disk.

        One that is silent gives way to a new one (case 1); DomainError("videos.locked") beside a lively one. The hold
        ends with its process, however that ends (case 2). Raises NotFound for an upload that was not prepared, or is
        deleted: then nothing is made anew.
        """
        ...

    async def prepare(self, public_id: str) -> None:
        """Makes the place of an upload."""
        ...

    async def check_room(self, size: int) -> None:
        """Checks that so many bytes fit beside the reserve of the disk.

        Raises DomainError("videos.no_room").
        """
        ...

    async def metadata(self, public_id: str) -> str:
        """Returns the metadata that its client gave, or an empty text."""
        ...

    async def keep_metadata(self, public_id: str, metadata: str) -> None:
        """Stores the metadata of the client. Raises NotFound for a deleted upload."""
        ...

    async def delete(self, public_id: str) -> None:
        """Deletes every file of a video, if there are any."""
        ...

    async def stored_since(self, before: float) -> list[str]:
        """Returns the public ids of directories that nobody wrote to since.

        ``before``: seconds since the epoch.
        """
        ...


@dataclass(frozen=True)
class StoredStream:
    """A file that is played.

    Its bytes, media type, and a tag that changes with its content.
    """

    size: int
    media_type: str
    tag: str


@runtime_checkable
class StreamBytes(Protocol):
    """The files of processed videos. Reading holds nothing (case 2)."""

    async def find(self, public_id: str, file: str) -> StoredStream:
        """Returns a stream by its height in pixels, or the POSTER. Raises NotFound."""
        ...

    def read(self, public_id: str, file: str, start: int, end: int) -> AsyncIterator[bytes]:
        """Yields the bytes from ``start`` up to, and without, ``end``."""
        ...
