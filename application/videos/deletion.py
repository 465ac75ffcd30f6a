"""Deletes videos: hidden at once, shown until the host has deleted them (D-95)."""

from datetime import datetime, timedelta

from application.actor import Actor
from application.authorization import SIGNED_IN, SUPERADMIN, Audience, permits
from application.ports import Clock, UnitOfWork
from application.videos.access import ALL, ENTITY, OWN, permission_of, video_scope
from application.videos.ports import HostUnavailable, VideoHost, VideoHosts, VideoStore
from contracts.job_kinds import VIDEO_DELETE
from contracts.shared import Empty
from domain.videos.video import Video

# a deletion without a job after so long is queued again
STUCK_AFTER = timedelta(hours=1)
AT_ONCE = 50


@permits(admin=ALL, academic=OWN, do="update")
async def delete_video(
    video_id: int, *, audience: Audience, actor: Actor, uow: UnitOfWork, videos: VideoStore, clock: Clock
) -> Empty:
    """Deletes a video, here and as a job at its host (R2-355, D-36).

    Raises NotFound; DomainError("videos.still_uploading") for another person's upload.
    """
    async with uow:
        video = await videos.load(video_id, video_scope(actor, do="update", audience=audience), uow)
        video.check_may_delete(int(actor.id or 0))
        await begin_deletion(video, actor=actor, permission=permission_of(actor, audience), uow=uow, now=clock.now())
        await uow.commit()
    return Empty()


async def begin_deletion(video: Video, *, actor: Actor, permission: str, uow: UnitOfWork, now: datetime) -> None:
    """Hides a locked video from players and queues its deletion at the host."""
    video.deleted_at = now
    before = {"name": video.name, "lesson_id": video.lesson_id, "orig_name": video.orig_name, "size": video.size}
    uow.audit("videos.deleted", ENTITY, video.id, actor=actor, permission=permission, before=before, name=video.name)
    await uow.enqueue(VIDEO_DELETE, {"videoId": video.id}, actor=actor)


async def discard_unfinished(
    user_id: int, *, actor: Actor, permission: str, uow: UnitOfWork, videos: VideoStore, now: datetime
) -> int:
    """Deletes the unfinished uploads of a person and returns their number (D-67)."""
    unfinished = await videos.unfinished_of(user_id, uow)
    for video in unfinished:
        await begin_deletion(video, actor=actor, permission=permission, uow=uow, now=now)
    return len(unfinished)


class UploadsOfSession:
    """See ``application.access.ports.UnfinishedUploads``."""

    def __init__(self, videos: VideoStore, clock: Clock) -> None:
        self._videos = videos
        self._clock = clock

    async def discard(self, actor: Actor, uow: UnitOfWork) -> int:
        user_id, now = int(actor.id or 0), self._clock.now()
        return await discard_unfinished(
            user_id, actor=actor, permission=SIGNED_IN, uow=uow, videos=self._videos, now=now
        )


@permits(SUPERADMIN)
async def delete_at_host(video_id: int, *, actor: Actor, uow: UnitOfWork, hosts: VideoHosts) -> None:
    """Deletes a video at its host, verifies it and removes the row.

    Its audit records stay. Raises HostUnavailable, for the job to be tried again.
    """
    async with uow.independent() as looked:
        video = await looked.find(Video, id=video_id)
    if video is None:
        return
    await _delete(video, await hosts.of(video.host))
    async with uow:
        removed = await uow.find(Video, lock=True, id=video_id)
        if removed is not None:
            await uow.remove(removed)
            uow.audit("videos.removed", ENTITY, video_id, actor=actor, permission=SUPERADMIN, name=removed.name)
            await uow.commit()


async def _delete(video: Video, host: VideoHost) -> None:
    """Deletes a video at its host, also one whose id there was never answered."""
    host_id = video.host_id or await host.find_id(video)
    if not host_id:
        return
    await host.delete(host_id)
    left = (await host.report(video)).status is not None if video.host_id else await host.find_id(video)
    if left:
        raise HostUnavailable(f"{video.host} still has video {video.id}")


@permits(SUPERADMIN)
async def requeue_deletions(*, actor: Actor, uow: UnitOfWork, videos: VideoStore, clock: Clock) -> int:
    """Queues deletions again whose job has failed, and returns their number."""
    async with uow:
        now = clock.now()
        stuck = await videos.stuck_deletions(now - STUCK_AFTER, now, AT_ONCE, uow)
        for video_id in stuck:
            await uow.enqueue(VIDEO_DELETE, {"videoId": video_id}, actor=actor)
        await uow.commit()
    return len(stuck)
