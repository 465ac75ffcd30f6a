"""The directory of a video at the built-in host, and the names in it.

``source``: the uploaded bytes, whose number is the offset of the upload. ``lock``: held by the request that writes.
``wanted``: touched by a request that waits for the lock. ``metadata``: of the upload, as its client gave it. The other
files are the results of processing; see ``media``.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from domain.shared.errors import NotFound

SOURCE, LOCK, WANTED, METADATA = "source", "lock", "wanted", "metadata"
MEDIA, POSTER = "media.json", "poster.jpg"
# the best stream, and the further ones by their height in pixels
BEST, LOWER = "video.mp4", "{height}.mp4"
_PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
_STREAM = re.compile(r"(video|\d{2,4})\.mp4", re.ASCII)


@dataclass(frozen=True)
class VideoDirectory:
    """The directory of all videos.

    Every path in it is made of checked names (ASVS-34).
    """

    root: Path

    def of(self, public_id: str) -> Path:
        """The directory of a video. Raises NotFound for what is no public id."""
        if not _PUBLIC_ID.fullmatch(public_id):
            raise NotFound("Video", public_id)
        return self.root / public_id

    def all(self) -> Iterator[Path]:
        """The directories of videos.

        What else is beside them, as on a disk of its own, is not ours.
        """
        with contextlib.suppress(FileNotFoundError):
            yield from (path for path in self.root.iterdir() if _PUBLIC_ID.fullmatch(path.name) and path.is_dir())

    def source(self, public_id: str) -> Path:
        """The uploaded bytes."""
        return self.of(public_id) / SOURCE

    def stream(self, public_id: str, name: str) -> Path:
        """A stream by its file name."""
        if not _STREAM.fullmatch(name):
            raise NotFound("Video", name)
        return self.of(public_id) / name

    def poster(self, public_id: str) -> Path:
        """The poster."""
        return self.of(public_id) / POSTER

    def media(self, public_id: str) -> Path:
        """The description of the results."""
        return self.of(public_id) / MEDIA
