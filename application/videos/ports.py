"""Ports of video lessons: the host that stores and plays them, and their rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

from application.actor import Actor
from application.groups.views import GroupScope
from application.ports import UnitOfWork
from contracts.videos import (
    StudentVideoPage,
    StudentVideosQuery,
    UploadingRow,
    VideoDetails,
    VideoPage,
    VideosQuery,
)
from domain.videos.video import Video, VideoStatus


class HostUnavailable(Exception):
    """The host gave no answer, or none that can be read; a later try may help.

    ``seconds``: to wait before asking again, where the host said so (429).
    """

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(frozen=True)
class HostUpload:
    """An upload at the host: its id there, and where the bytes go by tus.

    ``offset``: bytes stored already. ``expires_at``: of the link.
    """

    host_id: str
    url: str | None
    offset: int = 0
    expires_at: datetime | None = None


@dataclass(frozen=True)
class HostReport:
    """The state of a video as its host reports it, by webhook or when asked.

    ``percent``: of its processing. ``status`` None: the host does not know the video (any more). ``received``: bytes
    stored, where the host tells. ``attempt``: of the processing, where the host tells; None: the present one.
    """

    host_id: str
    status: VideoStatus | None
    percent: int = 0
    message: str = ""
    received: int | None = None
    attempt: int | None = None
    duration: float | None = None
    size: int | None = None


@dataclass(frozen=True)
class HostStream:
    """One stream to play; ``height`` in pixels, ``size`` in bytes."""

    address: str
    height: int
    size: int


@dataclass(frozen=True)
class HostPlayback:
    """The address of a done video: a file for our player, or the host's page."""

    type: Literal["file", "embed"]
    address: str
    poster: str | None = None
    streams: Sequence[HostStream] = field(default_factory=tuple)


@runtime_checkable
class VideoHost(Protocol):
    """Stores, converts and plays videos; two adapters and one contract suite.

    Every call may be repeated. All raise HostUnavailable. Vendor words stay inside the adapter.
    """

    # stored with each video: the host that has it
    name: str

    async def create_upload(self, video: Video, content_type: str, now: datetime) -> HostUpload:
        """Prepares the upload of ``video.size`` bytes for a stored video."""
        ...

    async def renew(self, video: Video, now: datetime) -> HostUpload:
        """Returns a fresh link for the same video, with the bytes stored (V1).

        A new upload at the host where the old one is gone; its ``host_id`` may differ then.
        """
        ...

    async def find_id(self, video: Video) -> str:
        """Returns the id of an upload whose preparation was not answered.

        Empty where there is none.
        """
        ...

    async def report(self, video: Video) -> HostReport:
        """Asks for the state of a video."""
        ...

    async def convert_again(self, video: Video) -> None:
        """Starts the processing of ``video.attempt`` from the stored bytes."""
        ...

    async def rename(self, video: Video) -> None:
        """Names the video at the host as here."""
        ...

    async def playback(self, video: Video, viewer: str, until: datetime) -> HostPlayback:
        """Addresses that play a done video for this viewer until then (D-95).

        ``viewer``: "user:7" or "student:9".
        """
        ...

    async def delete(self, host_id: str) -> None:
        """Deletes the video with all its bytes; one that is gone already is no error."""
        ...

    def reports_of(self, headers: Mapping[str, str], body: bytes) -> Sequence[HostReport]:
        """Reads a webhook. Raises ValueError where it is none of this host."""
        ...


@runtime_checkable
class VideoHosts(Protocol):
    """The video hosts by the present settings."""

    async def present(self) -> VideoHost:
        """The host of new videos: the configured one, else the built-in one."""
        ...

    async def of(self, name: str) -> VideoHost:
        """The host that has a video.

        Raises HostUnavailable when it is not configured any more.
        """
        ...

    def webhook_word(self, name: str) -> str:
        """The secret word in the address of a host's webhooks (D-95)."""
        ...


@dataclass(frozen=True)
class VideoLessonFacts:
    """A lesson to which a video may be added."""

    id: int
    group_id: int
    group_name: str
    starts_at: datetime


@dataclass(frozen=True)
class OpenUploads:
    """The unfinished uploads of a person: their number and bytes."""

    count: int
    bytes: int


@runtime_checkable
class VideoStore(Protocol):
    """Rows of videos in the caller's transaction; scopes raise NotFound."""

    async def lesson(self, group_id: int, lesson_id: int, scope: GroupScope, uow: UnitOfWork) -> VideoLessonFacts:
        """Returns a lesson of a group within the scope."""
        ...

    async def open_uploads(self, user_id: int, uow: UnitOfWork) -> OpenUploads:
        """Locks the person's uploads against parallel ones and counts the unfinished."""
        ...

    async def load(self, video_id: int, scope: GroupScope, uow: UnitOfWork) -> Video:
        """Locks and returns a video within the scope that is not being deleted."""
        ...

    async def load_by_host_id(self, host: str, host_id: str, uow: UnitOfWork) -> Video | None:
        """Locks and returns the video that a host reports of; None for an unknown one."""
        ...

    async def unfinished_of(self, user_id: int, uow: UnitOfWork) -> Sequence[Video]:
        """Locks and returns the uploads of a person that are in transfer or failed in it."""
        ...

    async def claim_silent(self, before: datetime, now: datetime, limit: int, uow: UnitOfWork) -> Sequence[int]:
        """Returns videos that neither moved nor were polled since.

        Those at their host, and unfinished uploads to hosts other than the built-in one. They count as polled now. Also
        those whose time is as far ahead of now: a wrong clock has written it.
        """
        ...

    async def is_queued(self, host_id: str, uow: UnitOfWork) -> bool:
        """Checks if a job of the built-in host waits for this video or converts it."""
        ...

    async def stuck_deletions(self, before: datetime, now: datetime, limit: int, uow: UnitOfWork) -> Sequence[int]:
        """Returns videos that are being deleted since then without a job that does it.

        Also those whose time is as far ahead of now.
        """
        ...

    async def record_percent(self, video_id: int, percent: int, now: datetime, uow: UnitOfWork) -> None:
        """Writes the progress of the processing; the version of the video stays."""
        ...


@dataclass(frozen=True)
class StoredReport:
    """A report of a host as it was stored; ``host_id`` names the video there."""

    id: int
    host: str
    host_id: str


@runtime_checkable
class WebhookStore(Protocol):
    """Reports that hosts sent: stored first, processed once (D-95)."""

    async def add(self, host: str, host_id: str, body: str, now: datetime, uow: UnitOfWork) -> int:
        """Stores a report and returns its id."""
        ...

    async def open(self, webhook_id: int, uow: UnitOfWork) -> StoredReport | None:
        """Locks and returns a report; None once it is processed."""
        ...

    async def close(self, webhook_id: int, outcome: str, now: datetime, uow: UnitOfWork) -> None:
        """Records that a report is processed."""
        ...


@runtime_checkable
class VideoViews(Protocol):
    """Reads of videos within a scope; all raise NotFound for others."""

    async def page(
        self, group_id: int, query: VideosQuery, actor: Actor, scope: GroupScope, now: datetime
    ) -> VideoPage:
        """Returns a page of a group's videos."""
        ...

    async def details(self, video_id: int, actor: Actor, scope: GroupScope, now: datetime) -> VideoDetails:
        """Returns one video with its history."""
        ...

    async def playable(self, video_id: int, scope: GroupScope) -> Video:
        """Returns a video that is not being deleted, done or not."""
        ...

    async def uploading(self, actor: Actor, ids: Sequence[int], now: datetime) -> list[UploadingRow]:
        """Returns the person's unfinished uploads, or those with these ids in any state."""
        ...


@runtime_checkable
class StudentVideos(Protocol):
    """Reads of the done videos that a student may watch (D-98)."""

    async def page(self, student_id: int, query: StudentVideosQuery, now: datetime) -> StudentVideoPage:
        """Returns a page of them, newest lesson first."""
        ...

    async def one(self, student_id: int, video_id: int, now: datetime) -> Video:
        """Returns one of them. Raises NotFound."""
        ...
