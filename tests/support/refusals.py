"""What a test says of a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from domain.shared.errors import DomainError


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Just this refusal is raised within."""
    with pytest.raises(DomainError) as caught:
        yield
    assert caught.value.code == code
