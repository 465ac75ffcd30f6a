"""Encryption of stored values: confidential, authentic, bound to a purpose.

D-19.
"""

import hmac

import pytest

from adapters.security.cipher import AesCipher

SECRET, PAPER = "a-secret-key", b"AA1234567"


def test_an_encrypted_value_is_decrypted_and_never_repeats() -> None:
    cipher = AesCipher(SECRET, "papers")
    first, second = cipher.encrypt(PAPER), cipher.encrypt(PAPER)
    assert cipher.decrypt(first) == cipher.decrypt(second) == PAPER
    assert first != second
    assert PAPER not in first


def test_a_changed_byte_key_or_purpose_is_detected() -> None:
    sealed = AesCipher(SECRET, "papers").encrypt(PAPER)
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for cipher, text in (
        (AesCipher(SECRET, "papers"), changed),
        (AesCipher(SECRET, "papers"), b""),
        (AesCipher(SECRET, "papers"), PAPER),
        (AesCipher("another key", "papers"), sealed),
        (AesCipher(SECRET, "tokens"), sealed),
    ):
        with pytest.raises(ValueError, match="ciphertext"):
            cipher.decrypt(text)


def test_a_digest_depends_on_the_key() -> None:
    """A passport has few digits: a plain digest could be guessed."""
    assert AesCipher(SECRET, "papers").digest(PAPER) == AesCipher(SECRET, "papers").digest(PAPER)
    assert AesCipher(SECRET, "papers").digest(PAPER) != AesCipher("another key", "papers").digest(PAPER)


@pytest.mark.parametrize("plain", [b"", PAPER, b"x" * 1000])
def test_a_digest_stays_the_same_over_versions(plain: bytes) -> None:
    """HMAC-SHA256 under the purpose's key: stored digests must still match."""
    key = hmac.digest(SECRET.encode(), b"digest:papers", "sha256")
    assert AesCipher(SECRET, "papers").digest(plain) == hmac.new(key, plain, "sha256").hexdigest()
