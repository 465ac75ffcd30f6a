"""Tests of the HTTP side have a console: one for the tests of a module, or a fresh one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.console import Console, a_console


@pytest.fixture(scope="module")
async def console(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Console]:
    """A console that the tests of a module share."""
    async with a_console(shared_database_url, tmp_path_factory.mktemp("home")) as console:
        yield console


@pytest.fixture
async def fresh_console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console over an empty centre, for one test."""
    async with a_console(database_url, tmp_path) as console:
        yield console
