"""Videos at Kinescope (protocols §1.1, §1.2).

A token of one workspace, and the project for lessons' videos. The browser uploads to the host itself by tus; the token
stays here.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NoReturn

import msgspec
from yarl import URL

from adapters.http_client import HttpClient, HttpResponse, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.http_responses import MAX_RESPONSE_BYTES, content, part, truncated_text, unavailable, unexpected_response
from adapters.network_policy import NetworkPolicy
from adapters.video_host import kinescope_vocabulary as words
from application.settings.connection_test import ConnectionResult
from application.videos.ports import HostPlayback, HostReport, HostUnavailable, HostUpload
from domain.videos.video import Video, VideoStatus

log = logging.getLogger("markaz.outside")

UPLOADER = "https://uploader.kinescope.io"
WEBHOOK_NAME = "Markaz"
_TUS = {"Tus-Resumable": "1.0.0"}
# how long the host keeps a link is not told; the browser renews it earlier
LINK_LASTS = timedelta(hours=24)
_NEWEST = {"order": "created_at.desc", "per_page": "100"}


class KinescopeVideos:
    """See ``application.videos.ports.VideoHost``; a ``Connection`` as well.

    ``uploader``: the address at which uploads begin; ``callback_url``: where the host reports to, empty where it can't
    reach this console, which then asks.
    """

    name = "kinescope"

    def __init__(
        self,
        url: str,
        token: str,
        project: str,
        *,
        uploader: str = UPLOADER,
        callback_url: str = "",
        retry_policy: RetryPolicy | None = None,
        policy: NetworkPolicy | None = None,
        request_id: Callable[[], str] = new_request_id,
    ) -> None:
        self._project = project
        self._callback_url, self._registered = callback_url, False
        headers = {"Accept": "application/json", "Authorization": f"Bearer {token}"}
        tries = retry_policy or RetryPolicy(answer=20.0)
        # it has no idempotency keys: an upload that may have begun is not begun again here
        once = RetryPolicy(tries.connect, tries.answer, tries=1)
        self._http, self._uploads, self._begin = (
            HttpClient(
                URL(at), "kinescope", headers, how, request_id=request_id, policy=policy, largest=MAX_RESPONSE_BYTES
            )
            for at, how in ((url, tries), (uploader, tries), (uploader, once))
        )

    async def reach(self) -> ConnectionResult:
        """Fetches the project.

        Kinescope's 404 and 400 mean an unknown project, also where the token may not see it.
        """
        try:
            answer = await self._http.get(f"/v1/projects/{self._project}")
        except IntegrationUnavailable as problem:
            return unavailable(problem)
        found = content(answer)
        if answer.status == 200 and (project := part(found, "data")).get("id"):
            return ConnectionResult(
                ok=True, code="integration.video_host.ok", params={"project": truncated_text(project.get("name"))}
            )
        if answer.status in (400, 404) and part(found, "error"):
            return ConnectionResult(ok=False, code="integration.video_host.no_project")
        return unexpected_response(answer)

    async def create_upload(self, video: Video, content_type: str, now: datetime) -> HostUpload:  # noqa: ARG002
        await self._register_webhook()
        return await self._begun(video, now)

    async def renew(self, video: Video, now: datetime) -> HostUpload:
        """The same upload where it is still there, else a new one.

        An upload whose beginning had no answer may exist: it bears the video's id and is deleted. Nothing is uploaded
        again that the host has already.
        """
        if video.host_id:
            if same := await self._resumed(video, now):
                return same
            if (await self.report(video)).status in (VideoStatus.PROCESSING, VideoStatus.DONE):
                return HostUpload(video.host_id, None, video.size)
        for orphan in await self._bearing(video):
            await self.delete(orphan)
        return await self._begun(video, now)

    async def find_id(self, video: Video) -> str:
        return next(iter(await self._bearing(video)), "")

    async def report(self, video: Video) -> HostReport:
        found = await self._found(video.host_id)
        return HostReport(video.host_id, None) if found is None else words.report_of(video, found)

    async def convert_again(self, video: Video) -> None:
        """Kinescope has no such call: only what it has processed since may go on."""
        report = await self.report(video)
        if report.status in (None, VideoStatus.ERROR):
            raise HostUnavailable("refused")

    async def rename(self, video: Video) -> None:
        body = msgspec.json.encode({"title": video.name})
        answer = await self._called(self._http.patch(f"/v1/videos/{_segment(video.host_id)}", body))
        if answer.status not in (200, 404):
            _refused(answer)

    async def playback(self, video: Video, viewer: str, until: datetime) -> HostPlayback:  # noqa: ARG002
        found = await self._found(video.host_id)
        # the id in the address of the player is another one than the video's
        address = words.web_address((found or {}).get("embed_link"), self._http.base)
        if address is None:
            raise HostUnavailable("garbage")
        return HostPlayback("embed", address)

    async def delete(self, host_id: str) -> None:
        answer = await self._called(self._http.delete(f"/v1/videos/{_segment(host_id)}"))
        # 404 may mean that the token does not see it; this id was made with the token
        if answer.status not in (200, 202, 204, 404):
            _refused(answer)

    def reports_of(self, headers: Mapping[str, str], body: bytes) -> Sequence[HostReport]:  # noqa: ARG002
        return words.reports_of(body)

    async def close(self) -> None:
        for client in (self._http, self._uploads, self._begin):
            await client.close()

    async def _begun(self, video: Video, now: datetime) -> HostUpload:
        form = {
            "parent_id": self._project,
            "type": "video",
            "title": video.name,
            "filename": video.orig_name,
            "filesize": video.size,
            "description": video.public_id,
        }
        answer = await self._called(self._begin.post("/v2/init", msgspec.json.encode(form), video.public_id))
        if answer.status not in (200, 201):
            _refused(answer)
        data = part(content(answer), "data")
        host_id, address = data.get("id"), words.web_address(data.get("endpoint"), self._uploads.base)
        if not isinstance(host_id, str) or not words.is_segment(host_id) or address is None:
            raise HostUnavailable("garbage")
        return HostUpload(host_id, address, 0, now + LINK_LASTS)

    async def _resumed(self, video: Video, now: datetime) -> HostUpload | None:
        """The link of a begun upload, if the host answers under it."""
        path = f"/v2/upload/{_segment(video.host_id)}"
        answer = await self._called(self._uploads.head(path, _TUS))
        offset = answer.headers.get("Upload-Offset", "")
        if answer.status not in (200, 204) or not offset.isdigit() or int(offset) > video.size:
            return None
        return HostUpload(
            video.host_id, str(self._uploads.base.joinpath(path.lstrip("/"))), int(offset), now + LINK_LASTS
        )

    async def _bearing(self, video: Video) -> list[str]:
        """The newest videos of the project that bear the public id of this one."""
        answer = await self._called(self._http.get("/v1/videos", _NEWEST | {"project_id": self._project}))
        rows = content(answer).get("data")
        if answer.status != 200 or not isinstance(rows, list):
            _refused(answer)
        mine = [it for it in rows if isinstance(it, dict) and it.get("description") == video.public_id]
        return [str(it["id"]) for it in mine if words.is_segment(str(it.get("id") or ""))]

    async def _found(self, host_id: str) -> dict[str, Any] | None:
        if not words.is_segment(host_id):
            return None
        answer = await self._called(self._http.get(f"/v1/videos/{_segment(host_id)}"))
        if answer.status == 404:
            return None
        found = part(content(answer), "data")
        if answer.status != 200 or not found.get("id"):
            _refused(answer)
        return found

    async def _register_webhook(self) -> None:
        """Tells the host once where to report; without it, the console asks."""
        if self._registered or not self._callback_url:
            return
        try:
            known = content(await self._http.get("/v1/webhooks")).get("data")
            hooks = [it for it in known if isinstance(it, dict)] if isinstance(known, list) else []
            if not any(it.get("endpoint") == self._callback_url for it in hooks):
                hook = {"name": WEBHOOK_NAME, "endpoint": self._callback_url, "events": [words.STATUS_CHANGED]}
                await self._http.post("/v1/webhooks", msgspec.json.encode(hook), new_request_id())
            self._registered = True
        except IntegrationUnavailable as problem:
            log.warning("kinescope: no webhook yet: %s", problem.reason)

    async def _called(self, call: Awaitable[HttpResponse]) -> HttpResponse:
        try:
            return await call
        except IntegrationUnavailable as problem:
            raise HostUnavailable(problem.cause, problem.wait) from problem


def _refused(answer: HttpResponse) -> NoReturn:
    raise HostUnavailable(
        "unauthorised" if answer.status in (401, 403) else "garbage" if answer.status < 300 else "refused"
    )


def _segment(host_id: str) -> str:
    if not words.is_segment(host_id):
        raise HostUnavailable("garbage")
    return host_id
