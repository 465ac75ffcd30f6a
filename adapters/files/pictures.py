"""Re-encodes pictures in a child process with bounded memory and time."""

import asyncio
import io
import multiprocessing
import resource
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from application.files.ports import Picture
from domain.shared.errors import DomainError

MAX_EDGE_PIXELS = 1500
MAX_PIXELS = 40_000_000
MAX_MEMORY_BYTES = 1024 * 1024 * 1024
MAX_SECONDS = 20
# accepted formats and their media types
FORMATS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
QUALITY = 88


class SandboxedPictureEncoder:
    """Implements ``PictureEncoder`` in a child process.

    The process starts on first use and restarts after it died.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def reencode(self, content: bytes) -> Picture:
        loop = asyncio.get_running_loop()
        try:
            made = await asyncio.wait_for(loop.run_in_executor(self._executor(), _reencode, content), MAX_SECONDS)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            made = None
        if made is None:
            raise DomainError("files.not_a_picture")
        return Picture(*made)

    def close(self) -> None:
        """Kills the child process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_limit_memory)
        return self._pool


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _reencode(content: bytes) -> tuple[bytes, str, int, int] | None:
    """Returns None for anything but an accepted picture. Runs in the child process."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        with Image.open(io.BytesIO(content), formats=list(FORMATS)) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                return None
            kind = str(opened.format)
            picture = _pixels_only(ImageOps.exif_transpose(opened), kind)
            picture.thumbnail((MAX_EDGE_PIXELS, MAX_EDGE_PIXELS))
            written = io.BytesIO()
            picture.save(written, kind, quality=QUALITY)
            return written.getvalue(), FORMATS[kind], picture.width, picture.height
    except Exception:  # any error of a decoder means that the bytes are no picture
        return None


def _pixels_only(picture: Any, kind: str) -> Any:
    """Copies the pixels into a new picture: no EXIF, comment, profile or second frame."""
    from PIL import Image

    mode = "RGB" if kind == "JPEG" or not picture.has_transparency_data else "RGBA"
    pixels = picture.convert(mode)
    plain = Image.new(mode, pixels.size)
    plain.paste(pixels)
    return plain
