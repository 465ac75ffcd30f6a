"""The built-in video host: works with nothing outside the console."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.media import Media, read_media
from application.videos.built_in.bytes_ports import UploadBytes
from application.videos.built_in.links import PlayLinks, UploadLinks
from application.videos.ports import HostPlayback, HostReport, HostStream, HostUnavailable, HostUpload
from domain.shared.errors import NotFound
from domain.videos.video import BUILT_IN, Video, VideoStatus


class BuiltInHost:
    """Implements ``VideoHost`` with files of the console.

    A video's id here is its public id.

    The worker processes videos by jobs of the console, so there are no webhooks.
    """

    name = BUILT_IN

    def __init__(
        self, directory: VideoDirectory, stored: UploadBytes, upload_links: UploadLinks, play_links: PlayLinks
    ) -> None:
        self._directory, self._stored = directory, stored
        self._upload_links, self._play_links = upload_links, play_links

    async def create_upload(self, video: Video, content_type: str, now: datetime) -> HostUpload:  # noqa: ARG002  the bytes decide
        await self._stored.check_room(video.size)
        return await self.renew(video, now)

    async def renew(self, video: Video, now: datetime) -> HostUpload:
        # also where the bytes were deleted since: the upload begins anew
        await self._stored.prepare(video.public_id)
        link = self._upload_links.link(video.public_id, now)
        received = await self._stored.received(video.public_id)
        return HostUpload(video.public_id, link.path, received, link.expires_at)

    async def find_id(self, video: Video) -> str:
        return video.public_id if await self._stored.exists(video.public_id) else ""

    async def report(self, video: Video) -> HostReport:
        if not await self._stored.exists(video.public_id):
            return HostReport(video.public_id, None)
        received, media = await self._stored.received(video.public_id), await self._media(video)
        status = VideoStatus.UPLOADING
        if media is not None:
            status = VideoStatus.DONE
        elif received == video.size:
            # the queue of jobs knows whether it runs
            status = VideoStatus.WAITING
        return HostReport(
            video.public_id,
            status,
            percent=100 if media else 0,
            received=received,
            duration=media.duration if media else None,
        )

    async def convert_again(self, video: Video) -> None:
        """The job of the use case does it; here the bytes must be there."""
        if await self._stored.received(video.public_id) != video.size:
            raise HostUnavailable("source_gone")

    async def rename(self, video: Video) -> None:
        """Nothing: the files have no name."""

    async def playback(self, video: Video, viewer: str, until: datetime) -> HostPlayback:
        media = await self._media(video)
        if media is None:
            # the files are gone, and asking again does not help
            raise NotFound("Video", video.public_id)
        streams = tuple(
            HostStream(
                self._play_links.stream(video.public_id, one.height, viewer, until),
                one.height,
                one.bytes,
            )
            for one in media.renditions
        )
        poster = self._play_links.poster(video.public_id, viewer, until)
        return HostPlayback("file", streams[0].address, poster, streams)

    async def delete(self, host_id: str) -> None:
        await self._stored.delete(host_id)

    def reports_of(self, headers: Mapping[str, str], body: bytes) -> Sequence[HostReport]:  # noqa: ARG002  it sends none
        raise ValueError("the built-in host sends no webhooks")

    async def _media(self, video: Video) -> Media | None:
        return await asyncio.to_thread(read_media, self._directory, video.public_id)
