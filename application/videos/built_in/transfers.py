"""Rows of uploads at the built-in host, as every request of a transfer reads them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import Clock, UnitOfWork
from application.videos.built_in.bytes_ports import UploadBytes
from application.videos.built_in.links import UploadLinks
from application.videos.built_in.turns import Turns
from domain.access.permissions import Action
from domain.shared.errors import DomainError, Forbidden, NotFound
from domain.videos.video import IN_TRANSFER, VideoStatus

# one of them lets a person upload (D-59)
MAY_UPLOAD = ("all_groups:video_upload", "my_groups:video_upload")


@dataclass(frozen=True)
class Transfer:
    """An upload: its size and the bytes last recorded; those on disk are newer."""

    video_id: int
    public_id: str
    orig_name: str
    size: int
    received: int
    status: VideoStatus
    created_by: int
    moved_at: datetime

    @property
    def unfinished(self) -> bool:
        """True while bytes may still come: in transfer, or failed in it."""
        return self.status in IN_TRANSFER or (self.status is VideoStatus.ERROR and self.received < self.size)


@runtime_checkable
class Transfers(Protocol):
    """Reads of uploads at the built-in host; those that are being deleted are none."""

    async def find(self, public_id: str) -> Transfer:
        """Returns the upload of a public id. Raises NotFound."""
        ...

    async def find_with_uploader(self, public_id: str) -> tuple[Transfer, Actor | None]:
        """Returns the upload, and its uploader's account; None for a blocked one.

        Raises NotFound.
        """
        ...

    async def find_by_video(self, video_id: int) -> Transfer:
        """Returns the upload of a video. Raises NotFound."""
        ...

    async def progress(self, public_id: str, received: int, now: datetime) -> bool:
        """Records the bytes stored by a running upload.

        False where it is paused, ended or deleted.

        It is no change of the video: its version stays, and no stream is told.
        """
        ...

    async def silent_since(self, before: datetime, ahead: datetime) -> Sequence[Transfer]:
        """Returns the unfinished uploads of which no byte came since ``before``.

        Also those whose last byte is later than ``ahead``, by a clock that was wrong.
        """
        ...

    async def known(self, public_ids: Collection[str]) -> set[str]:
        """Returns those public ids that still have a video.

        Also one that is being deleted.
        """
        ...


@dataclass(frozen=True)
class TransferPorts:
    """The ports of every request of a transfer."""

    links: UploadLinks
    transfers: Transfers
    stored: UploadBytes
    uow: UnitOfWork
    clock: Clock
    turns: Turns


def check_uploader(transfer: Transfer, uploader: Actor | None) -> Actor:
    """Returns the uploader of a link, or the bearer of the token beside it.

    Raises Forbidden for a bearer who is somebody else (R2-358, case 13), DomainError("videos.uploader_barred") for one
    who may upload no more.
    """
    if uploader is not None and uploader.id != transfer.created_by:
        raise Forbidden(MAY_UPLOAD[0], str(Action.UPDATE))
    if uploader is None or not any(uploader.may(permission, Action.UPDATE) for permission in MAY_UPLOAD):
        raise DomainError("videos.uploader_barred")
    return uploader


def not_found(public_id: str) -> NotFound:
    """The answer for an upload that is none, or none any more."""
    return NotFound("Video", public_id)
