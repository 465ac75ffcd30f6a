"""Processing of uploaded videos at the built-in host (D-95)."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from application.videos.at_host import apply_report
from application.videos.ports import HostReport, VideoStore
from contracts.events import VideoChanged
from domain.videos.video import BUILT_IN, Video
from domain.videos.video import VideoStatus as _S

log = logging.getLogger("markaz.videos")

SECONDS_BETWEEN_REPORTS = 2.0
# a failed processing names its reason by a code with a text in three languages
REASONS = (
    "unreadable",
    "no_picture",
    "cut_short",
    "too_long",
    "too_large",
    "too_slow",
    "too_heavy",
    "no_room",
    "no_converter",
    "no_source",
)


class ProcessingFailed(Exception):
    """The video can't be converted; a retry would not help.

    ``code``: of the reason's text.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.code = f"videos.failed.{reason}"


# takes the percent of the work done
Progress = Callable[[int], Awaitable[None]]


@runtime_checkable
class VideoConverter(Protocol):
    """Makes the streams that any browser plays, and a poster."""

    async def convert(self, public_id: str, progress: Progress) -> float:
        """Returns the duration in seconds once every file is complete and on the disk.

        Work that is done already is not repeated. Raises ProcessingFailed; whatever ``progress`` raises ends the work.
        """
        ...

    async def discard_source(self, public_id: str) -> None:
        """Deletes the uploaded bytes of a processed video; repeatable."""
        ...


@permits(SUPERADMIN)
async def convert_video(
    host_id: str,
    attempt: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    videos: VideoStore,
    converter: VideoConverter,
) -> None:
    """Converts an uploaded video at the built-in host; repeatable at any point.

    A video that is gone, done, or processed under another attempt stays as it is.
    """
    video = await _report(host_id, HostReport(host_id, _S.PROCESSING, attempt=attempt), actor, uow, videos, clock)
    if video is None or video.attempt != attempt or video.status != _S.PROCESSING:
        if video is not None and video.status == _S.DONE:
            await converter.discard_source(video.public_id)
        return
    progress = _Progress(host_id, attempt, uow, videos, clock)
    try:
        duration = await converter.convert(video.public_id, progress.record)
        end = HostReport(host_id, _S.DONE, attempt=attempt, duration=duration)
    except ProcessingFailed as failed:
        log.warning("video %s: %s", video.id, failed)
        end = HostReport(host_id, _S.ERROR, message=failed.code, attempt=attempt)
    except _Gone:
        return
    ended = await _report(host_id, end, actor, uow, videos, clock)
    if ended is not None and ended.status == _S.DONE:
        await converter.discard_source(ended.public_id)


async def _report(
    host_id: str, report: HostReport, actor: Actor, uow: UnitOfWork, videos: VideoStore, clock: Clock
) -> Video | None:
    """Takes a report of the built-in host; returns the video unless it is gone."""
    async with uow:
        video = await videos.load_by_host_id(BUILT_IN, host_id, uow)
        if video is None or video.deleted_at is not None:
            return None
        if await apply_report(video, report, clock.now(), actor=actor, uow=uow):
            await uow.commit()
        return video


class _Gone(Exception):
    """The video was deleted, or is processed under another attempt."""


class _Progress:
    """Records the progress, at most every two seconds."""

    def __init__(self, host_id: str, attempt: int, uow: UnitOfWork, videos: VideoStore, clock: Clock) -> None:
        self._host_id, self._attempt = host_id, attempt
        self._uow, self._videos, self._clock = uow, videos, clock
        self._last, self._percent = float("-inf"), 0

    async def record(self, percent: int) -> None:
        """Records a percent that has grown. Raises _Gone, which ends the processing."""
        if time.monotonic() - self._last < SECONDS_BETWEEN_REPORTS:
            return
        self._last = time.monotonic()
        async with self._uow as uow:
            video = await self._videos.load_by_host_id(BUILT_IN, self._host_id, uow)
            if video is None or video.deleted_at is not None or video.attempt != self._attempt:
                raise _Gone
            if percent <= self._percent:
                return
            self._percent = percent
            await self._videos.record_percent(int(video.id or 0), percent, self._clock.now(), uow)
            uow.emit(VideoChanged(video_id=int(video.id or 0), group_id=video.group_id))
            await uow.commit()
