"""The parsed sources are dropped after each test module."""

from collections.abc import Iterator

import pytest

from tests.architecture.sources import sources


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    """The syntax trees of all files are large and would slow down later tests."""
    yield
    sources.cache_clear()
