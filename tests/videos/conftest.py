"""A converter over a directory, and its results."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.media import Media, read_media
from adapters.video_host.built_in.processing.confined import Limits, run_confined
from adapters.video_host.built_in.processing.converter import FfmpegVideoConverter
from adapters.video_host.built_in.processing.probe import Description, described
from adapters.video_host.built_in.processing.program import ffmpeg
from application.videos.processing import ProcessingFailed

PUBLIC_ID = "a-video-of-the-tests"


@dataclass
class Workshop:
    """A built-in host's directory with one video in it."""

    root: Path
    percents: list[int] = field(default_factory=list)

    @property
    def directory(self) -> VideoDirectory:
        return VideoDirectory(self.root)

    @property
    def folder(self) -> Path:
        return self.directory.of(PUBLIC_ID)

    def upload(self, content: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.directory.source(PUBLIC_ID).write_bytes(content)

    async def convert(self) -> Media:
        async def progress(percent: int) -> None:
            self.percents.append(percent)

        await FfmpegVideoConverter(self.directory).convert(PUBLIC_ID, progress)
        media = read_media(self.directory, PUBLIC_ID)
        assert media is not None
        return media

    async def refusal(self) -> str:
        """The reason of a failed processing; nothing of it is served."""
        with pytest.raises(ProcessingFailed) as failed:
            await self.convert()
        assert {it.name for it in self.folder.iterdir()} <= {"source", "processing.lock"}
        return failed.value.code.removeprefix("videos.failed.")

    async def described(self, name: str) -> Description:
        command = [str(ffmpeg()), "-hide_banner", "-nostdin", "-i", str(self.folder / name)]
        found = described((await run_confined(command, Limits(30, 0, 2**31))).log)
        assert found is not None
        return found


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)
