"""Pictures remade in a process of their own, bounded in memory and time: a hostile file ends that process at most."""

import asyncio
import io
import multiprocessing
import resource
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from application.files.ports import Picture
from domain.shared.errors import DomainError

LONGEST_EDGE = 1500
PIXELS_MAX = 40_000_000
MEMORY_MAX = 1024 * 1024 * 1024
SECONDS_MAX = 20
# the formats that are taken, and what each is written as
FORMATS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
QUALITY = 88


class SandboxedPictures:
    """See ``application.files.ports.Pictures``. The process is started when first needed, and again when it died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def remake(self, content: bytes) -> Picture:
        loop = asyncio.get_running_loop()
        try:
            made = await asyncio.wait_for(loop.run_in_executor(self._running(), _remade, content), SECONDS_MAX)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            made = None
        if made is None:
            raise DomainError("files.not_a_picture")
        return Picture(*made)

    def close(self) -> None:
        """Ends the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_bounded)
        return self._pool


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))


def _remade(content: bytes) -> tuple[bytes, str, int, int] | None:
    """None for whatever is no picture of ours. Runs in the process of its own."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = PIXELS_MAX
    try:
        with Image.open(io.BytesIO(content), formats=list(FORMATS)) as opened:
            if opened.width * opened.height > PIXELS_MAX:
                return None
            kind = str(opened.format)
            picture = _plain(ImageOps.exif_transpose(opened), kind)
            picture.thumbnail((LONGEST_EDGE, LONGEST_EDGE))
            written = io.BytesIO()
            picture.save(written, kind, quality=QUALITY)
            return written.getvalue(), FORMATS[kind], picture.width, picture.height
    except Exception:  # whatever a decoder says of hostile bytes, they are no picture
        return None


def _plain(picture: Any, kind: str) -> Any:
    """The pixels alone, in a new picture: no EXIF, no comment, no profile, no second frame."""
    from PIL import Image

    mode = "RGB" if kind == "JPEG" or not picture.has_transparency_data else "RGBA"
    pixels = picture.convert(mode)
    plain = Image.new(mode, pixels.size)
    plain.paste(pixels)
    return plain
