"""Plays files of done videos to the bearer of a signed address (D-95)."""

from dataclasses import dataclass

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.ports import Clock
from application.videos.built_in.bytes_ports import StoredStream, StreamBytes
from application.videos.built_in.links import PlayLinks
from application.videos.built_in.transfers import Transfers, not_found
from domain.videos.video import VideoStatus


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
    links: PlayLinks,
    transfers: Transfers,
    streams: StreamBytes,
    clock: Clock,
    actor: Actor | None = None,
) -> PlayedFile:
    """Finds the file of a valid address: a stream by its height, or the poster.

    Raises NotFound otherwise, also for a deleted video.
    """
    if not links.is_valid(public_id, file, viewer, until, signature, clock.now()):
        raise not_found(public_id)
    if (await transfers.find(public_id)).status is not VideoStatus.DONE:
        raise not_found(public_id)
    return PlayedFile(public_id, file, await streams.find(public_id, file))
