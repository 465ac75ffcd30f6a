"""What use cases need to keep files: a store of bytes by their digest, signed links, and pictures made harmless."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class Kept:
    """Bytes that are safely stored: their SHA-256 in hexadecimal, and how many there are."""

    digest: str
    size: int


@runtime_checkable
class Files(Protocol):
    """Keeps bytes under their digest; equal bytes are kept once (D-72)."""

    async def put(self, content: AsyncIterator[bytes]) -> Kept:
        """Stores the whole content, or nothing. Raises DomainError("files.no_room") when the disk is full."""
        ...

    def open(self, digest: str) -> AsyncIterator[bytes]:
        """The bytes in pieces; raises NotFound at the first one where there are none."""
        ...

    async def delete(self, digest: str) -> None:
        """Takes them away; nothing where there are none."""
        ...

    def unused_since(self, before: datetime) -> AsyncIterator[str]:
        """The digests of what was stored before this instant and not since."""
        ...


@runtime_checkable
class FileLinks(Protocol):
    """Links that let their bearer read one file for a while, without signing in."""

    def link(self, public_id: str, now: datetime) -> str:
        """The path and query to ask for; the same within a quarter of an hour."""
        ...

    def good(self, public_id: str, until: int, signature: str, now: datetime) -> bool:
        """Whether the link was given by us and is alive. ``until``: seconds since the epoch."""
        ...


@dataclass(frozen=True)
class Picture:
    """A picture made anew from its pixels: nothing of the uploaded bytes is in it."""

    content: bytes
    media_type: str
    width: int
    height: int


@runtime_checkable
class Pictures(Protocol):
    """Makes uploaded pictures harmless."""

    async def remake(self, content: bytes) -> Picture:
        """The same picture, upright, bounded in size, without what cameras write into it (ASVS-30, 32, 33).

        Raises DomainError("files.not_a_picture") unless the bytes are a JPEG, PNG or WebP of bearable size.
        """
        ...
