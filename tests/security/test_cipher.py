"""What the database holds sealed can't be read, changed unnoticed, or opened by another part of the console (D-19)."""

import hmac

import pytest

from adapters.security.cipher import AesCipher

SECRET, PAPER = "a-secret-key", b"AA1234567"


def test_what_is_sealed_comes_back_and_never_looks_the_same_twice() -> None:
    cipher = AesCipher(SECRET, "papers")
    first, second = cipher.encrypt(PAPER), cipher.encrypt(PAPER)
    assert cipher.decrypt(first) == cipher.decrypt(second) == PAPER
    assert first != second
    assert PAPER not in first


def test_a_changed_byte_another_key_or_purpose_is_noticed() -> None:
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


def test_a_digest_tells_equal_papers_and_can_not_be_guessed_without_the_key() -> None:
    """A passport has few digits: a plain digest could be tried out."""
    assert AesCipher(SECRET, "papers").digest(PAPER) == AesCipher(SECRET, "papers").digest(PAPER)
    assert AesCipher(SECRET, "papers").digest(PAPER) != AesCipher("another key", "papers").digest(PAPER)


@pytest.mark.parametrize("plain", [b"", PAPER, b"x" * 1000])
def test_a_digest_is_the_one_that_is_kept_already(plain: bytes) -> None:
    """HMAC-SHA256 under the purpose's key: what was kept years ago must still tell equal papers."""
    key = hmac.digest(SECRET.encode(), b"digest:papers", "sha256")
    assert AesCipher(SECRET, "papers").digest(plain) == hmac.new(key, plain, "sha256").hexdigest()
