"""What these tests read is let go after each module of them."""

from collections.abc import Iterator

import pytest

from tests.architecture.sources import sources


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    """The trees of all files are large: whoever comes after would be slower for each of them."""
    yield
    sources.cache_clear()
