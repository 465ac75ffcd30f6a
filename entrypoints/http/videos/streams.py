"""Plays videos of the built-in host.

Streams with ranges, and posters, by signed addresses (D-95).

Written by hand: ranges, their statuses and their headers.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from litestar import Response
from litestar.response import Stream

from application.videos.built_in.bytes_ports import StreamBytes
from application.videos.built_in.links import POSTER
from application.videos.built_in.streaming import PlayedFile, PlayPorts, open_played_file
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.middleware.slow_client import TimeoutProtocol, connection_of
from entrypoints.http.videos.ranges import ByteRange, UnsatisfiableRange, parse_range
from entrypoints.http.videos.tus import AnyRequest, without_body

# a player that takes no further byte for so long is disconnected
TAKES_WITHIN_SECONDS = 60.0
# shown in a page, never as one (ASVS-35, ASVS-36); a player asks again for what it has forgotten
INERT = {
    "Accept-Ranges": "bytes",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "private, max-age=7200",
}


async def play_stream(
    public_id: str,
    height: int,
    viewer: str,
    until: int,
    signature: str,
    request: AnyRequest,
    ports: PlayPorts,
) -> Response[Any]:
    """A stream of a done video, whole or a range of it."""
    file = await open_played_file(public_id, str(height), viewer, until, signature, ports=ports)
    return _played(file, "video.mp4", request, ports.streams)


async def show_poster(
    public_id: str,
    viewer: str,
    until: int,
    signature: str,
    request: AnyRequest,
    ports: PlayPorts,
) -> Response[Any]:
    """The poster of a done video."""
    file = await open_played_file(public_id, POSTER, viewer, until, signature, ports=ports)
    return _played(file, "poster.jpg", request, ports.streams)


def _played(file: PlayedFile, name: str, request: AnyRequest, streams: StreamBytes) -> Response[Any]:
    size, tag, media_type = file.stored.size, file.stored.tag, file.stored.media_type
    headers = {**INERT, "ETag": tag, "Content-Disposition": f'inline; filename="{name}"'}
    if request.headers.get("if-none-match") == tag:
        return without_body(304, headers)
    if request.method == "HEAD":
        # of the whole file: ranges are a matter of GET alone (RFC 9110 §14.2)
        return Response(b"", headers={**headers, "Content-Length": str(size)}, media_type=media_type)
    given = request.headers.get("range", "")
    if request.headers.get("if-range", tag) != tag:
        given = ""
    try:
        part = parse_range(given, size)
    except UnsatisfiableRange:
        return without_body(416, {**headers, "Content-Range": f"bytes */{size}"})
    sent = part or ByteRange(0, size)
    headers["Content-Length"] = str(sent.end - sent.start)
    if part:
        headers["Content-Range"] = f"bytes {sent.start}-{sent.end - 1}/{size}"
    return Stream(
        _paced(streams.read(file.public_id, file.file, sent.start, sent.end), connection_of(request.scope)),
        status_code=206 if part else 200,
        media_type=media_type,
        headers=headers,
    )


def _with_head(path: str, use_case: UseCase, name: str, **parameters: type) -> list[Endpoint]:
    """A file, and its headers alone."""
    return [
        endpoint(
            method,
            path,
            use_case,
            operation_id=f"{name}{suffix}",
            parameters={**parameters, "viewer": str, "until": int, "signature": str},
            security=[],
            marks=(TAKES_ITS_TIME, AS_IT_IS),
        )
        for method, suffix in (("GET", ""), ("HEAD", "Headers"))
    ]


async def _paced(pieces: AsyncIterator[bytes], connection: TimeoutProtocol | None) -> AsyncIterator[bytes]:
    """Drops a client that takes nothing for a while, with the piece that waits for it.

    A paused player asks for the next range when it goes on.
    """
    loop = asyncio.get_running_loop()
    async for piece in pieces:
        limit = loop.call_later(TAKES_WITHIN_SECONDS, connection.abort) if connection else None
        try:
            yield piece
        finally:
            if limit is not None:
                limit.cancel()


PLAY_ROUTES = [
    *_with_head("/api/videos/{public_id:str}", play_stream, "playVideoStream", height=int),
    *_with_head("/api/videos/{public_id:str}/poster", show_poster, "showVideoPoster"),
]
