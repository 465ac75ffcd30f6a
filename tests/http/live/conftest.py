"""A served console with a broker, for the tests of live streams."""

from collections.abc import AsyncIterator

import pytest

from entrypoints.embedded.servers.nats import embedded_nats
from tests.http.live.served_console import ServedConsole, relaying, serve
from tests.support.console import Console, a_console


@pytest.fixture(scope="module")
async def console(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Console]:
    """A console with a broker."""
    home = tmp_path_factory.mktemp("home")
    with embedded_nats(home / "nats") as nats_url:
        async with a_console(shared_database_url, home, CONSOLE_NATS_URL=nats_url) as console:
            yield console


@pytest.fixture(scope="module")
async def served(console: Console) -> AsyncIterator[ServedConsole]:
    """The console on its port, with its relay."""
    async with serve(console) as served, relaying(console):
        yield served
