"""A console on a port, with relay, broker, and clients of its live stream."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import uvicorn

from entrypoints.http.app import STAFF
from entrypoints.http.middleware.slow_client import TimeoutProtocol
from entrypoints.worker import relay
from tests.support.console import Console, Visitor

WITHIN_SECONDS = 10.0


@dataclass
class Listener:
    """A browser's open stream: the messages so far, and its place in them."""

    answer: aiohttp.ClientResponse
    messages: list[tuple[str, Any]] = field(default_factory=list)
    place: str = ""
    heartbeats: int = 0
    ended: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: "asyncio.Task[None] | None" = None

    def start(self) -> None:
        """Reads in the background."""
        self._reading = asyncio.create_task(self._read())

    async def stop(self) -> None:
        """Closes the connection."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        self.answer.close()

    @property
    def changes(self) -> list[Any]:
        """The changes that it was told of."""
        return [data for kind, data in self.messages if kind == "changed"]

    def about(self, topic: str) -> list[Any]:
        """The changes of one topic."""
        return [one for one in self.changes if one["topic"] == topic]

    async def until(self, condition: Callable[["Listener"], Any], seconds: float = WITHIN_SECONDS) -> float:
        """Waits until the condition holds; returns the seconds it took."""
        began = time.monotonic()
        async with asyncio.timeout(seconds):
            while not condition(self):
                self._changed.clear()
                await self._changed.wait()
        return time.monotonic() - began

    async def _read(self) -> None:
        kind = ""
        try:
            async for raw in self.answer.content:
                line = raw.decode().rstrip("\n")
                name, _, value = line.partition(": ")
                if name == "id":
                    self.place = value
                elif name == "event":
                    kind = value
                elif name == "data":
                    self.messages.append((kind, json.loads(value)))
                elif line.startswith(":"):
                    self.heartbeats += 1
                self._changed.set()
        except aiohttp.ClientError:
            pass
        self.ended = True
        self._changed.set()


@dataclass
class ServedConsole:
    """The console at its address."""

    console: Console
    address: str
    http: aiohttp.ClientSession
    listeners: list[Listener] = field(default_factory=list)
    server: uvicorn.Server | None = None
    serving: "asyncio.Task[None] | None" = None

    def stop(self) -> None:
        """Asks the server to stop, as Ctrl-C does."""
        if self.server is not None:
            self.server.should_exit = True

    async def stopped(self) -> None:
        """Waits until the server has stopped."""
        if self.serving is not None:
            await self.serving

    async def request(self, visitor: Visitor, place: str = "") -> aiohttp.ClientResponse:
        """The response to opening the visitor's stream."""
        headers = {"Authorization": f"Bearer {visitor.token}"} | ({"Last-Event-ID": place} if place else {})
        return await self.http.get(f"{self.address}{STAFF}/live", headers=headers)

    async def listen(self, visitor: Visitor, place: str = "") -> Listener:
        """Opens the visitor's stream, which is ready when this returns."""
        answer = await self.request(visitor, place)
        assert answer.status == 200, await answer.text()
        assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        listener = Listener(answer)
        self.listeners.append(listener)
        listener.start()
        await listener.until(lambda one: one.messages)
        assert listener.messages[0] == ("ready", {})
        return listener


@asynccontextmanager
async def serve(console: Console) -> AsyncIterator[ServedConsole]:
    """Serves the console on a free port, as production does."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        console.app, http=TimeoutProtocol, log_config=None, lifespan="off", timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110  the flag belongs to uvicorn
        await asyncio.sleep(0.01)
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=None)
    ) as http:
        served = ServedConsole(console, f"http://127.0.0.1:{listening.getsockname()[1]}", http)
        served.server, served.serving = server, serving
        try:
            yield served
        finally:
            await asyncio.gather(*(listener.stop() for listener in served.listeners))
            served.stop()
            await served.stopped()


@asynccontextmanager
async def relaying(console: Console) -> AsyncIterator[None]:
    """The relay of the console, in this process."""
    task = asyncio.create_task(relay.relay_forever(console.container))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
