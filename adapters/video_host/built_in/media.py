"""The results of processing a video: ``media.json`` beside its streams.

It is written last, so where it is, the streams are.
"""

import os
from pathlib import Path

import msgspec

from adapters.video_host.built_in.layout import VideoDirectory


class MediaStream(msgspec.Struct, frozen=True):
    """One stream: its file, height in pixels, size in bytes."""

    file: str
    height: int
    bytes: int


class Media(msgspec.Struct, frozen=True):
    """Duration in seconds, and the streams, best first."""

    duration: float
    renditions: tuple[MediaStream, ...]


def read_media(directory: VideoDirectory, public_id: str) -> Media | None:
    """The results of a processed video; None before."""
    try:
        return msgspec.json.decode(directory.media(public_id).read_bytes(), type=Media)
    except FileNotFoundError:
        return None


def write_media(directory: VideoDirectory, public_id: str, media: Media) -> None:
    """Describes results that are in place."""
    path = directory.media(public_id)
    temporary = path.with_name("new-media.json")
    with temporary.open("wb") as file:
        file.write(msgspec.json.encode(media))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Makes the names in a directory durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
