"""The built-in host's streams of every container play in a browser (R2-306)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import Browser

from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.processing.converter import FfmpegVideoConverter
from tests.videos.samples import CONTAINERS, run, sample, written

PUBLIC_ID = "a-video-of-the-tests"
# the state of the player after a second of playing
PLAY = """
async () => {
  const player = document.querySelector("video");
  await player.play();
  const began = player.currentTime;
  await new Promise((done) => setTimeout(done, 1000));
  const quality = player.getVideoPlaybackQuality();
  return {
    ready: player.readyState, moved: player.currentTime - began, width: player.videoWidth,
    duration: player.duration, error: player.error && player.error.message, frames: quality.totalVideoFrames,
    sound: player.webkitAudioDecodedByteCount > 0,
  };
}
"""


@asynccontextmanager
async def _served(folder: Path) -> AsyncIterator[str]:
    async def page(_: web.Request) -> web.Response:
        return web.Response(text='<video src="/files/video.mp4" muted poster="/files/poster.jpg"></video>',
                            content_type="text/html")  # fmt: skip

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_static("/files", folder)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def _played(browser: Browser, content: bytes, root: Path) -> dict[str, Any]:
    directory = VideoDirectory(root)
    directory.of(PUBLIC_ID).mkdir()
    directory.source(PUBLIC_ID).write_bytes(content)

    async def progress(_: int) -> None:
        return None

    await FfmpegVideoConverter(directory).convert(PUBLIC_ID, progress)
    page = await browser.new_page()
    async with _served(directory.of(PUBLIC_ID)) as address:
        await page.goto(address)
        state: dict[str, Any] = await page.evaluate(PLAY)
    await page.close()
    return state


@pytest.mark.parametrize("extension", [*CONTAINERS, "ogm"])
async def test_every_container_plays(extension: str, browser: Browser, tmp_path: Path) -> None:
    state = await _played(browser, sample(extension), tmp_path)
    assert state["error"] is None
    assert state["ready"] >= 2
    assert state["moved"] > 0.3
    assert state["frames"] > 5
    assert state["width"] == 160
    assert state["sound"] == (extension != "ogm")
    assert state["duration"] == pytest.approx(2, abs=0.3)


async def test_a_phone_s_upright_video_stands_upright(browser: Browser, tmp_path: Path) -> None:
    """Stored lying and turned by a mark in the file."""
    lying = written(tmp_path / "lying.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4", size="320x180")
    turned = _turned(lying, tmp_path / "turned.mp4")
    state = await _played(browser, turned.read_bytes(), tmp_path)
    assert (state["width"], state["ready"] >= 2) == (180, True)


def _turned(source: Path, target: Path) -> Path:
    """The same streams with a rotation of 90 degrees in the header."""
    run("-display_rotation", "90", "-i", source, "-c", "copy", target)
    return target
