"""Reads the files of processed videos."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.media import read_media
from application.videos.built_in.bytes_ports import StoredStream
from application.videos.built_in.links import POSTER
from domain.shared.errors import NotFound

# what a client that does not read holds in memory
READ_BYTES = 128 * 1024


class VideoStreams:
    """Implements ``StreamBytes``."""

    def __init__(self, directory: VideoDirectory) -> None:
        self._directory = directory

    async def find(self, public_id: str, file: str) -> StoredStream:
        return await asyncio.to_thread(self._find, public_id, file)

    async def read(self, public_id: str, file: str, start: int, end: int) -> AsyncIterator[bytes]:
        path = await asyncio.to_thread(self._path, public_id, file)
        with await asyncio.to_thread(path.open, "rb", buffering=0) as opened:
            opened.seek(start)
            left = end - start
            while left > 0 and (piece := await asyncio.to_thread(opened.read, min(READ_BYTES, left))):
                left -= len(piece)
                yield piece

    def _find(self, public_id: str, file: str) -> StoredStream:
        path = self._path(public_id, file)
        try:
            found = path.stat()
        except FileNotFoundError:
            raise NotFound("Video", public_id) from None
        media_type = "image/jpeg" if file == POSTER else "video/mp4"
        return StoredStream(found.st_size, media_type, f'"{found.st_mtime_ns:x}-{found.st_size:x}"')

    def _path(self, public_id: str, file: str) -> Path:
        if file == POSTER:
            return self._directory.poster(public_id)
        media = read_media(self._directory, public_id)
        for one in media.renditions if media else ():
            if str(one.height) == file:
                return self._directory.stream(public_id, one.file)
        raise NotFound("Video", public_id)
