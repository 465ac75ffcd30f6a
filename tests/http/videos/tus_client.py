"""A tus client written by hand, and the stage it uploads to.

The built-in host on a real disk.
"""

import base64
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adapters.video_host.built_in.layout import VideoDirectory
from application.actor import system
from application.videos.built_in.settling import settle_uploads
from tests.http.videos.scenario import VideoScenario
from tests.support.console import Console, Visitor

VERSION = {"Tus-Resumable": "1.0.0"}
OFFSET_STREAM = "application/offset+octet-stream"
# the first atom of an MP4
FTYP = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2"


def a_film(size: int) -> bytes:
    """Bytes that begin as an MP4 does; equal for equal sizes."""
    return (FTYP + random.Random(size).randbytes(size))[:size]


def metadata_of(**values: str) -> str:
    """The metadata header of these values."""
    return ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in values.items())


@dataclass
class TusStage:
    """A lesson, its teacher, and a client that has nothing but links."""

    scenario: VideoScenario
    teacher: Visitor
    client: Visitor

    @classmethod
    async def of(cls, console: Console) -> "TusStage":
        """A class with a lesson, over the built-in host."""
        scenario = await VideoScenario.of(console)
        console.container.built_in_host.reset_override()
        return cls(scenario, await scenario.teacher(), console.nobody())

    @classmethod
    async def today(cls, console: Console) -> "TusStage":
        """The same at the real time, which other processes have."""
        stage = await cls.of(console)
        console.clock.stand_at(datetime.now(UTC))
        stage.teacher = await stage.scenario.teacher()
        return stage

    @property
    def console(self) -> Console:
        return self.scenario.console

    @property
    def directory(self) -> VideoDirectory:
        """The files of the host."""
        return VideoDirectory(self.console.container.settings().videos)

    async def link(self, size: int, **more: Any) -> str:
        """The link of a new upload."""
        return str((await self.begin(size, **more))["uploadUrl"])

    async def begin(self, size: int, **more: Any) -> dict[str, Any]:
        """A new upload: id, public id and link."""
        return await self.scenario.upload(self.teacher, size=size, **more)

    async def send(self, method: str, path: str, headers: Mapping[str, str] | None = None, content: Any = None) -> Any:
        """A request of the protocol's version."""
        return await self.client.request(method, path, headers=VERSION | dict(headers or {}), content=content)

    async def head(self, link: str) -> Any:
        """Asks for the offset."""
        return await self.send("HEAD", link)

    async def offset(self, link: str) -> int:
        """The offset of an upload that there is."""
        answer = await self.head(link)
        assert answer.status_code == 200, answer.headers
        return int(answer.headers["upload-offset"])

    async def patch(self, link: str, offset: int, content: Any, **headers: str) -> Any:
        """Sends bytes from an offset on."""
        sent = {"Content-Type": OFFSET_STREAM, "Upload-Offset": str(offset)} | headers
        return await self.send("PATCH", link, sent, content)

    async def status(self, video_id: int) -> list[int]:
        """The history of a video's statuses."""
        video = await self.scenario.one(self.teacher, video_id)
        assert video["status"] == video["statusHistories"][-1]["status"]
        return [entry["status"] for entry in video["statusHistories"]]

    async def queued(self) -> int:
        """The number of jobs that convert a video."""
        return int(await self.console.sql.fetchval("select count(*) from jobs where kind = 'videos.process'"))

    async def settle(self) -> int:
        """One round of the schedule; how many uploads it settled."""
        of = self.console.container
        return await settle_uploads(
            actor=system(), transfers=of.transfers(), stored=of.upload_bytes(), uow=of.uow(), clock=of.clock()
        )

    def source(self, begun: Mapping[str, Any]) -> Path:
        """The stored bytes of an upload."""
        return self.directory.source(begun["videoId"])


def code(answer: Any) -> str:
    """The code of a refusal."""
    return str(answer.json()["code"])
