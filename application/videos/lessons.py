"""Videos of a group's lessons: lists, playback, edits, statuses (part 2 §3, §7)."""

from datetime import datetime, timedelta
from typing import cast

from application.actor import Actor
from application.authorization import Audience, permits
from application.groups.views import GroupScope
from application.ports import Clock, UnitOfWork
from application.videos.access import ALL, ENTITY, OWN, permission_of, video_scope, viewer_of
from application.videos.at_host import apply_report, complete_upload, queue_processing
from application.videos.ports import HostReport, HostUnavailable, VideoHosts, VideoStore, VideoViews
from application.videos.uploads import ask
from contracts.job_kinds import VIDEO_RENAME
from contracts.shared import check as check_limits
from contracts.videos import (
    ChangedVideo,
    EditVideo,
    Playback,
    Rendition,
    ReportStatus,
    Status,
    VideoAnswer,
    VideoPage,
    VideosQuery,
)
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError
from domain.shared.text import clean_line
from domain.videos.limits import check_lesson, tidy_name
from domain.videos.video import BUILT_IN, HAS_ALL_BYTES, Video, VideoStatus

# an address plays for so long; the player renews it (D-95)
PLAYS_FOR = timedelta(hours=2)


@permits(admin=ALL, academic=OWN)
async def list_videos(
    group_id: int, query: VideosQuery, *, audience: Audience, actor: Actor, video_views: VideoViews, clock: Clock
) -> VideoPage:
    """Lists the videos of a group, newest lesson first (R2-051, R2-342).

    Raises NotFound.
    """
    check_limits(query)
    return await video_views.page(group_id, query, actor, video_scope(actor, audience=audience), clock.now())


@permits(admin=ALL, academic=OWN)
async def show_video(
    video_id: int, *, audience: Audience, actor: Actor, video_views: VideoViews, clock: Clock
) -> VideoAnswer:
    """Returns one video with its uploader and history (R2-181).

    Raises NotFound.
    """
    scope = video_scope(actor, audience=audience)
    return VideoAnswer(video=await video_views.details(video_id, actor, scope, clock.now()))


@permits(admin=ALL, academic=OWN)
async def play_video(
    video_id: int, *, audience: Audience, actor: Actor, video_views: VideoViews, hosts: VideoHosts, clock: Clock
) -> Playback:
    """Returns the addresses that play a done video for two hours (R2-288, D-95).

    Raises NotFound; DomainError: videos.not_done, videos.host_unavailable.
    """
    video = await video_views.playable(video_id, video_scope(actor, audience=audience))
    return await playback_of(video, actor, hosts, clock.now())


async def playback_of(video: Video, actor: Actor, hosts: VideoHosts, now: datetime) -> Playback:
    """The addresses of a video for this viewer."""
    video.check_may_play()
    until = now + PLAYS_FOR
    try:
        found = await (await hosts.of(video.host)).playback(video, viewer_of(actor), until)
    except HostUnavailable as silent:
        raise DomainError("videos.host_unavailable") from silent
    return Playback(
        address=found.address,
        type=found.type,
        poster=found.poster,
        duration=video.duration,
        expires_at=until,
        renditions=[Rendition(one.address, one.height, one.size) for one in found.streams],
    )


@permits(admin=ALL, academic=OWN, do="update")
async def edit_video(
    video_id: int,
    form: EditVideo,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    clock: Clock,
) -> ChangedVideo:
    """Changes name and lesson of a video (R2-290, R2-354).

    A host of its own is told the name by a job. Raises NotFound; ValidationError, also for a lesson of another group;
    DomainError: shared.stale, videos.lesson_too_far.
    """
    check_limits(form)
    name, scope = tidy_name(clean_line(form.name)), video_scope(actor, do="update", audience=audience)
    async with uow:
        video = await videos.load(video_id, scope, uow)
        if form.version != video.version:
            raise DomainError("shared.stale")
        await _check_lesson(video, form.lesson_id, scope, uow, videos, clock.now())
        before = _facts(video)
        video.edit(name, form.lesson_id)
        if (after := _facts(video)) != before:
            uow.audit(
                "videos.edited", ENTITY, video_id, actor=actor, permission=permission_of(actor, audience),
                before=before, after=after, name=name,
            )  # fmt: skip
        if after["name"] != before["name"] and video.host != BUILT_IN:
            await uow.enqueue(VIDEO_RENAME, {"videoId": video_id}, actor=actor)
        await uow.commit()
        return _changed(video)


async def _check_lesson(
    video: Video, lesson_id: int, scope: GroupScope, uow: UnitOfWork, videos: VideoStore, now: datetime
) -> None:
    if lesson_id == video.lesson_id:
        return
    try:
        lesson = await videos.lesson(video.group_id, lesson_id, scope, uow)
    except NotFound as unknown:
        raise ValidationError({"lessonId": [FieldError("limit.unknown_choice")]}) from unknown
    check_lesson(lesson.starts_at, now)


@permits(admin=ALL, academic=OWN, do="update")
async def report_status(
    video_id: int,
    form: ReportStatus,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    video_views: VideoViews,
    hosts: VideoHosts,
    clock: Clock,
) -> ChangedVideo:
    """Takes what a browser reports of its upload (R2-356).

    Paused, resumed, failed with a reason, or every byte sent. The last is believed only if the host has them all, and a
    repeated report changes nothing. Raises NotFound; ValidationError; DomainError: shared.illegal_move,
    videos.still_uploading, videos.not_uploaded, videos.host_unavailable.
    """
    check_limits(form)
    scope = video_scope(actor, do="update", audience=audience)
    report = None
    if VideoStatus(form.status) == VideoStatus.WAITING:
        video = await video_views.playable(video_id, scope)
        report = await _all_sent(video, hosts)
    now = clock.now()
    async with uow:
        video = await videos.load(video_id, scope, uow)
        before = video.status
        await _take(video, VideoStatus(form.status), clean_line(form.message), report, now, actor, uow)
        if video.status != before:
            uow.audit(
                "videos.status_reported", ENTITY, video_id, actor=actor, permission=permission_of(actor, audience),
                before={"status": int(before)}, after={"status": int(video.status)}, name=video.name,
            )  # fmt: skip
        await uow.commit()
        return _changed(video)


async def _all_sent(video: Video, hosts: VideoHosts) -> HostReport | None:
    """The host's report of an upload that is to be complete; None where it is."""
    if not video.unfinished:
        return None
    try:
        host = await hosts.of(video.host)
    except HostUnavailable as silent:
        raise DomainError("videos.host_unavailable") from silent
    report = await ask(host, video)
    if report.status not in HAS_ALL_BYTES and report.received != video.size:
        raise DomainError("videos.not_uploaded", name=video.name)
    return report


async def _take(
    video: Video,
    reported: VideoStatus,
    message: str,
    report: HostReport | None,
    now: datetime,
    actor: Actor,
    uow: UnitOfWork,
) -> None:
    if reported == video.status:
        # an upload to a host of its own shows here that it is alive
        if reported == VideoStatus.UPLOADING:
            video.moved_at = now
        return
    match reported:
        case VideoStatus.PAUSE:
            video.pause(now)
        case VideoStatus.UPLOADING:
            video.resume(now)
        case VideoStatus.ERROR:
            # others delete what has failed: only its uploader tells so of a running upload (D-59)
            video.check_may_delete(int(actor.id or 0))
            video.fail_upload(message, now)
        case _ if report is not None and video.unfinished:
            await complete_upload(video, now, actor=actor, uow=uow)
            await apply_report(video, report, now, actor=actor, uow=uow)
        case _ if video.status not in HAS_ALL_BYTES:
            raise DomainError("videos.not_uploaded", name=video.name)


@permits(admin=ALL, academic=OWN, do="update")
async def convert_again(
    video_id: int,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    hosts: VideoHosts,
    clock: Clock,
) -> ChangedVideo:
    """Processes a video again whose processing failed (D-95).

    Raises NotFound; DomainError: shared.illegal_move for one whose upload failed, videos.host_unavailable.
    """
    now, scope = clock.now(), video_scope(actor, do="update", audience=audience)
    async with uow.independent() as looked:
        video = await videos.load(video_id, scope, looked)
        video.convert_again(now)
    try:
        await (await hosts.of(video.host)).convert_again(video)
    except HostUnavailable as silent:
        raise DomainError("videos.host_unavailable") from silent
    async with uow:
        video = await videos.load(video_id, scope, uow)
        video.convert_again(now)
        await queue_processing(video, actor=actor, uow=uow)
        uow.audit(
            "videos.processed_again", ENTITY, video_id, actor=actor, permission=permission_of(actor, audience),
            name=video.name,
        )  # fmt: skip
        await uow.commit()
        return _changed(video)


def _changed(video: Video) -> ChangedVideo:
    return ChangedVideo(id=int(video.id or 0), status=cast("Status", int(video.status)), version=video.version)


def _facts(video: Video) -> dict[str, object]:
    return {"name": video.name, "lesson_id": video.lesson_id}
