"""A video host in memory, for tests of the use cases."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from application.videos.ports import HostPlayback, HostReport, HostStream, HostUnavailable, HostUpload
from domain.shared.errors import DomainError
from domain.videos.video import BUILT_IN, Video, VideoStatus

LINK_LASTS = timedelta(hours=24)


@dataclass
class MemoryVideoHost:
    """See ``application.videos.ports.VideoHost``.

    ``videos``: what it has, as it reports it. ``available`` False: it does not answer; ``full``: it takes no more.
    """

    name: str = BUILT_IN
    videos: dict[str, HostReport] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    available: bool = True
    full: bool = False
    calls: list[str] = field(default_factory=list)

    async def create_upload(self, video: Video, content_type: str, now: datetime) -> HostUpload:
        self._called(f"create {content_type}")
        if self.full:
            raise DomainError("videos.no_room")
        self.videos.setdefault(video.public_id, HostReport(video.public_id, VideoStatus.UPLOADING, received=0))
        return self._upload(video.public_id, now)

    async def renew(self, video: Video, now: datetime) -> HostUpload:
        self._called("renew")
        host_id = video.host_id or video.public_id
        self.videos.setdefault(host_id, HostReport(host_id, VideoStatus.UPLOADING, received=0))
        return self._upload(host_id, now)

    async def find_id(self, video: Video) -> str:
        self._called("find")
        return video.public_id if video.public_id in self.videos else ""

    async def report(self, video: Video) -> HostReport:
        self._called("report")
        return self.videos.get(video.host_id, HostReport(video.host_id, None))

    async def convert_again(self, video: Video) -> None:
        self._called(f"process {video.attempt}")

    async def rename(self, video: Video) -> None:
        self._called("rename")
        self.names[video.host_id] = video.name

    async def playback(self, video: Video, viewer: str, until: datetime) -> HostPlayback:
        self._called(f"playback {viewer}")
        address = f"/api/videos/{video.public_id}?viewer={viewer}&until={int(until.timestamp())}"
        return HostPlayback("file", address, f"{address}&poster", [HostStream(address, 720, video.size)])

    async def delete(self, host_id: str) -> None:
        self._called("delete")
        self.videos.pop(host_id, None)

    def reports_of(self, headers: Mapping[str, str], body: bytes) -> Sequence[HostReport]:  # noqa: ARG002
        found = json.loads(body)
        return [HostReport(str(one["id"]), VideoStatus(one["status"])) for one in found]

    def _upload(self, host_id: str, now: datetime) -> HostUpload:
        return HostUpload(host_id, f"/api/uploads/{host_id}", self.videos[host_id].received or 0, now + LINK_LASTS)

    def _called(self, call: str) -> None:
        self.calls.append(call)
        if not self.available:
            raise HostUnavailable("unreachable")
