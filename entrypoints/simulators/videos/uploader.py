"""The uploader of the host (protocols §1.1): links that are tus resources at once."""

import msgspec
from aiohttp import ClientConnectionError, web

from entrypoints.simulators.videos.library import Upload
from entrypoints.simulators.videos.responses import LIBRARY, REPORTS, data, error, found, tus

OCTETS = "application/offset+octet-stream"


async def begin(request: web.Request) -> web.StreamResponse:
    """POST /v2/init: a video, and the link for its bytes"""
    library = request.app[LIBRARY]
    form = msgspec.json.decode(await request.read(), type=dict[str, object])
    if reason := library.rejects(form):
        return error(400, 402402, reason)
    upload = library.begin(form)
    if "torn" in library.faults:
        return web.Response(text="Server Error", status=500)
    if "cut" in library.faults and request.transport is not None:
        request.transport.close()
    endpoint = f"{request.url.origin()}/v2/upload/{upload.id}"
    return data({"id": upload.id} | ({} if "no-endpoint" in library.faults else {"endpoint": endpoint}), 201)


async def transfer(request: web.Request) -> web.StreamResponse:
    """HEAD, PATCH, and a POST of the whole body, on the link of an upload"""
    library, upload = request.app[LIBRARY], found(request)
    strange = request.headers.get("Authorization") != f"Bearer {library.token}"
    if request.method == "OPTIONS":
        return tus(204)
    if upload is None or "gone" in library.faults:
        return tus(404)
    if "strict" in library.faults and strange:
        return tus(401)
    handler = {"HEAD": _offset, "POST": _stored, "PATCH": _patched}.get(request.method)
    return tus(405) if handler is None else await handler(request, upload)


async def _offset(_: web.Request, upload: Upload) -> web.StreamResponse:
    return tus(200, upload)


async def _patched(request: web.Request, upload: Upload) -> web.StreamResponse:
    library = request.app[LIBRARY]
    if request.content_type != OCTETS:
        return tus(415)
    if request.headers.get("Upload-Offset") != str(upload.stored):
        return tus(409, upload)
    library.patches += 1
    broken = library.faults & {"conflict", "dropped"} if library.patches % 2 else set()
    if not broken:
        return await _stored(request, upload)
    body = await request.read()
    upload.take(body[: len(body) // 2], library.clock())
    if "dropped" in broken and request.transport is not None:
        request.transport.close()
        raise ClientConnectionError("dropped")
    return tus(409, upload)


async def _stored(request: web.Request, upload: Upload) -> web.StreamResponse:
    """Takes the body as it comes: what arrived before a broken connection stays."""
    library, was_complete = request.app[LIBRARY], upload.complete_at is not None
    async for piece in request.content.iter_chunked(64 * 1024):
        upload.take(piece, library.clock())
    if upload.complete_at is not None and not was_complete:
        request.app[REPORTS].begin(upload)
    return tus(204, upload)
