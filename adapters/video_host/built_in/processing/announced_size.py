"""The size that AVI and ASF files announce of themselves.

ffmpeg takes the size that it finds, so a cut one passes for a shorter lesson.
"""

from domain.videos.container import SNIFFED_BYTES, family_of

_ASF_PROPERTIES = bytes.fromhex("a1dcab8c47a9cf118ee400c00c205365")
# from the object's beginning: its id, its own size, the id of the file
_ASF_SIZE_AT = 16 + 8 + 16
READ_BYTES = SNIFFED_BYTES


def announced_size(start: bytes) -> int | None:
    """Returns the size by the first bytes of a file; None where they don't tell."""
    match family_of(start):
        case "avi":
            return int.from_bytes(start[4:8], "little") + 8
        case "asf" if (place := start.find(_ASF_PROPERTIES)) >= 0:
            at = place + _ASF_SIZE_AT
            return int.from_bytes(start[at : at + 8], "little")
    return None
