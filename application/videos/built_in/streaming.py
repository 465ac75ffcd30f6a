"""Plays files of done videos to the bearer of a signed address (D-95)."""

from dataclasses import dataclass

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.ports import Clock
from application.videos.access import STUDENT_VIEWER, video_scope
from application.videos.built_in.bytes_ports import StoredStream, StreamBytes
from application.videos.built_in.links import PlayLinks
from application.videos.built_in.transfers import Transfers, not_found
from application.videos.ports import StudentVideos, VideoViews
from domain.videos.video import VideoStatus


@dataclass(frozen=True)
class PlayPorts:
    """The ports of every request of a player."""

    links: PlayLinks
    transfers: Transfers
    streams: StreamBytes
    actors: ActorLookup
    videos: VideoViews
    student_videos: StudentVideos
    clock: Clock


@dataclass(frozen=True)
class PlayedFile:
    """A file that its viewer may read."""

    public_id: str
    file: str
    stored: StoredStream


@permits(PUBLIC)
async def open_played_file(
    public_id: str,
    file: str,
    viewer: str,
    until: int,
    signature: str,
    *,
    ports: PlayPorts,
    actor: Actor | None = None,
) -> PlayedFile:
    """Finds the file of a valid address: a stream by its height, or the poster.

    Raises NotFound otherwise, also for a deleted video, and where the viewer may not watch it any more.
    """
    if not ports.links.is_valid(public_id, file, viewer, until, signature, ports.clock.now()):
        raise not_found(public_id)
    transfer = await ports.transfers.find(public_id)
    if transfer.status is not VideoStatus.DONE:
        raise not_found(public_id)
    await _check_viewer(viewer, transfer.video_id, ports)
    return PlayedFile(public_id, file, await ports.streams.find(public_id, file))


async def _check_viewer(viewer: str, video_id: int, ports: PlayPorts) -> None:
    """Checks the rights of a signed viewer, as they are now. Raises NotFound."""
    kind, _, id = viewer.partition(":")
    if kind == STUDENT_VIEWER:
        await ports.student_videos.one(int(id), video_id, ports.clock.now())
        return
    person = await ports.actors.acting(int(id))
    if person is None:
        raise not_found(viewer)
    await ports.videos.playable(video_id, video_scope(person))
