"""tus-js-client from npm against the tus server, through its documented scenarios."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.http.live.served_console import ServedConsole, serve
from tests.http.videos.scenario import UPLOADING, WAITING
from tests.http.videos.tus_client import TusStage, a_film, metadata_of
from tests.support.console import Console
from tests.support.served import api_process

CLIENT = Path(__file__).with_name("tus_js_client.mjs")
PACKAGES = Path(__file__).parents[3] / "web" / "package.json"
SIZE = 4_500_000
CHUNK = 1_048_576


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for, now."""
    stage = await TusStage.of(fresh_console)
    stage.console.clock.stand_at(datetime.now(UTC))
    stage.teacher = await stage.scenario.teacher()
    return stage


@pytest.fixture
async def served(stage: TusStage) -> AsyncIterator[ServedConsole]:
    """The console on a port."""
    async with serve(stage.console) as served:
        yield served


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """The file to upload."""
    path = tmp_path / "dars.mp4"
    path.write_bytes(a_film(SIZE))
    return path


async def start(scenario: str, film: Path, **given: Any) -> asyncio.subprocess.Process:
    """The client at work."""
    options = {"packages": str(PACKAGES), "file": str(film), "chunkSize": CHUNK, "scenario": scenario} | given
    return await asyncio.create_subprocess_exec(
        "node", str(CLIENT), json.dumps(options), stdout=asyncio.subprocess.PIPE
    )


async def result(client: asyncio.subprocess.Process) -> dict[str, Any]:
    """The result of the client."""
    async with asyncio.timeout(60):
        out, _ = await client.communicate()
    return dict(json.loads(out))


async def run(scenario: str, film: Path, **given: Any) -> dict[str, Any]:
    """A scenario from begin to end."""
    return await result(await start(scenario, film, **given))


@pytest.mark.parametrize("scenario", ["upload", "withUpload", "override"])
async def test_a_file_arrives_whole_by_creation(
    stage: TusStage, served: ServedConsole, film: Path, scenario: str
) -> None:
    """POST to the link, then PATCH; with data in the creation.

    By POST with the method overridden (case 15).
    """
    begun = await stage.begin(SIZE)
    ended = await run(
        scenario,
        film,
        endpoint=served.address + begun["uploadUrl"],
        metadata={"filename": "Дарс №1 — касрлар 📐.mp4", "filetype": "video/mp4", "id": str(begun["id"])},
    )
    assert ended == {"url": served.address + begun["uploadUrl"], "told": SIZE}
    assert stage.source(begun).read_bytes() == film.read_bytes()
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    # non-latin metadata comes back as it was given (R2-183)
    head = await stage.head(begun["uploadUrl"])
    given = metadata_of(filename="Дарс №1 — касрлар 📐.mp4", filetype="video/mp4", id=str(begun["id"]))
    assert head.headers["upload-metadata"] == given


@pytest.mark.parametrize("chunk", [None, 300_001, SIZE, SIZE - 1])
async def test_a_file_arrives_whole_by_its_link(
    stage: TusStage, served: ServedConsole, film: Path, chunk: int | None
) -> None:
    """HEAD and PATCH on the link at once.

    Without chunks, and with chunks at the borders (V4).
    """
    begun = await stage.begin(SIZE)
    ended = await run(
        "upload", film, uploadUrl=served.address + begun["uploadUrl"], chunkSize=chunk, stream=bool(chunk)
    )
    assert ended["told"] == SIZE
    assert stage.source(begun).read_bytes() == film.read_bytes()
    assert await stage.queued() == 1


async def test_an_aborted_upload_is_resumed(stage: TusStage, served: ServedConsole, film: Path) -> None:
    """The bytes of the finished chunks are not sent again (R2-279)."""
    begun = await stage.begin(SIZE)
    ended = await run("resume", film, uploadUrl=served.address + begun["uploadUrl"])
    assert ended["told"] == SIZE
    assert ended["first"] >= CHUNK, "it went on, from the last chunk at least"
    assert stage.source(begun).read_bytes() == film.read_bytes()


async def test_a_terminated_upload_is_gone(stage: TusStage, served: ServedConsole, film: Path) -> None:
    """abort(true) wants 204; the link is worth nothing afterwards (R2-287)."""
    begun = await stage.begin(SIZE)
    ended = await run("terminate", film, uploadUrl=served.address + begun["uploadUrl"])
    assert "error" not in ended
    assert "error" in ended["again"]
    assert not stage.source(begun).exists()


@pytest.mark.parametrize("scenario", ["deferred", "parallel"])
async def test_what_is_not_offered_ends_in_an_error(
    stage: TusStage, served: ServedConsole, film: Path, scenario: str
) -> None:
    """Lengths told later and joined parts are refused at once.

    Not half done (case 14).
    """
    begun = await stage.begin(SIZE)
    ended = await run(scenario, film, endpoint=served.address + begun["uploadUrl"])
    assert ended["status"] == 400, ended
    assert await stage.offset(begun["uploadUrl"]) == 0


async def test_an_expired_link_ends_in_an_error_and_a_renewed_one_goes_on(
    stage: TusStage, served: ServedConsole, film: Path
) -> None:
    """V1: 410 is told to the console, which asks for another link of the same upload."""
    begun = await stage.begin(SIZE)
    await stage.patch(begun["uploadUrl"], 0, a_film(SIZE)[:1_000_000])
    stage.console.clock.pass_by(hours=24)
    ended = await run("upload", film, uploadUrl=served.address + begun["uploadUrl"])
    assert ended["status"] == 410
    teacher = await stage.scenario.teacher()
    renewed = (await teacher.post(f"/video/upload-links/{begun['id']}/renew")).json()["data"]
    ended = await run("upload", film, uploadUrl=served.address + renewed["uploadUrl"])
    assert ended["told"] == SIZE
    assert stage.source(begun).read_bytes() == film.read_bytes()


async def test_the_client_outlives_a_killed_server(stage: TusStage, film: Path) -> None:
    """kill -9 in the middle, started again at the same port.

    The client goes on, the file is identical (V2).
    """
    size = 40_000_000
    film.write_bytes(a_film(size))
    begun = await stage.begin(size)
    home = stage.console.container.settings().home
    async with api_process(stage.console.url, home) as process:
        port = process.port
        client = await start(
            "upload",
            film,
            uploadUrl=f"http://127.0.0.1:{port}{begun['uploadUrl']}",
            retryDelays=[200] * 100,
        )
        async with asyncio.timeout(30):
            while await stage.console.container.upload_bytes().received(begun["videoId"]) < size // 4:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    async with api_process(stage.console.url, home, CONSOLE_PORT=str(port)):
        ended = await result(client)
    assert ended["told"] == size, ended
    assert stage.source(begun).read_bytes() == film.read_bytes()
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1
