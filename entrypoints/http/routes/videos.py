"""Video lessons: uploads, lists, playback, reports of hosts, videos of a student."""

from typing import Any

from litestar import Request

from application.ports import Clock, UnitOfWork
from application.videos import deletion, lessons, student_videos, uploads
from application.videos.ports import VideoHosts, WebhookStore
from application.videos.reports import check_webhook_word, receive_webhook
from contracts.shared import Empty
from domain.shared.errors import DomainError
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.middleware.request_guards import CALLED_FROM_OUTSIDE
from entrypoints.http.rate_limiter import RateLimiter
from entrypoints.http.videos.streams import PLAY_ROUTES
from entrypoints.http.videos.uploads import UPLOAD_ROUTES

# a report of one video is small
MAX_WEBHOOK_BYTES = 64 * 1024
PACE = RateLimiter(per_second=50, burst=500)


# written by hand: word and rate are checked before the body is read, and what is forged takes nothing of the rate
async def take_webhook(
    request: Request[Any, Any, Any],
    provider: str,
    word: str,
    *,
    uow: UnitOfWork,
    hosts: VideoHosts,
    webhooks: WebhookStore,
    clock: Clock,
) -> Empty:
    """Stores what a video host reports; the body is its own."""
    check_webhook_word(provider, word, hosts)
    if seconds := PACE.wait():
        raise DomainError("shared.too_often", seconds=seconds)
    return await receive_webhook(
        provider,
        await request.body(),
        word=word,
        headers=dict(request.headers),
        uow=uow,
        hosts=hosts,
        webhooks=webhooks,
        clock=clock,
    )


def _both(method: str, path: str, use_case: UseCase, name: str, status: int | None = None) -> list[Endpoint]:
    """The call of all groups, and that of the own ones (D-54)."""
    return [
        endpoint(
            method,
            path.format(audience=audience),
            use_case,
            operation_id=f"{name}{suffix}",
            status=status,
            audience=audience,
        )
        for audience, suffix in (("admin", "ForAdmin"), ("academic", "ForAcademic"))
    ]


ROUTES = [
    *_both("GET", "/groups/for-{audience}/{{id:int}}/videos", lessons.list_videos, "listGroupVideos"),
    *_both("POST", "/video/create-for-{audience}", uploads.create_video, "createVideo"),
    endpoint("POST", "/video/upload-links", uploads.add_upload, operation_id="addUpload"),
    endpoint("POST", "/video/upload-links/{id:int}/renew", uploads.renew_upload_link, operation_id="renewUploadLink"),
    endpoint("GET", "/video/uploading", uploads.list_uploading, operation_id="listUploading"),
    endpoint("DELETE", "/video/uploading", uploads.delete_uploading, operation_id="deleteUploading", status=200),
    *_both("PUT", "/video/update-for-{audience}/{{id:int}}", lessons.edit_video, "editVideo"),
    *_both("DELETE", "/video/delete-for-{audience}/{{id:int}}", deletion.delete_video, "deleteVideo", 200),
    *_both("PUT", "/video/update-status-for-{audience}/{{id:int}}", lessons.report_status, "reportVideoStatus"),
    *_both("PUT", "/video/process-again-for-{audience}/{{id:int}}", lessons.convert_again, "processVideoAgain"),
    *_both("GET", "/video/for-{audience}/{{id:int}}", lessons.show_video, "showVideo"),
    *_both("GET", "/video/for-{audience}/{{id:int}}/play", lessons.play_video, "playVideo"),
]

STUDENT_ROUTES = [
    endpoint("GET", "/videos", student_videos.list_own_videos, operation_id="listOwnVideos"),
    endpoint("GET", "/videos/{id:int}/play", student_videos.play_own_video, operation_id="playOwnVideo"),
]

PUBLIC_ROUTES = [
    *UPLOAD_ROUTES,
    *PLAY_ROUTES,
    endpoint(
        "POST",
        "/api/video-host/{provider:str}/{word:str}",
        take_webhook,
        operation_id="takeVideoReport",
        status=200,
        body_max=MAX_WEBHOOK_BYTES,
        security=[],
        marks=[CALLED_FROM_OUTSIDE],
    ),
]
