"""The uploads process beside a real API process, killed and started again."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.http.videos.connections.line import Line, head, head_of, patch_head, stored
from tests.http.videos.tus_client import TusStage, a_film
from tests.support.console import Console
from tests.support.served import (
    LOWEST,
    STARTS_WITHIN_SECONDS,
    ApiProcess,
    api_process,
    session_niceness,
    sleeping_uploads_process,
    takes_connections,
    uploads_process,
)

SIZE = 3_000_000
NICENESS = 10
WITHIN_SECONDS = 10


@dataclass
class Processes:
    """A stage, and the API that serves it."""

    stage: TusStage
    api: ApiProcess
    url: str
    home: Path

    @property
    def address(self) -> str:
        """The address to which a link is appended."""
        return f"http://127.0.0.1:{self.api.port}"


@pytest.fixture
async def processes(fresh_console: Console) -> AsyncIterator[Processes]:
    """An API process over the stage's database and home."""
    stage = await TusStage.today(fresh_console)
    url, home = fresh_console.url, fresh_console.container.settings().home
    async with api_process(url, home) as api:
        yield Processes(stage, api, url, home)


async def a_line(address: str) -> Line:
    """An open connection."""
    line = Line(address)
    await line.connect()
    return line


def sockets_of(pid: int) -> int:
    """The number of sockets and files in memory that a process has open."""
    names = [os.readlink(entry) for entry in Path(f"/proc/{pid}/fd").iterdir()]
    return sum(name.startswith(("socket:", "/memfd:")) for name in names)


async def until_sockets(pid: int, most: int) -> None:
    """Waits until a process has no more of them."""
    async with asyncio.timeout(WITHIN_SECONDS):
        while sockets_of(pid) > most:  # noqa: ASYNC110  of another process
            await asyncio.sleep(0.05)


async def test_uploads_survive_a_killed_uploads_process(processes: Processes) -> None:
    """Only its connections: uploads go on at the API, then at the next process."""
    stage, film = processes.stage, a_film(SIZE)
    begun = await stage.begin(SIZE)
    link = begun["uploadUrl"]
    async with aiohttp.ClientSession() as http:
        async with uploads_process(processes.url, processes.home) as uploads:
            own, of_api = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (uploads.pid, processes.api.pid))
            assert own == min(of_api + NICENESS, LOWEST)
            assert session_niceness(uploads.pid) in (NICENESS, None)
            line = await a_line(processes.address)
            await line.send(patch_head(link, 0, f"Content-Length: {SIZE}") + film[:500_000])
            await stored(stage, begun, 500_000)
            uploads.send_signal(signal.SIGKILL)
            await uploads.wait()
            async with asyncio.timeout(WITHIN_SECONDS):
                assert await line.has_ended()
        assert await head(http, processes.address, link) == (200, 500_000)
        line = await a_line(processes.address)
        await line.send(patch_head(link, 500_000, "Content-Length: 1000000") + film[500_000:1_500_000])
        assert await line.status() == 204
        async with uploads_process(processes.url, processes.home) as uploads:
            before = sockets_of(uploads.pid)
            await line.send(patch_head(link, 1_500_000, "Content-Length: 1500000") + film[1_500_000:])
            assert await line.status() == 204
            assert sockets_of(uploads.pid) > before, "the same connection moved"
    assert stage.source(begun).read_bytes() == film
    assert await stage.queued() == 1


async def test_the_application_is_loaded_at_the_first_upload(processes: Processes) -> None:
    """Until then the process has its listening socket alone.

    The API serves those that come meanwhile.
    """
    message = head_of("HEAD", (await processes.stage.begin(SIZE))["uploadUrl"])
    line = await a_line(processes.address)
    async with sleeping_uploads_process(processes.url, processes.home) as uploads:
        await line.send(head_of("GET", "/api/health"))
        assert await line.status() == 200
        assert sockets_of(uploads.pid) == 1
        await line.send(message)
        assert await line.status() == 200
        async with asyncio.timeout(STARTS_WITHIN_SECONDS):
            while sockets_of(uploads.pid) == 1:  # noqa: ASYNC110  of another process
                await asyncio.sleep(0.1)
            while not await asyncio.to_thread(takes_connections, processes.home / "run"):  # noqa: ASYNC110  of another process
                await asyncio.sleep(0.1)
        await line.send(message)
        assert await line.status() == 200
    async with asyncio.timeout(WITHIN_SECONDS):
        assert await line.has_ended(), "the connection had moved, and ends with the process"


async def test_a_sleeping_process_ends_at_once(processes: Processes) -> None:
    async with sleeping_uploads_process(processes.url, processes.home) as uploads:
        uploads.terminate()
        async with asyncio.timeout(WITHIN_SECONDS):
            assert await uploads.wait() == -signal.SIGTERM


async def test_no_descriptor_is_left_in_either_process(processes: Processes) -> None:
    """A hundred connections go to and fro, and end in the middle or at once."""
    begun = await processes.stage.begin(SIZE)
    upload, call = head_of("HEAD", begun["uploadUrl"]), head_of("GET", "/api/health")

    async def work(number: int) -> None:
        line = await a_line(processes.address)
        for message in (upload, call, upload)[: number % 4]:
            await line.send(message)
            assert await line.status() == 200
        await line.send((upload, call, upload[:9], b"")[number % 4])
        line.writer.transport.abort()

    async with uploads_process(processes.url, processes.home) as uploads:
        # connections to the database and the channel are opened first
        await asyncio.gather(*(work(number) for number in range(100)))
        await asyncio.sleep(1)
        pids = (processes.api.pid, uploads.pid)
        before = [sockets_of(pid) for pid in pids]
        for _ in range(3):
            await asyncio.gather(*(work(number) for number in range(100)))
        for pid, most in zip(pids, before, strict=True):
            await until_sockets(pid, most)
