"""How secrets of made-up people are kept: quickly by default, as production does where it must be read again."""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.memory.passwords import quick_hash


def _plain(content: bytes) -> bytes:
    return content


@dataclass(frozen=True)
class Kept:
    """``hashed``: a password for storage. ``sealed``: identity papers for storage."""

    hashed: Callable[[str], str] = quick_hash
    sealed: Callable[[bytes], bytes] = _plain
