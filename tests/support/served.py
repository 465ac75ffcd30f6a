"""The API served by a process of its own.

With its real limits and real password hashing.
"""

import asyncio
import os
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from entrypoints.embedded.servers.ports import LOOPBACK
from entrypoints.http.app import STAFF
from entrypoints.http.handover.ends import address_in
from tests.embedded.ports import free_port
from tests.support.builders import PASSWORD
from tests.support.console import SECRET_KEY

PROJECT = Path(__file__).resolve().parents[2]
STARTS_WITHIN_SECONDS = 60
#: The largest niceness.
LOWEST = 19


@dataclass
class ApiProcess:
    """A served API: its port and process."""

    port: int
    pid: int

    @property
    def address(self) -> str:
        """The address of its staff API, to which a path is appended."""
        return f"http://{LOOPBACK}:{self.port}{STAFF}"

    async def sign_in(self, http: aiohttp.ClientSession, login: str, password: str = PASSWORD) -> str:
        """Signs in, retrying when throttled; returns the access token."""
        form = {"login": login, "password": password}
        while True:
            async with http.post(f"{self.address}/auth/sign-in", json=form) as answer:
                body = await answer.json()
            if answer.status != 503:
                assert answer.status == 200, body
                return str(body["data"]["accessToken"])
            await asyncio.sleep(int(answer.headers["Retry-After"]))

    def memory(self, name: str = "VmRSS") -> int:
        """Megabytes of the process: present (VmRSS) or peak (VmHWM)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split(f"{name}:")[1].split()[0]) // 1024


@asynccontextmanager
async def api_process(url: str, home: Path, **settings: str) -> AsyncIterator[ApiProcess]:
    """An API process over this database, stopped afterwards.

    ``settings`` extend its environment.
    """
    port = int(settings.get("CONSOLE_PORT", 0)) or free_port()
    async with _program((), url, home, port, settings) as process:
        await _until_it_answers(port)
        yield ApiProcess(port, process.pid)


@asynccontextmanager
async def sleeping_uploads_process(url: str, home: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The uploads process of the API of the same home before its first upload."""
    async with _program(("uploads",), url, home, 0, {}) as process:
        async with asyncio.timeout(STARTS_WITHIN_SECONDS):
            while not (home / "run" / "uploads.sock").exists():  # noqa: ASYNC110  of another process
                await asyncio.sleep(0.1)
        yield process


@asynccontextmanager
async def uploads_process(url: str, home: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The uploads process of the API of the same home, which is ready."""
    async with _program(("uploads",), url, home, 0, settings) as process:
        async with asyncio.timeout(STARTS_WITHIN_SECONDS):
            while not await asyncio.to_thread(takes_connections, home / "run"):  # noqa: ASYNC110  of another process
                await asyncio.sleep(0.1)
        yield process


def takes_connections(directory: Path) -> bool:
    """True once the application has started; the first connection makes it start."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
        try:
            with address_in(directory) as address:
                probe.connect(address)
            probe.settimeout(0.3)
            probe.recv(1)
        except TimeoutError:
            return True
        except OSError:
            return False
    return False


@asynccontextmanager
async def _program(
    options: tuple[str, ...], url: str, home: Path, port: int, settings: dict[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    given = {
        "CONSOLE_HOME": str(home),
        "CONSOLE_PORT": str(port or free_port()),
        "CONSOLE_DATABASE_URL": url,
        "CONSOLE_SECRET_KEY": SECRET_KEY,
        "CONSOLE_DEMO": "off",
    }
    given |= settings
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CONSOLE_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "entrypoints.http", *options),
        cwd=PROJECT,
        env=environment | given,
        stdout=-3,
        stderr=-3,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def session_niceness(pid: int) -> int | None:
    """The niceness of a process's session; None without such in the kernel."""
    file = Path(f"/proc/{pid}/autogroup")
    found = re.search(r"nice (-?\d+)", file.read_text()) if file.exists() else None
    return int(found[1]) if found else None


async def _until_it_answers(port: int) -> None:
    async with asyncio.timeout(STARTS_WITHIN_SECONDS), aiohttp.ClientSession() as http:
        while True:
            try:
                async with http.get(f"http://{LOOPBACK}:{port}/api/health") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
