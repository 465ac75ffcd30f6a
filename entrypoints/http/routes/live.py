"""The live stream of a browser: server-sent events (D-162)."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi import ResponseSpec
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from application.live.hub import LiveHub
from application.live.open_stream import open_live_stream
from application.live.stream import LiveStream, Message
from application.live.topics import Change
from contracts.live import LiveChange
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.middleware.metrics import LIVE_STREAMS
from entrypoints.http.middleware.slow_client import connection_of

MEDIA_TYPE = "text/event-stream"
# a client that takes nothing for so long is disconnected
TAKES_WITHIN_SECONDS = 10.0
HEADERS = {
    "Cache-Control": "no-store, no-transform",
    # nginx would hold the events back otherwise
    "X-Accel-Buffering": "no",
}
_json = msgspec.json.Encoder()


class EventStream(Response[None]):
    """Sends the messages of a stream until either side ends it."""

    def __init__(self, stream: LiveStream, hub: LiveHub) -> None:
        super().__init__(None, media_type=MEDIA_TYPE, headers=HEADERS)
        self._stream, self._hub = stream, hub

    def to_asgi_response(self, *_: Any, **more: Any) -> ASGIResponse:
        """The ASGI application that sends the stream."""
        headers = {**(more.get("headers") or {}), **self.headers}
        return _Sending(self._stream, self._hub, headers=headers, media_type=MEDIA_TYPE, status_code=200)


class _Sending(ASGIResponse):
    _should_set_content_length = False

    def __init__(self, stream: LiveStream, hub: LiveHub, **more: Any) -> None:
        super().__init__(**more)
        self._stream, self._hub = stream, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = connection_of(scope)
        if connection is not None:
            connection.when_stopping(self._stream.end)
        watching = asyncio.create_task(_until_gone(receive, self._stream))
        LIVE_STREAMS.inc()
        try:
            await self.start_response(send)
            async for message in self._stream.messages():
                async with asyncio.timeout(TAKES_WITHIN_SECONDS):
                    await send({"type": "http.response.body", "body": written(message), "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            if connection is not None:
                connection.abort()
        finally:
            LIVE_STREAMS.dec()
            self._hub.close(self._stream)
            watching.cancel()


async def _until_gone(receive: Receive, stream: LiveStream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def written(message: Message) -> bytes:
    """A message in the form of server-sent events.

    A heartbeat moves the place on, so that a quiet stream resumes as well.
    """
    lines = [f"id: {message.place}\n"]
    if message.opens:
        lines.append("event: ready\ndata: {}\n\n")
    elif not message.changes and not message.reload:
        lines.append(": heartbeat\n\n")
    if message.reload:
        lines.append("event: reload\ndata: {}\n\n")
    lines += [f"event: changed\ndata: {_data(change)}\n\n" for change in message.changes]
    return "".join(lines).encode()


def _data(change: Change) -> str:
    data = LiveChange(topic=change.topic.value, entity=change.entity, id=change.id, version=change.version)
    return _json.encode(data).decode()


def _place(request: Request[Any, Any, Any]) -> str:
    """The place after which the stream continues."""
    return request.headers.get("last-event-id", "")


def _events(stream: LiveStream, hub: LiveHub) -> EventStream:
    return EventStream(stream, hub)


ROUTES = [
    endpoint(
        "GET",
        "/live",
        open_live_stream,
        operation_id="openLiveStream",
        reads={"place": _place},
        answer=_events,
        responses={200: ResponseSpec(str, description="The events", media_type=MEDIA_TYPE, generate_examples=False)},
        marks=[AS_IT_IS],
    )
]
