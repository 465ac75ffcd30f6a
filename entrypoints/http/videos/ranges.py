"""Byte ranges of a stored file (RFC 9110 §14)."""

import re
from dataclasses import dataclass

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


@dataclass(frozen=True)
class ByteRange:
    """The bytes from ``start`` up to, and without, ``end``."""

    start: int
    end: int


class UnsatisfiableRange(Exception):
    """No byte of the file is in the range."""


def parse_range(given: str, size: int) -> ByteRange | None:
    """The range of a header.

    None for none, or one that is ignored: several, other units, malformed.

    Raises UnsatisfiableRange.
    """
    parts = _RANGE.fullmatch(given.strip())
    if parts is None or not (parts[1] or parts[2]):
        return None
    if not parts[1]:
        start, end = max(0, size - int(parts[2])), size
    else:
        start, end = int(parts[1]), min(int(parts[2] or size) + 1, size)
        if parts[2] and int(parts[2]) < start:
            return None
    if start >= end:
        raise UnsatisfiableRange
    return ByteRange(start, end)
