"""Re-encodes pictures in a child process with bounded memory and time."""

import io
from typing import Any

from adapters.files.sandbox import Sandbox
from application.files.ports import Picture
from domain.shared.errors import DomainError

MAX_EDGE_PIXELS = 1500
MAX_PIXELS = 40_000_000
# accepted formats and their media (MIME) types
FORMATS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
QUALITY = 88


class SandboxedPictureEncoder(Sandbox):
    """Implements ``PictureEncoder`` in a child process."""

    async def reencode(self, content: bytes) -> Picture:
        encoded = await self.run(_reencode, content)
        if encoded is None:
            raise DomainError("files.not_a_picture")
        return Picture(*encoded)


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
