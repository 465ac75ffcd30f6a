"""Videos at Kinescope (protocols §1.2).

A token of one workspace, and the project for lessons' videos.
"""

from collections.abc import Callable

from yarl import URL

from adapters.http_client import HttpClient, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.http_responses import MAX_RESPONSE_BYTES, content, part, truncated_text, unavailable, unexpected_response
from adapters.network_policy import NetworkPolicy
from application.settings.connection_test import ConnectionResult


class KinescopeVideos:
    """See ``application.settings.connection_test.Connection``."""

    def __init__(
        self,
        url: str,
        token: str,
        project: str,
        *,
        retry_policy: RetryPolicy | None = None,
        policy: NetworkPolicy | None = None,
        request_id: Callable[[], str] = new_request_id,
    ) -> None:
        self._project = project
        self._http = HttpClient(
            URL(url),
            "kinescope",
            {"Accept": "application/json", "Authorization": f"Bearer {token}"},
            retry_policy or RetryPolicy(),
            request_id=request_id,
            policy=policy,
            largest=MAX_RESPONSE_BYTES,
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

    async def close(self) -> None:
        await self._http.close()
