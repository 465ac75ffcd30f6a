"""Answers of the host, in its wrappers (protocols §1.2)."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from aiohttp import web

from entrypoints.simulators.videos.library import Library, Upload
from entrypoints.simulators.videos.webhooks import Reports

LIBRARY = web.AppKey("library", Library)
REPORTS = web.AppKey("reports", Reports)
# browsers upload from the console's page
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, HEAD, PATCH, OPTIONS",
    "Access-Control-Allow-Headers": "*, Authorization, Tus-Resumable, Upload-Offset, Upload-Length, Content-Type",
    "Access-Control-Expose-Headers": "Upload-Offset, Upload-Length, Tus-Resumable, Location",
}


def data(content: object, status: int = 200, **more: object) -> web.Response:
    """A single object, or the rows of a list."""
    body = msgspec.json.encode({"data": content} | more)
    return web.Response(body=body, status=status, content_type="application/json")


def error(status: int, code: int, message: str, **headers: str) -> web.Response:
    """A refusal."""
    body = msgspec.json.encode({"error": {"code": code, "message": message, "detail": ""}})
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def tus(status: int, upload: Upload | None = None) -> web.Response:
    """An answer of the uploader."""
    headers = CORS | {"Tus-Resumable": "1.0.0", "Cache-Control": "no-store"}
    if upload is not None:
        headers |= {"Upload-Offset": str(upload.stored), "Upload-Length": str(upload.size)}
    return web.Response(status=status, headers=headers)


def shown(request: web.Request, upload: Upload) -> dict[str, Any]:
    """A video as the host writes it; the player has an id of its own."""
    library = request.app[LIBRARY]
    state = library.state(upload)
    done = state == "done"
    return {
        "id": upload.id,
        "project_id": library.project,
        "folder_id": None,
        "version": 1,
        "title": upload.title,
        "description": upload.description,
        "status": state,
        "progress": library.progress(upload),
        "duration": 61.5 if done else 0,
        "assets": [{"file_size": upload.size, "filetype": "mp4", "quality": "original"}] if done else [],
        "embed_link": f"{request.url.origin()}/embed/{upload.id.replace('-', '')[:22]}",
        "created_at": datetime.fromtimestamp(upload.created_at, UTC).isoformat(),
    }


def found(request: web.Request) -> Upload | None:
    """The video of the address."""
    return request.app[LIBRARY].videos.get(request.match_info["id"])
