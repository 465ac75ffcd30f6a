"""Encryption of secrets in the database.

AES-256-GCM under keys derived from the secret key.
"""

import hashlib
import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

# The first byte of a ciphertext is its format, so that another can be added.
FORMAT = b"\x01"
NONCE_BYTES = 12
TAG_BYTES = 16


class AesCipher:
    """See ``application.ports.Cipher``.

    ``purpose`` separates the keys: no other cipher decrypts the values of this one.
    """

    def __init__(self, secret_key: str, purpose: str) -> None:
        root = secret_key.encode()
        self._aes = AESGCM(hmac.digest(root, b"encrypt:" + purpose.encode(), hashlib.sha256))
        key = hmac.digest(root, b"digest:" + purpose.encode(), hashlib.sha256)
        self._inner, self._outer = (hashlib.sha256(_padded(key, sign)) for sign in (0x36, 0x5C))

    def encrypt(self, plain: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return FORMAT + nonce + self._aes.encrypt(nonce, plain, FORMAT)

    def decrypt(self, sealed: bytes) -> bytes:
        if sealed[:1] != FORMAT or len(sealed) < 1 + NONCE_BYTES + TAG_BYTES:
            raise ValueError("not a ciphertext of this console")
        nonce, body = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        try:
            return self._aes.decrypt(nonce, body, FORMAT)
        except InvalidTag as problem:
            raise ValueError("the ciphertext was changed, or made with another key") from problem

    def digest(self, plain: bytes) -> str:
        """HMAC-SHA256 from precomputed key states.

        OpenSSL's own takes ten times as long for a short text.
        """
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(plain)
        outer.update(inner.digest())
        return outer.hexdigest()


def _padded(key: bytes, sign: int) -> bytes:
    """A key padded for HMAC (RFC 2104); the console's are shorter than a block."""
    return bytes(byte ^ sign for byte in key.ljust(hashlib.sha256().block_size, b"\0"))
