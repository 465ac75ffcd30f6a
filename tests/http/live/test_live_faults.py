"""Live streams when the broker, an API process or a client fails (D-162)."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from application.live import stream
from entrypoints.embedded.servers.nats import Nats
from entrypoints.http.app import STAFF
from entrypoints.http.routes import live as route
from tests.http.live.served_console import ServedConsole, relaying, serve
from tests.support.builders import a_superadmin
from tests.support.console import Console, a_console
from tests.support.served import api_process

SOON_SECONDS = 15.0


class Broker:
    """A broker that tests kill and start again."""

    def __init__(self, home: Path) -> None:
        (home / "nats").mkdir(parents=True)
        self._server = Nats(home / "nats", log=home / "nats.log", durable=False)
        self._server.acquire()
        self.start()

    @property
    def url(self) -> str:
        """Its address, the same after each start."""
        return self._server.url

    def start(self) -> None:
        """Starts it and waits until it is ready."""
        self._child = self._server.start()
        while not self._server.is_ready(self._child):
            time.sleep(0.01)

    def kill(self) -> None:
        """Kills it without a warning."""
        os.kill(self._child.pid, signal.SIGKILL)
        self._child.wait()

    def stop(self) -> None:
        """Stops it for good."""
        self._server.stop(self._child)
        self._server.release()


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    """A running broker."""
    broker = Broker(tmp_path)
    yield broker
    broker.stop()


@pytest.fixture
async def console(database_url: str, tmp_path: Path, broker: Broker) -> AsyncIterator[Console]:
    """A console with this broker."""
    async with a_console(database_url, tmp_path, CONSOLE_NATS_URL=broker.url) as console:
        yield console


async def _a_run_begins(console: Console) -> int:
    """Something that everybody is told of."""
    await console.sql.execute("update sync_runs set status = 'done' where status in ('waiting', 'running')")
    starter = await console.sign_in(a_superadmin())
    started: Any = await starter.put("/synchronization/all")
    assert started.status_code == 202, started.text
    return int(started.json()["data"]["run"]["id"])


async def _until_served(served: ServedConsole, visitor: Any, place: str) -> Any:
    async with asyncio.timeout(SOON_SECONDS):
        while (answer := await served.request(visitor, place)).status != 200:
            assert answer.status == 503
            assert answer.headers["Retry-After"]
            await asyncio.sleep(0.2)
    answer.close()
    return await served.listen(visitor, place)


async def test_streams_end_with_the_broker_and_return_with_it(console: Console, broker: Broker) -> None:
    """kill -9 of NATS: browsers poll, and learn afterwards that they missed events."""
    async with serve(console) as served, relaying(console):
        visitor = await console.sign_in(a_superadmin())
        listener = await served.listen(visitor)
        run_id = await _a_run_begins(console)
        await listener.until(lambda one: one.about("sync"))
        broker.kill()
        await listener.until(lambda one: one.ended)
        assert (await served.request(visitor, listener.place)).status == 503
        assert (await visitor.get("/synchronization/all")).status_code == 200, "nothing else needs the broker"
        unheard = await _a_run_begins(console)
        broker.start()
        again = await _until_served(served, visitor, listener.place)
        await again.until(lambda one: len(one.messages) >= 2, SOON_SECONDS)
        assert again.messages[1] == ("reload", {}), "what the broker held is gone"
        later = await _a_run_begins(console)
        await again.until(lambda one: later in [change["id"] for change in one.about("sync")], SOON_SECONDS)
        assert run_id < unheard < later


async def test_an_api_process_continues_the_streams_of_another(
    console: Console, broker: Broker, tmp_path: Path
) -> None:
    """kill -9 of an API: its browsers resume at another process without a gap.

    Numbers are those of the broker, the same in every process (CONSOLE_API_PROCESSES).
    """
    settings = {"CONSOLE_NATS_URL": broker.url}
    async with (
        serve(console) as here,
        relaying(console),
        api_process(console.url, tmp_path / "other", **settings) as process,
    ):
        visitor = await console.sign_in(a_superadmin())
        other = ServedConsole(console, process.address.removesuffix(STAFF), here.http)
        there = await other.listen(visitor)
        own = await here.listen(visitor)
        first = await _a_run_begins(console)
        for listener in (there, own):
            await listener.until(lambda one: one.about("sync"))
            assert listener.about("sync")[0]["id"] == first
        assert there.place == own.place
        os.kill(process.pid, signal.SIGKILL)
        await there.until(lambda one: one.ended)
        missed = await _a_run_begins(console)
        await own.until(lambda one: missed in [change["id"] for change in one.about("sync")])
        resumed = await here.listen(visitor, there.place)
        await resumed.until(lambda one: one.changes)
        assert ("reload", {}) not in resumed.messages
        assert {change["id"] for change in resumed.about("sync")} == {missed}
        await there.stop()


async def test_a_client_that_takes_nothing_is_cut(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    """ASVS-60: its connection and its stream end; the others are told all the same."""
    monkeypatch.setattr(route, "TAKES_WITHIN_SECONDS", 0.5)
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.1)
    async with serve(console) as served:
        visitor = await console.sign_in(a_superadmin())
        host, port = served.address.removeprefix("http://").split(":")
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((host, int(port)))
            monkeypatch.setattr(route, "written", lambda message: b":" + b"x" * 8_000_000 + b"\n\n")
            request = f"GET {STAFF}/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {visitor.token}\r\n\r\n"
            slow.sendall(request.encode())
            hub = console.container.live_hub()
            async with asyncio.timeout(SOON_SECONDS):
                while not hub.total:  # noqa: ASYNC110  the count has no event
                    await asyncio.sleep(0.02)
                while hub.total:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)


async def test_open_streams_do_not_hold_up_a_stop(console: Console) -> None:
    """Ctrl-C and a deployment stay quick, and browsers open their streams elsewhere."""
    async with serve(console) as served:
        listeners = [await served.listen(await console.sign_in(a_superadmin())) for _ in range(3)]
        served.listeners.clear()
        began = time.monotonic()
        served.stop()
        await asyncio.gather(*(listener.until(lambda one: one.ended) for listener in listeners))
        await served.stopped()
        assert time.monotonic() - began < 2
