"""Plays files of done videos to the bearer of a signed address (D-95)."""

from dataclasses import dataclass

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.ports import Clock
from application.videos.built_in.bytes_ports import StoredStream, StreamBytes
from application.videos.built_in.links import POSTER, PlayLinks
from application.videos.built_in.transfers import Transfers, not_found
from domain.videos.video import VideoStatus


@dataclass(frozen=True)
class PlayedFile:
    """A file that its viewer may read."""

    public_id: str
    file: str
    stored: StoredStream


@permits(PUBLIC)
async def open_stream(
    public_id: str,
    height: int,
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
    """Finds the stream of a valid address.

    Raises NotFound otherwise, also for a deleted video.
    """
    return await _find(public_id, str(height), viewer, until, signature, links, transfers, streams, clock)


@permits(PUBLIC)
async def open_poster(
    public_id: str,
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
    """Finds the poster of a valid address. Raises NotFound otherwise."""
    return await _find(public_id, POSTER, viewer, until, signature, links, transfers, streams, clock)


async def _find(
    public_id: str,
    file: str,
    viewer: str,
    until: int,
    signature: str,
    links: PlayLinks,
    transfers: Transfers,
    streams: StreamBytes,
    clock: Clock,
) -> PlayedFile:
    if not links.is_valid(public_id, file, viewer, until, signature, clock.now()):
        raise not_found(public_id)
    if (await transfers.find(public_id)).status is not VideoStatus.DONE:
        raise not_found(public_id)
    return PlayedFile(public_id, file, await streams.find(public_id, file))
