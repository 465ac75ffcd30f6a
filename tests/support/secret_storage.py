"""Hashing and encryption of generated secrets.

Fast by default; as in production for values that must be read again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.memory.passwords import quick_hash


def _plain(content: bytes) -> bytes:
    return content


@dataclass(frozen=True)
class SecretStorage:
    """``hash_password``: a password for storage; ``encrypt``: encrypted documents."""

    hash_password: Callable[[str], str] = quick_hash
    encrypt: Callable[[bytes], bytes] = _plain
