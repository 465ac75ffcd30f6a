"""Uploads to the built-in host.

Created, asked for, continued, ended (protocols §2).

A link is the right to one upload; the row and the uploader's rights are read at every request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.ports import Clock, UnitOfWork
from application.videos.access import permission_of
from application.videos.built_in.bytes_ports import UploadBytes
from application.videos.built_in.links import UploadLink
from application.videos.built_in.receiving import Body, Receiver, complete
from application.videos.built_in.transfers import Transfer, TransferPorts, check_uploader, not_found
from application.videos.deletion import begin_deletion
from domain.shared.errors import DomainError
from domain.videos.limits import GIB, UploadLimits
from domain.videos.video import Video, VideoStatus

# the key of the metadata by which a client names the upload: the last part of its link, or the video's number
ID = "id"
MAX_NUMBER_DIGITS = 18


@dataclass(frozen=True)
class Upload:
    """The state of an upload. ``offset``: bytes stored; ``path``: of its link."""

    offset: int
    size: int
    path: str
    expires_at: datetime
    metadata: str = ""
    orig_name: str = ""


@permits(PUBLIC)
async def create_upload(
    upload_id: str | None,
    length: int,
    metadata: Mapping[str, bytes],
    as_given: str,
    body: Body | None,
    *,
    bearer: Actor | None,
    ports: TransferPorts,
    limits: UploadLimits,
    actor: Actor | None = None,
) -> Upload:
    """Begins the upload of a link.

    Or answers with the one that has begun (protocols §1.5).

    ``length`` must be that of the file that the link was made for: it has been held against the limits (D-94).
    """
    if length > limits.file_bytes:
        raise DomainError("videos.too_large", gigabytes=limits.file_bytes // GIB)
    transfer, link, _ = await _admitted(upload_id, metadata, bearer, ports)
    if length != transfer.size:
        raise DomainError("videos.size_differs", size=transfer.size)
    if not transfer.unfinished:
        return Upload(transfer.size, transfer.size, link.path, link.expires_at)
    await ports.stored.keep_metadata(transfer.public_id, as_given)
    offset = await ports.stored.received(transfer.public_id)
    if not offset and not await ports.stored.exists(transfer.public_id):
        # deleted meanwhile
        raise not_found(transfer.public_id)
    if body is not None and not offset:
        receiver = Receiver(transfer, ports)
        offset = await receiver.receive(0, body)
    return Upload(offset, transfer.size, link.path, link.expires_at)


@permits(PUBLIC)
async def find_upload(
    upload_id: str,
    *,
    bearer: Actor | None,
    ports: TransferPorts,
    actor: Actor | None = None,
) -> Upload:
    """Tells the offset of an upload.

    One that is stored but not recorded is completed (case 17).
    """
    transfer, link, _ = await _admitted(upload_id, {}, bearer, ports)
    given = await ports.stored.metadata(transfer.public_id)
    offset = transfer.size
    if transfer.unfinished:
        # a request that died without closing its connection ends before the offset is told (case 1)
        async with ports.stored.hold(transfer.public_id) as file:
            offset = file.offset
            if offset == transfer.size:
                await file.sync()
                await complete(transfer.public_id, ports.uow, ports.clock)
    return Upload(offset, transfer.size, link.path, link.expires_at, given, transfer.orig_name)


@permits(PUBLIC)
async def continue_upload(
    upload_id: str,
    offset: int,
    body: Body,
    *,
    bearer: Actor | None,
    ports: TransferPorts,
    actor: Actor | None = None,
) -> Upload:
    """Stores bytes from an offset that must be that of the upload.

    The last one completes it.
    """
    transfer, link, _ = await _admitted(upload_id, {}, bearer, ports)
    if transfer.unfinished:
        receiver = Receiver(transfer, ports)
        reached = await receiver.receive(offset, body)
        return Upload(reached, transfer.size, link.path, link.expires_at)
    # the last request again, after its answer was lost: nothing happens twice (case 17)
    if offset != transfer.size:
        raise DomainError("videos.offset_differs", offset=transfer.size)
    if body.length:
        raise DomainError("videos.too_long", size=transfer.size)
    return Upload(transfer.size, transfer.size, link.path, link.expires_at)


@permits(PUBLIC)
async def terminate_upload(
    upload_id: str,
    *,
    bearer: Actor | None,
    ports: TransferPorts,
    actor: Actor | None = None,
) -> None:
    """Deletes an unfinished upload with its bytes.

    A finished video is deleted in the console.
    """
    transfer, _, uploader = await _admitted(upload_id, {}, bearer, ports)
    await delete_upload(transfer, uploader, ports.stored, ports.uow, ports.clock)


async def delete_upload(transfer: Transfer, by: Actor, stored: UploadBytes, uow: UnitOfWork, clock: Clock) -> None:
    """Deletes an unfinished upload.

    The row is hidden, then its bytes go, and the job verifies it.
    """
    async with uow:
        video = await uow.find(Video, lock=True, public_id=transfer.public_id)
        if video is None or video.deleted_at is not None:
            raise not_found(transfer.public_id)
        if not video.unfinished:
            raise DomainError("shared.illegal_move", status=VideoStatus(video.status).name.lower(), action="terminate")
        await begin_deletion(video, actor=by, permission=permission_of(by), uow=uow, now=clock.now())
        await uow.commit()
    await stored.delete(transfer.public_id)


async def _admitted(
    upload_id: str | None, metadata: Mapping[str, bytes], bearer: Actor | None, ports: TransferPorts
) -> tuple[Transfer, UploadLink, Actor]:
    """The upload of a link, a link to it, and its uploader with present rights.

    Without a link in the path, the metadata names it: by the last part of its link, or by the video's number beside
    the token of its uploader (R2-183, R2-358).
    """
    now = ports.clock.now()
    given = upload_id or metadata.get(ID, b"").decode("ascii", "replace")
    if upload_id is None and given.isdecimal() and len(given) <= MAX_NUMBER_DIGITS:
        if bearer is None:
            raise DomainError("shared.unauthorised")
        transfer = await ports.transfers.find_by_video(int(given))
        # numbers can be guessed: that of another person's upload is none
        if transfer.created_by != bearer.id:
            raise not_found(given)
        return transfer, ports.links.link(transfer.public_id, now), check_uploader(transfer, bearer)
    link = ports.links.read(given, now)
    if bearer is not None:
        # whose rights have just been read with the session
        transfer = await ports.transfers.find(link.public_id)
        return transfer, link, check_uploader(transfer, bearer)
    transfer, uploader = await ports.transfers.find_with_uploader(link.public_id)
    return transfer, link, check_uploader(transfer, uploader)
