"""The body of an upload as it arrives, in constant memory."""

import asyncio
from collections.abc import AsyncIterator

from application.videos.built_in.receiving import Body, ClientGone
from application.videos.built_in.turns import paused
from entrypoints.http.middleware.direct_body import DirectBody
from entrypoints.http.middleware.slow_client import connection_of
from entrypoints.http.videos.tus import AnyRequest

# so long without a byte, an empty piece is given: time to look whether another request waits (case 1)
QUIET_SECONDS = 0.25


def body_of(request: AnyRequest) -> Body:
    """The body, and its length where it is announced.

    The server ends a body by its own framing: the announced length is never taken for the number of bytes (case 16).
    """
    announced = request.headers.get("content-length", "")
    length = int(announced) if announced.isascii() and announced.isdecimal() else None

    def open_source() -> DirectBody | None:
        connection = connection_of(request.scope)
        # a client that waits for 100 is answered when its body is asked for
        if length is None or connection is None or "expect" in request.headers:
            return None
        return DirectBody(connection, length) if connection.is_receiving(request.scope) else None

    return Body(_pieces(request), length, open_source)


async def _pieces(request: AnyRequest) -> AsyncIterator[bytes]:
    while True:
        try:
            async with paused(), asyncio.timeout(QUIET_SECONDS):
                message = await request.receive()
        except TimeoutError:
            yield b""
            continue
        if message["type"] != "http.request":
            raise ClientGone
        if message["body"]:
            yield message["body"]
        if not message.get("more_body", False):
            return
