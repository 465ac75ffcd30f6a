"""Ports of files: the store of bytes by digest, signed links, re-encoded pictures."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class StoredBytes:
    """Stored bytes: their SHA-256 in hexadecimal and their number."""

    digest: str
    size: int


@runtime_checkable
class FileStore(Protocol):
    """Stores bytes under their digest; equal bytes are stored once (D-72)."""

    async def put(self, content: AsyncIterator[bytes]) -> StoredBytes:
        """Stores the whole content, or nothing.

        Raises DomainError("files.no_room") when the disk is full.
        """
        ...

    def open(self, digest: str) -> AsyncIterator[bytes]:
        """Yields the bytes in chunks. Raises NotFound at the first chunk."""
        ...

    async def delete(self, digest: str, *, unused_since: datetime) -> bool:
        """Deletes bytes last stored before this instant; returns whether it did.

        No upload of equal bytes comes between the comparison and the deletion.
        """
        ...

    def unused_since(self, before: datetime) -> AsyncIterator[str]:
        """Yields the digests of bytes last stored before this instant."""
        ...


@runtime_checkable
class FileLinks(Protocol):
    """Signed links: their bearer reads one file for a while without signing in."""

    def link(self, public_id: str, now: datetime) -> str:
        """Returns path and query of a link; equal within a quarter of an hour."""
        ...

    def is_valid(self, public_id: str, until: int, signature: str, now: datetime) -> bool:
        """Verifies signature and expiry. ``until``: seconds since the epoch."""
        ...


@dataclass(frozen=True)
class Picture:
    """A picture re-encoded from its pixels, without any of the uploaded bytes."""

    content: bytes
    media_type: str
    width: int
    height: int


@runtime_checkable
class PictureEncoder(Protocol):
    """Re-encodes untrusted pictures."""

    async def reencode(self, content: bytes) -> Picture:
        """Re-encodes upright, bounded in size and without metadata (ASVS-30, 32, 33).

        Raises DomainError("files.not_a_picture") unless the bytes are a JPEG, PNG or WebP of acceptable size.
        """
        ...
