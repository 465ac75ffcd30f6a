"""Pictures, valid and hostile."""

import io
import struct
import zlib
from typing import Any

from PIL import Image

GPS = "0°0'"


def a_photo(kind: str = "JPEG", size: tuple[int, int] = (420, 420), **saved: Any) -> bytes:
    """A blue picture whose upper left quarter is red."""
    picture = Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1] // 2))
    written = io.BytesIO()
    picture.save(written, kind, **saved)
    return written.getvalue()


def a_photo_with_metadata() -> bytes:
    """A photo with rotation, camera maker and location in its EXIF."""
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    return a_photo(size=(400, 200), exif=exif, comment=b"SecretComment")


def a_decompression_bomb(width: int = 50_000, height: int = 50_000) -> bytes:
    """A small PNG that declares 2.5 thousand million pixels (ASVS-32)."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


def opened(content: bytes) -> Image.Image:
    """Opens a picture."""
    return Image.open(io.BytesIO(content))
