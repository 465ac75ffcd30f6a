"""Begins uploads of videos, renews their links, lists and discards them (D-94)."""

import mimetypes
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from application.actor import Actor
from application.authorization import Audience, permits
from application.files.uploads import PUBLIC_ID_BYTES
from application.groups.views import GroupScope
from application.ports import Clock, UnitOfWork
from application.videos.access import ALL, ENTITY, OWN, permission_of, video_scope
from application.videos.at_host import apply_report
from application.videos.deletion import discard_unfinished
from application.videos.ports import (
    HostReport,
    HostUnavailable,
    VideoHost,
    VideoHosts,
    VideoLessonFacts,
    VideoStore,
    VideoViews,
)
from contracts.shared import check as check_limits
from contracts.videos import CreateVideo, DeletedUploads, NewUpload, Uploading, UploadingQuery, UploadLink
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError
from domain.shared.text import clean_line
from domain.videos.container import check_name
from domain.videos.limits import MAX_NAME_LENGTH, UploadLimits, check_lesson, tidy_name
from domain.videos.video import BUILT_IN, StatusEntry, Video, VideoStatus

UNKNOWN_TYPE = "application/octet-stream"
MAX_IDS = 100


@dataclass(frozen=True)
class _New:
    """A video to be added to a lesson."""

    group_id: int
    lesson_id: int
    name: str
    orig_name: str
    size: int


@permits(ALL, OWN, do="update")
async def add_upload(
    form: NewUpload,
    *,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    hosts: VideoHosts,
    upload_limits: UploadLimits,
    clock: Clock,
) -> UploadLink:
    """Adds a video to a lesson and returns where its bytes go (R2-357, D-94).

    Without a name it has that of the file. Raises NotFound for a lesson outside the caller's groups; ValidationError;
    DomainError: videos.not_a_video, videos.lesson_too_far, videos.too_large, videos.too_many_open, videos.person_full,
    videos.no_link.
    """
    check_limits(form)
    orig_name = clean_line(form.orig_name)
    check_name(orig_name)
    name = clean_line(form.name) if form.name else _name_of(orig_name)
    new = _New(form.group_id, form.lesson_id, tidy_name(name), orig_name, form.size)
    return await _begin(new, None, actor, uow, videos, hosts, upload_limits, clock)


@permits(admin=ALL, academic=OWN, do="update")
async def create_video(
    form: CreateVideo,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    hosts: VideoHosts,
    upload_limits: UploadLimits,
    clock: Clock,
) -> UploadLink:
    """Adds a video to a lesson, uploaded next or at the host already (R2-353, D-94).

    Raises as ``add_upload``; ValidationError for a ``videoId`` that the host does not know;
    DomainError("videos.host_id_taken").
    """
    check_limits(form, size=[FieldError("limit.required")] if form.size is None and form.video_id is None else [])
    name = tidy_name(clean_line(form.name))
    orig_name = clean_line(form.orig_name) if form.orig_name else name
    if form.orig_name and form.video_id is None:
        check_name(orig_name)
    new = _New(form.group_id, form.lesson_id, name, orig_name, form.size or 0)
    if form.video_id is not None:
        return await _attach(new, form.video_id, audience, actor, uow, videos, hosts, clock)
    return await _begin(new, audience, actor, uow, videos, hosts, upload_limits, clock)


async def _begin(
    new: _New,
    audience: Audience | None,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    hosts: VideoHosts,
    limits: UploadLimits,
    clock: Clock,
) -> UploadLink:
    """Stores the video, then asks the host: no connection and no lock waits for it."""
    now, scope = clock.now(), video_scope(actor, do="update", audience=audience)
    host = await hosts.present()
    async with uow.independent() as stored:
        lesson = await _lesson(new, scope, now, videos, stored)
        # from here on the requests of this person wait for each other
        found = await videos.open_uploads(int(actor.id or 0), stored)
        repeated = await _repeated(actor, stored)
        video = repeated
        if video is None:
            limits.check(new.size, found.count, found.bytes)
            video = _video(new, host, actor, now, VideoStatus.UPLOADING, _public_id(actor))
            stored.add(video)
            await stored.commit()
    content_type = mimetypes.guess_type(new.orig_name, strict=False)[0] or UNKNOWN_TYPE
    try:
        prepared = await host.create_upload(video, content_type, now)
    except HostUnavailable as silent:
        await _withdraw(video, repeated, uow)
        raise DomainError("videos.no_link", name=new.orig_name) from silent
    except BaseException:
        await _withdraw(video, repeated, uow)
        raise
    async with uow:
        video = await uow.load(Video, int(video.id or 0), lock=True)
        video.host_id = prepared.host_id
        _audit_added(video, lesson, audience, actor, uow)
        await uow.commit()
        return UploadLink(
            id=int(video.id or 0),
            video_id=video.public_id,
            upload_url=prepared.url,
            offset=prepared.offset,
            expires_at=prepared.expires_at,
        )


async def _repeated(actor: Actor, uow: UnitOfWork) -> Video | None:
    """The video that the same request has begun, which is not answered yet (D-8).

    Its row is committed before its key, so the key alone would not keep a double click from beginning two.
    """
    return await uow.find(Video, public_id=_public_id(actor), deleted_at=None) if actor.idempotency_key else None


def _public_id(actor: Actor) -> str:
    """128 bits: random ones, or those of the request's key."""
    key = actor.idempotency_key
    if key is None:
        return secrets.token_urlsafe(PUBLIC_ID_BYTES)
    request = f"{key.user_id}\n{key.route}\n{key.key}\n{key.body_digest}"
    return urlsafe_b64encode(sha256(request.encode()).digest()[:PUBLIC_ID_BYTES]).rstrip(b"=").decode()


async def _withdraw(video: Video, repeated: Video | None, uow: UnitOfWork) -> None:
    """Removes the row that this request added and the host did not take."""
    if repeated is not None:
        return
    async with uow.independent() as undone:
        await undone.remove(await undone.load(Video, int(video.id or 0), lock=True))
        await undone.commit()


async def _attach(
    new: _New,
    host_id: str,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    videos: VideoStore,
    hosts: VideoHosts,
    clock: Clock,
) -> UploadLink:
    """Adds a video that is at the host already, in the state that the host reports."""
    now, scope = clock.now(), video_scope(actor, do="update", audience=audience)
    host = await hosts.present()
    async with uow.independent() as looked:
        await _lesson(new, scope, now, videos, looked)
        if await videos.load_by_host_id(host.name, host_id, looked) is not None:
            raise DomainError("videos.host_id_taken")
    video = _video(new, host, actor, now, VideoStatus.WAITING)
    video.host_id, video.received = host_id, video.size
    report = await ask(host, video)
    if report.status is None:
        raise ValidationError({"videoId": [FieldError("limit.unknown_choice")]})
    async with uow:
        lesson = await _lesson(new, scope, now, videos, uow)
        await apply_report(video, report, now, actor=actor, uow=uow)
        uow.add(video)
        await uow.flush()
        _audit_added(video, lesson, audience, actor, uow)
        await uow.commit()
        return UploadLink(
            id=int(video.id or 0), video_id=video.public_id, upload_url=None, offset=video.size, expires_at=None
        )


@permits(ALL, OWN, do="update")
async def renew_upload_link(
    video_id: int, *, actor: Actor, uow: UnitOfWork, videos: VideoStore, hosts: VideoHosts, clock: Clock
) -> UploadLink:
    """Returns a fresh link for the same upload, and the bytes stored (V1).

    Also after an error, or when the old link has expired or is gone at the host. Raises NotFound for uploads of
    others; DomainError: shared.illegal_move for one that is finished, videos.host_unavailable.
    """
    now, scope = clock.now(), video_scope(actor, do="update")
    async with uow.independent() as looked:
        video = await _own_upload(video_id, scope, actor, videos, looked)
    try:
        prepared = await (await hosts.of(video.host)).renew(video, now)
    except HostUnavailable as silent:
        raise DomainError("videos.host_unavailable") from silent
    async with uow:
        video = await _own_upload(video_id, scope, actor, videos, uow)
        video.renew_link(prepared.host_id, prepared.offset, now)
        uow.audit(
            "videos.link_renewed", ENTITY, video_id, actor=actor, permission=permission_of(actor), name=video.name
        )
        await uow.commit()
        return UploadLink(
            id=video_id,
            video_id=video.public_id,
            upload_url=prepared.url,
            offset=prepared.offset,
            expires_at=prepared.expires_at,
        )


@permits(ALL, OWN)
async def list_uploading(query: UploadingQuery, *, actor: Actor, video_views: VideoViews, clock: Clock) -> Uploading:
    """Lists the caller's unfinished uploads, or those asked for in any state (R1-444).

    Uploads of others are left out. Raises ValidationError for more than 100 ids.
    """
    if len(query.ids or ()) > MAX_IDS:
        raise ValidationError({"ids": [FieldError("limit.le", {"limit": MAX_IDS})]})
    return Uploading(videos=await video_views.uploading(actor, query.ids or [], clock.now()))


@permits(ALL, OWN, do="update")
async def delete_uploading(*, actor: Actor, uow: UnitOfWork, videos: VideoStore, clock: Clock) -> DeletedUploads:
    """Aborts and deletes the caller's unfinished uploads (R1-218, R2-283)."""
    async with uow:
        count = await discard_unfinished(
            int(actor.id or 0), actor=actor, permission=permission_of(actor), uow=uow, videos=videos, now=clock.now()
        )
        await uow.commit()
    return DeletedUploads(count=count)


async def ask(host: VideoHost, video: Video) -> HostReport:
    """The state of a video at its host.

    Raises DomainError("videos.host_unavailable").
    """
    try:
        return await host.report(video)
    except HostUnavailable as silent:
        raise DomainError("videos.host_unavailable") from silent


async def _lesson(new: _New, scope: GroupScope, now: datetime, videos: VideoStore, uow: UnitOfWork) -> VideoLessonFacts:
    lesson = await videos.lesson(new.group_id, new.lesson_id, scope, uow)
    check_lesson(lesson.starts_at, now)
    return lesson


async def _own_upload(video_id: int, scope: GroupScope, actor: Actor, videos: VideoStore, uow: UnitOfWork) -> Video:
    video = await videos.load(video_id, scope, uow)
    if video.created_by != actor.id:
        raise NotFound("Video", video_id)
    video.check_may_renew()
    return video


def _video(
    new: _New, host: VideoHost, actor: Actor, now: datetime, status: VideoStatus, public_id: str | None = None
) -> Video:
    return Video(
        public_id=public_id or secrets.token_urlsafe(PUBLIC_ID_BYTES),
        group_id=new.group_id,
        lesson_id=new.lesson_id,
        name=new.name,
        orig_name=new.orig_name,
        size=new.size,
        created_by=int(actor.id or 0),
        created_at=now,
        moved_at=now,
        host=host.name,
        # known before it answers: a process that dies meanwhile leaves no upload without its id
        host_id=public_id if public_id and host.name == BUILT_IN else "",
        status=status,
        history=[StatusEntry(status, now)],
    )


def _audit_added(
    video: Video, lesson: VideoLessonFacts, audience: Audience | None, actor: Actor, uow: UnitOfWork
) -> None:
    after = {"name": video.name, "lesson_id": video.lesson_id, "orig_name": video.orig_name, "size": video.size}
    uow.audit(
        "videos.added", ENTITY, video.id, actor=actor, permission=permission_of(actor, audience), after=after,
        name=video.name, group=lesson.group_name,
    )  # fmt: skip


def _name_of(orig_name: str) -> str:
    """The name of a file without its extension."""
    return orig_name.rpartition(".")[0][:MAX_NAME_LENGTH] or orig_name[:MAX_NAME_LENGTH]
