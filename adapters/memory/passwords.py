"""A fast password hasher for tests; it protects nothing."""

import hashlib
import os

PREFIX = "quick$"
# enough of the real list for tests
COMMON = {"password", "password1", "12345678", "qwerty123"}


def quick_hash(password: str) -> str:
    """A salted digest that takes a microsecond; never store a real password with it."""
    salt = os.urandom(4).hex()
    return f"{PREFIX}{salt}${_digest(salt, password)}"


def _digest(salt: str, password: str) -> str:
    return hashlib.sha256(f"{salt}{password}".encode()).hexdigest()


class QuickPasswords:
    """See ``application.ports.PasswordHasher``. ``verified`` counts verifications."""

    def __init__(self) -> None:
        self.verified = 0

    async def hash(self, password: str) -> str:
        return quick_hash(password)

    def common(self, password: str) -> bool:
        return password.lower() in COMMON

    async def verify(self, password: str, hashed: str | None) -> bool:
        self.verified += 1
        _, salt, digest = (hashed or f"{PREFIX}$").split("$")
        return hashed is not None and _digest(salt, password) == digest
