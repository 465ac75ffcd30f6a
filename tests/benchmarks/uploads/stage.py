"""The servers that uploads are sent to: ours as in production, and @tus/server."""

import asyncio
import json
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.migrate import upgrade
from adapters.security.passwords import ArgonPasswords
from entrypoints.embedded.servers.postgres import embedded_postgres
from tests.embedded.ports import free_port
from tests.support.builders import PASSWORD, Account, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.lessons import Lesson, a_lesson_of
from tests.support.secret_storage import SecretStorage
from tests.support.served import ApiProcess, api_process, uploads_process
from tests.support.storing import store

HERE = Path(__file__).parent
PACKAGES = Path(__file__).parents[3] / "web" / "package.json"
PEER = Path(__file__).parents[3] / ".cache" / "uploads-peer"
FTYP = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2"
MIB = 1024 * 1024


@dataclass
class Sent:
    """One run of the client: seconds, and the milliseconds of each PATCH."""

    seconds: float
    times: list[float]

    def p(self, percent: float) -> float:
        """A percentile of the PATCH requests in milliseconds."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


@dataclass
class Stage:
    """Both servers, and a file to send."""

    home: Path
    ours: ApiProcess
    uploads_pid: int
    token: str
    lesson: Lesson
    peer_port: int
    peer_pid: int
    file: Path
    http: aiohttp.ClientSession = field(repr=False)

    @property
    def own_pids(self) -> tuple[int, int]:
        """The processes of ours: the API, and that of uploads."""
        return self.ours.pid, self.uploads_pid

    async def links(self, count: int, size: int) -> list[dict[str, str]]:
        """Links of new uploads at ours."""
        form: dict[str, Any] = {"groupId": self.lesson.group.id, "lessonId": self.lesson.id, "size": size}
        found = []
        for number in range(count):
            body = form | {"origName": f"dars {number}.mp4"}
            async with self.http.post(f"{self.ours.address}/video/upload-links", json=body) as answer:
                assert answer.status == 201, await answer.text()
                link = (await answer.json())["data"]["uploadUrl"]
            found.append({"uploadUrl": f"http://127.0.0.1:{self.ours.port}{link}"})
        return found

    def endpoints(self, count: int) -> list[dict[str, str]]:
        """Endpoints of new uploads at the peer."""
        return [{"endpoint": f"http://127.0.0.1:{self.peer_port}/files"}] * count

    async def send(self, uploads: list[dict[str, str]], size: int, chunk: int) -> Sent:
        """Sends the beginning of the file to all of them at once.

        The client stands for browsers elsewhere: it takes no processor from what the servers need.
        """
        given = {"packages": str(PACKAGES), "file": str(self.file), "size": size, "chunkSize": chunk}
        client = await asyncio.create_subprocess_exec(
            *("nice", "-n", "19", "node"),
            str(HERE / "client.mjs"),
            json.dumps(given | {"uploads": uploads}),
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await client.communicate()
        assert client.returncode == 0, "an upload failed"
        return Sent(**json.loads(out))

    async def forget(self) -> None:
        """Deletes what was uploaded, so that the disk holds one round."""
        for directory in (self.home / "videos", self.home / "peer"):
            for path in directory.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


@asynccontextmanager
async def a_stage(size: int) -> AsyncIterator[Stage]:
    """Both servers over one disk, with a file of so many bytes."""
    _install_peer()
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as directory:
        home = Path(directory)
        file = _film(home / "film.mp4", size)
        with embedded_postgres(home / "pg") as url:
            await upgrade(url)
            account, lesson = await _lesson(url)
            limits = {"CONSOLE_VIDEO_OPEN_UPLOADS": "1000", "CONSOLE_VIDEO_OPEN_GIB": "1000"}
            async with (
                api_process(url, home, **limits) as ours,
                uploads_process(url, home, **limits) as uploads,
                _peer(home / "peer") as (port, pid),
                aiohttp.ClientSession() as http,
            ):
                token = await ours.sign_in(http, account.login)
                http.headers["Authorization"] = f"Bearer {token}"
                yield Stage(home, ours, uploads.pid, token, lesson, port, pid, file, http)


def _film(path: Path, size: int) -> Path:
    block = FTYP + bytes(range(256)) * (MIB // 256)
    with path.open("wb") as file:
        for _ in range(size // MIB + 1):
            file.write(block[:MIB])
        file.truncate(size)
    return path


async def _lesson(url: str) -> tuple[Account, Lesson]:
    branch = a_branch()
    account = a_user_with({"all_groups:video_upload": ["read", "update"], "my_groups:video_upload": ["read", "update"]})
    group = a_class_of(1).in_branch(branch).taught_by(a_teacher().with_account(account.of(branch)))
    lesson = a_lesson_of(group, datetime.now(UTC).date())
    connection = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        # as in production: the API is a process of its own
        hashed = await ArgonPasswords(1).hash(PASSWORD)
        await store(connection, lesson, secrets=SecretStorage(hash_password=lambda _: hashed))
    finally:
        await connection.close()
    return account, lesson


def _install_peer() -> None:
    """Installs the peer beside the project, by its own lock."""
    PEER.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc", "peer.mjs"):
        shutil.copy(HERE / name, PEER / name)
    subprocess.run(["npm", "ci", "--omit=optional", "--silent"], cwd=PEER, check=True)


@asynccontextmanager
async def _peer(directory: Path) -> AsyncIterator[tuple[int, int]]:
    directory.mkdir()
    port = free_port()
    running = await asyncio.create_subprocess_exec(
        "node", "peer.mjs", str(port), str(directory), cwd=PEER, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert running.stdout is not None
        assert await running.stdout.readline() == b"ready\n"
        yield port, running.pid
    finally:
        running.terminate()
        await running.wait()
