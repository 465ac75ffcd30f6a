"""Ports of links: capabilities to upload one video or to play one of its files."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

# a link of an upload; afterwards ``upload-links/{id}/renew`` gives another one (V1)
UPLOAD_LINK_LIVES = timedelta(hours=24)
# the address that a player is given; the player renews it (D-95)
PLAY_LINK_LIVES = timedelta(hours=2)
POSTER = "poster"


@dataclass(frozen=True)
class UploadLink:
    """The right to upload one video: path and expiry."""

    public_id: str
    path: str
    expires_at: datetime


@runtime_checkable
class UploadLinks(Protocol):
    """Links of uploads: their bearer sends the bytes of one video, without signing in.

    A link carries the public id of the video, its expiry and a signature.
    """

    def link(self, public_id: str, now: datetime) -> UploadLink:
        """Returns a fresh link."""
        ...

    def read(self, upload_id: str, now: datetime) -> UploadLink:
        """Reads a link by the last part of its path.

        Raises NotFound where it was not made here, DomainError("videos.link_expired") after its expiry.
        """
        ...


@runtime_checkable
class PlayLinks(Protocol):
    """Addresses of a video's files.

    Each signed for one viewer until it expires (D-95).

    ``viewer``: "user:7" or "student:9".
    """

    def stream(self, public_id: str, height: int, viewer: str, until: datetime) -> str:
        """Returns path and query of a stream of this height in pixels."""
        ...

    def poster(self, public_id: str, viewer: str, until: datetime) -> str:
        """Returns path and query of the poster."""
        ...

    def is_valid(self, public_id: str, file: str, viewer: str, until: int, signature: str, now: datetime) -> bool:
        """Verifies signature and expiry.

        ``file``: the height of a stream, or POSTER; ``until``: seconds since the epoch.
        """
        ...
