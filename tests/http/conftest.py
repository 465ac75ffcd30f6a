"""Fixtures of HTTP tests: a console per module, or a fresh one per test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.console import Console, a_console


@pytest.fixture(scope="module")
async def console(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Console]:
    """A console shared by the tests of a module."""
    async with a_console(shared_database_url, tmp_path_factory.mktemp("home")) as console:
        yield console


@pytest.fixture
async def fresh_console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console over an empty centre, for one test."""
    async with a_console(database_url, tmp_path) as console:
        yield console
