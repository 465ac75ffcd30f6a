"""A console served by an API and an uploads server that hand connections over."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from entrypoints.http.handover.ends import ApiEnd, HandoverEnd, UploadsEnd
from entrypoints.http.handover.server import HandoverServer
from tests.support.console import Console


@dataclass
class Served:
    """A running server.

    ``requests`` are the methods and paths that it served, with the client's port.
    """

    end: HandoverEnd
    server: HandoverServer
    requests: list[tuple[str, str, int]] = field(default_factory=list)
    running: "asyncio.Task[None] | None" = None

    async def stop(self) -> None:
        """Stops it as SIGTERM does."""
        self.server.should_exit = True
        if self.running is not None:
            await self.running

    @property
    def connections(self) -> int:
        """The number of connections that it has."""
        return len(self.server.server_state.connections)

    @property
    def methods(self) -> list[str]:
        """The methods of what it served."""
        return [method for method, _, _ in self.requests]


async def start_server(console: Console, end: HandoverEnd, sockets: list[socket.socket]) -> Served:
    """Starts a server of the console."""

    async def noted(scope: Any, receive: Any, send: Any) -> None:
        served.requests.append((scope["method"], scope["path"], scope["client"][1]))
        await console.app(scope, receive, send)

    options: dict[str, Any] = {"log_config": None, "lifespan": "off", "timeout_graceful_shutdown": 5}
    served = Served(end, HandoverServer(noted, end, **options))
    served.running = asyncio.create_task(served.server._serve(sockets=sockets))
    while not served.server.started:  # noqa: ASYNC110  the flag belongs to uvicorn
        await asyncio.sleep(0.01)
    return served


@dataclass
class TwoServers:
    """An API at an address, and the uploads server that it finds."""

    console: Console
    address: str
    directory: Path
    api: Served
    uploads: Served

    async def restart_uploads(self) -> None:
        """Starts an uploads server after the present one."""
        self.uploads = await start_server(self.console, UploadsEnd(self.directory), [])


@asynccontextmanager
async def two_servers(console: Console, directory: Path) -> AsyncIterator[TwoServers]:
    """Both servers in this process, with a socket between them as in production."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    uploads = await start_server(console, UploadsEnd(directory), [])
    api = await start_server(console, ApiEnd(directory), [listening])
    both = TwoServers(console, address, directory, api, uploads)
    try:
        yield both
    finally:
        await both.api.stop()
        await both.uploads.stop()
