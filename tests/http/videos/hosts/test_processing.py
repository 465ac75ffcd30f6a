"""The job that converts an upload, on the real database (D-95, issue 18)."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.video_host.built_in.media import read_media
from application.actor import system
from application.videos import processing
from application.videos.at_host import complete_upload
from application.videos.deletion import begin_deletion
from application.videos.processing import ProcessingFailed
from domain.videos.video import BUILT_IN, Video, VideoStatus
from entrypoints.settings import PROJECT
from entrypoints.worker import videos as program
from entrypoints.worker.handlers import job_handlers
from tests.http.videos.scenario import DONE, ERROR, PROCESSING, UPLOADING, WAITING, VideoScenario
from tests.support.console import Console
from tests.videos.samples import X264, sample, written


class Centre:
    """A teacher's upload, complete at the built-in host."""

    def __init__(self, console: Console, scenario: VideoScenario, video_id: int, host_id: str) -> None:
        self.console, self.scenario, self.video_id, self.host_id = console, scenario, video_id, host_id

    @classmethod
    async def of(cls, console: Console, content: bytes) -> "Centre":
        scenario = await VideoScenario.of(console)
        visitor = await scenario.teacher()
        begun = await scenario.upload(visitor, size=len(content))
        async with console.container.uow() as uow:
            video = await uow.load(Video, begun["id"], lock=True)
            video.host = BUILT_IN
            await complete_upload(video, console.clock.now(), actor=system(), uow=uow)
            await uow.commit()
        source = console.container.video_directory().source(video.host_id)
        source.parent.mkdir(parents=True)
        source.write_bytes(content)
        return cls(console, scenario, begun["id"], video.host_id)

    @property
    def folder(self) -> Path:
        return Path(self.console.container.video_directory().of(self.host_id))

    async def convert(self) -> bool:
        """The program `videos`, until it has ended one job."""
        container = self.console.container
        return await program.convert_next(container, job_handlers(container))

    async def begun(self) -> None:
        """Returns when the conversion writes."""
        for _ in range(200):
            if list(self.folder.glob("*.part")):
                return
            await asyncio.sleep(0.05)
        pytest.fail("the conversion did not begin")

    async def video(self) -> dict[str, Any]:
        return await self.scenario.one(await self.scenario.teacher(), self.video_id)


async def test_an_upload_is_converted_and_its_source_deleted(fresh_console: Console) -> None:
    centre = await Centre.of(fresh_console, sample("avi"))
    assert await centre.convert()

    video = await centre.video()
    assert [it["status"] for it in video["statusHistories"]] == [UPLOADING, WAITING, PROCESSING, DONE]
    assert video["duration"] == pytest.approx(2, abs=0.3)
    assert {it.name for it in centre.folder.iterdir()} >= {"video.mp4", "poster.jpg", "media.json"}
    assert not (centre.folder / "source").exists()
    assert not await centre.convert(), "nothing is left to do"


async def test_a_file_that_is_no_video_ends_in_an_error_with_its_reason(fresh_console: Console) -> None:
    centre = await Centre.of(fresh_console, b"\x00\x00\x00\x20ftypisom" + b"nothing" * 200)
    assert await centre.convert()
    video = await centre.video()
    assert (video["status"], video["message"]) == (ERROR, "The file can't be read: it is damaged or no video")
    assert (centre.folder / "source").exists(), "it may be processed again"
    assert not (centre.folder / "media.json").exists()


async def test_a_failed_processing_runs_again_on_request(
    fresh_console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    centre = await Centre.of(fresh_console, sample("mp4"))
    monkeypatch.setattr("adapters.video_host.built_in.processing.converter.ffmpeg", lambda: None)
    await centre.convert()
    assert (await centre.video())["canProcessAgain"]
    monkeypatch.undo()
    async with fresh_console.container.uow() as uow:
        video = await uow.load(Video, centre.video_id, lock=True)
        video.convert_again(fresh_console.clock.now())
        await uow.enqueue("videos.process", {"hostId": centre.host_id, "attempt": video.attempt}, actor=system())
        await uow.commit()
    await centre.convert()
    assert (await centre.video())["status"] == DONE


async def test_the_job_of_an_outdated_attempt_does_nothing(fresh_console: Console) -> None:
    centre = await Centre.of(fresh_console, sample("mp4"))
    async with fresh_console.container.uow() as uow:
        video = await uow.load(Video, centre.video_id, lock=True)
        video.attempt = 2
        await uow.commit()
    await centre.convert()
    assert (await centre.video())["status"] == WAITING


async def test_a_repeated_job_changes_nothing(fresh_console: Console) -> None:
    """A worker may die between the commit and the end of its job."""
    centre = await Centre.of(fresh_console, sample("mp4"))
    await centre.convert()
    before = await centre.video()
    async with fresh_console.container.uow() as uow:
        await uow.enqueue("videos.process", {"hostId": centre.host_id, "attempt": 1}, actor=system())
        await uow.commit()
    assert await centre.convert()
    assert await centre.video() == before


async def test_progress_is_shown_while_it_is_converted(fresh_console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processing, "SECONDS_BETWEEN_REPORTS", 0.0)
    centre = await Centre.of(fresh_console, sample("avi"))
    seen = []

    class Converter:
        async def convert(self, public_id: str, progress: Callable[[int], Awaitable[None]]) -> float:
            assert public_id == centre.host_id
            for percent in (10, 60):
                await progress(percent)
                video = await centre.video()
                seen.append((video["status"], video["percentage"], video["version"]))
            raise ProcessingFailed("too_slow")

        async def discard_source(self, public_id: str) -> None:
            raise AssertionError(public_id)

    fresh_console.container.video_converter.override(Converter())
    await centre.convert()
    fresh_console.container.video_converter.reset_override()
    assert [it[:2] for it in seen] == [(PROCESSING, 10), (PROCESSING, 60)]
    assert seen[0][2] == seen[1][2], "an editor's form stays valid"
    assert (await centre.video())["status"] == ERROR


async def test_a_deletion_ends_the_conversion(fresh_console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processing, "SECONDS_BETWEEN_REPORTS", 0.0)
    long = written(fresh_console.container.settings().home / "x", *X264, "-f", "avi", size="1280x720", seconds=30)
    centre = await Centre.of(fresh_console, long.read_bytes())
    converting = asyncio.create_task(centre.convert())
    await centre.begun()
    async with fresh_console.container.uow() as uow:
        video = await uow.load(Video, centre.video_id, lock=True)
        await begin_deletion(video, actor=system(), permission="all_groups:video_upload", uow=uow, now=video.moved_at)
        await uow.commit()
    assert await asyncio.wait_for(converting, 10)
    assert {it.name for it in centre.folder.iterdir()} <= {"source", "processing.lock"}


async def test_a_stopped_program_leaves_the_try_uncounted(fresh_console: Console) -> None:
    long = written(fresh_console.container.settings().home / "x", *X264, "-f", "avi", size="1280x720", seconds=30)
    centre = await Centre.of(fresh_console, long.read_bytes())
    converting = asyncio.create_task(centre.convert())
    await centre.begun()
    converting.cancel()
    await asyncio.gather(converting, return_exceptions=True)
    job = await fresh_console.sql.fetchrow("select state, tries from jobs where kind = 'videos.process'")
    assert tuple(job) == ("waiting", 0)
    assert not list(centre.folder.glob("*.part"))


async def test_a_retry_waits_for_its_time(fresh_console: Console) -> None:
    """The queue of the program is the table: a delayed try is not begun early."""
    centre = await Centre.of(fresh_console, sample("mp4"))
    await fresh_console.sql.execute("update outbox set available_at = now() + interval '1 hour', published_at = null")
    assert not await centre.convert()
    await fresh_console.sql.execute("update outbox set available_at = now()")
    assert await centre.convert()
    assert (await centre.video())["status"] == DONE
    assert VideoStatus.DONE == DONE


def _started(console: Console) -> subprocess.Popen[bytes]:
    """The program `videos` as a process of its own."""
    variables = os.environ | console.container.settings().environment() | {"PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([sys.executable, "-m", "entrypoints.worker.videos"], env=variables, cwd=PROJECT)


def _converters(folder: Path) -> list[int]:
    """Processes of ffmpeg that work in this directory."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = entry.read_bytes()
        except OSError:
            continue
        if str(folder).encode() in command and b"ffmpeg" in command:
            found.append(int(entry.parent.name))
    return found


async def test_a_program_killed_in_the_middle_loses_nothing(fresh_console: Console) -> None:
    """By SIGKILL: ffmpeg ends with it, nothing half is served."""
    home = fresh_console.container.settings().home
    content = written(home / "x", *X264, "-f", "avi", size="1280x720", seconds=12).read_bytes()
    centre = await Centre.of(fresh_console, content)
    program = _started(fresh_console)
    await centre.begun()
    assert _converters(centre.folder)
    program.kill()
    program.wait()

    for _ in range(100):
        if not _converters(centre.folder):
            break
        await asyncio.sleep(0.05)
    assert not _converters(centre.folder), "ffmpeg outlives its program"
    assert read_media(fresh_console.container.video_directory(), centre.host_id) is None
    assert not (centre.folder / "video.mp4").exists()
    assert (await centre.video())["status"] == PROCESSING

    # its job counts as lost after ten silent seconds
    again = _started(fresh_console)
    try:
        for _ in range(600):
            if (await centre.video())["status"] == DONE:
                break
            await asyncio.sleep(0.2)
    finally:
        again.terminate()
        assert again.wait(20) in (0, -signal.SIGTERM)
    video = await centre.video()
    assert [it["status"] for it in video["statusHistories"]] == [UPLOADING, WAITING, PROCESSING, DONE]
    media = read_media(fresh_console.container.video_directory(), centre.host_id)
    assert media is not None
    assert [it.height for it in media.renditions] == [720, 360]
    assert media.duration == pytest.approx(12, abs=0.5)
    assert not list(centre.folder.glob("*.part"))
