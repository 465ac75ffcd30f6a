"""The telephone exchange OnlinePBX (protocols §7.1).

A domain and its key are exchanged for a session key.
"""

from collections.abc import Callable
from urllib.parse import urlencode

from yarl import URL

from adapters.http_client import HttpClient, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.http_responses import MAX_RESPONSE_BYTES, content, part, unavailable, unexpected_response
from adapters.network_policy import NetworkPolicy
from application.settings.connection_test import ConnectionResult, failed_connection

FORM = "application/x-www-form-urlencoded"


class OnlinePbx:
    """See ``application.settings.connection_test.Connection``."""

    def __init__(
        self,
        url: str,
        domain: str,
        key: str,
        *,
        retry_policy: RetryPolicy | None = None,
        policy: NetworkPolicy | None = None,
        request_id: Callable[[], str] = new_request_id,
    ) -> None:
        self._path = f"/{domain}/auth.json"
        self._key = key
        self._http = HttpClient(
            URL(url),
            "onlinepbx",
            {"Accept": "application/json"},
            retry_policy or RetryPolicy(),
            request_id=request_id,
            policy=policy,
            largest=MAX_RESPONSE_BYTES,
        )

    async def reach(self) -> ConnectionResult:
        """Signs in.

        A wrong key and an unknown domain have status 200 and a status of their own.
        """
        form = urlencode({"auth_key": self._key}).encode()
        try:
            answer = await self._http.post(self._path, form, new_request_id(), FORM)
        except IntegrationUnavailable as problem:
            return unavailable(problem)
        found = content(answer)
        given = part(found, "data")
        if answer.status == 200 and given.get("key") and given.get("key_id"):
            return ConnectionResult(ok=True, code="integration.telephony.ok")
        if answer.status == 200 and str(found.get("status")) == "0":
            return failed_connection("unauthorised")
        return unexpected_response(answer)

    async def close(self) -> None:
        await self._http.close()
