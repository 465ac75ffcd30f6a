"""Assertions about domain errors."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from domain.shared.errors import DomainError


@contextmanager
def raises_error(code: str) -> Iterator[None]:
    """Asserts that the block raises a ``DomainError`` of this code."""
    with pytest.raises(DomainError) as caught:
        yield
    assert caught.value.code == code
