"""Notifications through Firebase Cloud Messaging (protocols §4.1).

A service account signs a claim for a token of one hour.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import jwt
import msgspec
from yarl import URL

from adapters.http_client import (
    PRINTABLE_ASCII,
    HttpClient,
    HttpResponse,
    IntegrationUnavailable,
    RetryPolicy,
    new_request_id,
)
from adapters.http_responses import MAX_RESPONSE_BYTES, content, part, truncated_text, unavailable, unexpected_response
from adapters.network_policy import NetworkPolicy
from application.settings.connection_test import ConnectionResult, failed_connection
from contracts.settings.integrations import ServiceAccount

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
# the audience of the signed claim, whatever address it is sent to
AUDIENCE = "https://oauth2.googleapis.com/token"
FORM = "application/x-www-form-urlencoded"
LIFETIME = timedelta(hours=1)


class FcmPush:
    """See ``application.settings.connection_test.Connection``.

    The token address in the account's file is not trusted.
    """

    def __init__(
        self,
        url: str,
        token_url: str,
        account: str,
        *,
        retry_policy: RetryPolicy | None = None,
        policy: NetworkPolicy | None = None,
        request_id: Callable[[], str] = new_request_id,
    ) -> None:
        self._account = account

        def http(base: URL, name: str) -> HttpClient:
            accept, waits = {"Accept": "application/json"}, retry_policy or RetryPolicy()
            return HttpClient(
                base, name, accept, waits, request_id=request_id, policy=policy, largest=MAX_RESPONSE_BYTES
            )

        self._token_path = URL(token_url).path
        self._tokens, self._http = http(URL(token_url).origin(), "fcm token"), http(URL(url), "fcm")

    async def reach(self) -> ConnectionResult:
        """Signs in and validates a message without sending it (``validate_only``)."""
        try:
            account = msgspec.json.decode(self._account, type=ServiceAccount)
            claim = _claim(account, datetime.now(UTC))
        except (ValueError, jwt.PyJWTError):
            return ConnectionResult(ok=False, code="integration.push.bad_key")
        try:
            signed_in = await self._tokens.post(self._token_path, _grant(claim), new_request_id(), FORM)
            token = content(signed_in).get("access_token")
            if signed_in.status != 200 or not isinstance(token, str):
                return _not_let_in(signed_in)
            if not re.match(PRINTABLE_ASCII, token):
                raise IntegrationUnavailable("garbage", "a token that no header can carry")
            path, bearer = f"/v1/projects/{account.project_id}/messages:send", {"Authorization": f"Bearer {token}"}
            answer = await self._http.post(path, _NOT_SENT, new_request_id(), headers=bearer)
        except IntegrationUnavailable as problem:
            return unavailable(problem)
        return _judged(answer, account.project_id)

    async def close(self) -> None:
        await self._tokens.close()
        await self._http.close()


_NOT_SENT = msgspec.json.encode(
    {"validate_only": True, "message": {"topic": "markaz", "notification": {"title": "Markaz", "body": "Markaz"}}}
)


def _claim(account: ServiceAccount, now: datetime) -> str:
    claims = {"iss": account.client_email, "scope": SCOPE, "aud": AUDIENCE, "iat": now, "exp": now + LIFETIME}
    return jwt.encode(claims, account.private_key, "RS256", {"kid": account.private_key_id})


def _grant(claim: str) -> bytes:
    return urlencode({"grant_type": GRANT, "assertion": claim}).encode()


def _not_let_in(answer: HttpResponse) -> ConnectionResult:
    found = content(answer)
    if answer.status == 400 and found.get("error"):
        # a token that is expired or from the future: the console's clock is wrong
        early = "iat" in str(found.get("error_description", ""))
        return ConnectionResult(ok=False, code="integration.push.clock") if early else failed_connection("unauthorised")
    return unexpected_response(answer)


def _judged(answer: HttpResponse, project: str) -> ConnectionResult:
    found = content(answer)
    if answer.status == 200 and found.get("name"):
        return ConnectionResult(ok=True, code="integration.push.fcm_ok", params={"project": truncated_text(project)})
    if answer.status in (403, 404) and part(found, "error"):
        code = "not_allowed" if answer.status == 403 else "no_project"
        return ConnectionResult(ok=False, code=f"integration.push.{code}", params={"project": truncated_text(project)})
    return unexpected_response(answer)
