"""A running console of a size, with its peer on the same database."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from entrypoints.embedded.servers import postgres
from tests.benchmarks.support.measure import Server, family
from tests.e2e.centre import PROJECT, Centre, a_running_centre
from tests.embedded.ports import free_port


@dataclass
class RunningConsole:
    """A console with that many students, and the servers to measure."""

    centre: Centre
    students: int
    processes: dict[str, int]

    async def ours(self) -> Server:
        """The console's API with a session of the superadmin."""
        token = (await self.centre.sign_in())["accessToken"]
        port = int(self.centre.address.rpartition(":")[2])
        return Server(port, (self.processes["api"],), f"Authorization: Bearer {token}\r\n")

    @asynccontextmanager
    async def peer(self) -> AsyncIterator[Server]:
        """The bare server over the same database."""
        port = free_port()
        url = postgres.address(self.centre.home / "postgres")
        running = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.benchmarks.support.peer", str(port), url, cwd=PROJECT
        )
        try:
            for _ in range(200):
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    break
                except OSError:
                    await asyncio.sleep(0.05)
            writer.close()
            yield Server(port, (running.pid,))
        finally:
            running.terminate()
            await running.wait()


@asynccontextmanager
async def running_console(home: Path, students: int) -> AsyncIterator[RunningConsole]:
    """A console whose demo school has that many students; not yet synchronised."""
    async with a_running_centre(home, CONSOLE_DEMO=str(students)) as centre:
        yield RunningConsole(centre, students, _processes(centre))


def _processes(centre: Centre) -> dict[str, int]:
    """The processes of the console by program."""
    words = {
        "api": "entrypoints.http",
        "worker": "entrypoints.worker",
        "school": "entrypoints.simulators.school",
        "database": "postgres",
    }
    found: dict[str, int] = {}
    for pid in family(centre.pid):
        line = Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ").strip()
        for name, word in words.items():
            is_it = line.endswith(word) or (name in {"school"} and word in line)
            if name == "database":
                is_it = "/postgres -D" in line or "bin/postgres " in line
            if is_it:
                found.setdefault(name, pid)
    return found
