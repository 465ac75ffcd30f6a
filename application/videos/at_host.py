"""A video at its host: queued for processing, moved on by reports (D-95)."""

from datetime import datetime

from application.actor import Actor
from application.ports import UnitOfWork
from application.videos.ports import HostReport
from contracts.job_kinds import VIDEO_PROCESS
from domain.videos.video import AT_HOST, BUILT_IN, Video, VideoStatus

HOST_LOST = "videos.host_lost"


async def queue_processing(video: Video, *, actor: Actor, uow: UnitOfWork) -> None:
    """Queues the conversion of a stored video; other hosts do it by themselves."""
    if video.host == BUILT_IN:
        await uow.enqueue(VIDEO_PROCESS, {"hostId": video.host_id, "attempt": video.attempt}, actor=actor)


async def complete_upload(video: Video, now: datetime, *, actor: Actor, uow: UnitOfWork) -> None:
    """Records the last byte of an upload, even of a failed one (R2-274)."""
    if video.status == VideoStatus.ERROR:
        video.resume(now)
    video.receive(video.size, now)
    await queue_processing(video, actor=actor, uow=uow)


async def apply_report(video: Video, report: HostReport, now: datetime, *, actor: Actor, uow: UnitOfWork) -> bool:
    """Takes what a host reports of a locked video; False where it changes nothing.

    Late and repeated reports change nothing, a status never goes back, and what is being deleted stays as it is.
    """
    if video.deleted_at is not None:
        return False
    if report.status is None:
        return _lost(video, now)
    changed = False
    if video.unfinished and report.received is not None:
        changed = await _received(video, report.received, now, actor=actor, uow=uow)
    if not video.size and report.size:
        video.size = video.received = report.size
        changed = True
    attempt = video.attempt if report.attempt is None else report.attempt
    changed = video.take_report(report.status, attempt, report.message, now) or changed
    changed = video.take_progress(report.percent, attempt, now) or changed
    if report.duration is not None and report.duration != video.duration:
        video.duration, changed = report.duration, True
    if not changed and report.status == video.status == VideoStatus.WAITING:
        # a host with a long queue is not silent
        video.moved_at = now
    return changed


async def _received(video: Video, received: int, now: datetime, *, actor: Actor, uow: UnitOfWork) -> bool:
    if received == video.size:
        await complete_upload(video, now, actor=actor, uow=uow)
        return True
    if video.received < received < video.size:
        video.received = received
        return True
    return False


def _lost(video: Video, now: datetime) -> bool:
    """Ends a video in an error that its host does not know any more.

    An upload may not be known there yet.
    """
    if video.status not in AT_HOST:
        return False
    video.fail(HOST_LOST, now)
    return True
