"""One id per request, in header, body, log and job."""

import re
import uuid

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from entrypoints.request_id import under_request_id

_GIVEN = re.compile(rb"[A-Za-z0-9._-]{8,64}")


def with_request_id(app: ASGIApp) -> ASGIApp:
    """Uses the caller's ``X-Request-Id`` if valid, else generates an id.

    Every response carries it.
    """

    async def numbered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        request_id = given.decode() if _GIVEN.fullmatch(given) else uuid.uuid4().hex

        async def send_numbered(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (b"x-request-id", request_id.encode())]
            await send(message)

        with under_request_id(request_id):
            await app(scope, receive, send_numbered)

    return numbered
