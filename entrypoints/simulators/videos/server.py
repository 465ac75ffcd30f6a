"""The host as a server: library, uploader, player and the simulator's own calls."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import msgspec
from aiohttp import web

from entrypoints.simulators.serving import serve_application
from entrypoints.simulators.videos import uploader
from entrypoints.simulators.videos.library import SLOW_SECONDS, Library
from entrypoints.simulators.videos.responses import LIBRARY, REPORTS, data, error, found, shown
from entrypoints.simulators.videos.webhooks import Reports

Call = Callable[[web.Request], Awaitable[web.StreamResponse]]
# open to everybody: the player, and what stands for nobody's call
OPEN = ("/simulator", "/embed")


@web.middleware
async def _manners(request: web.Request, handler: Call) -> web.StreamResponse:
    library = request.app[LIBRARY]
    if not request.path.startswith(OPEN):
        if "slow" in library.faults:
            await asyncio.sleep(SLOW_SECONDS)
        if (wrong := _fault(request, library)) is not None:
            return wrong
    return await handler(request)


def _fault(request: web.Request, library: Library) -> web.Response | None:
    """The answer instead of the call's own."""
    if "down" in library.faults:
        return web.Response(text="<html>503</html>", status=503)
    if "garbage" in library.faults:
        return web.Response(text="<html>ok</html>", content_type="text/html")
    if request.path.startswith("/v2/upload/"):
        return None
    library.calls += 1
    if "busy" in library.faults and library.calls % 2:
        return error(429, 100106, "too many requests", **{"Retry-After": "1"})
    if request.headers.get("Authorization") != f"Bearer {library.token}":
        return error(401, 100102, "unauthorized")
    return None


async def project(request: web.Request) -> web.StreamResponse:
    """GET /v1/projects/{id}"""
    library = request.app[LIBRARY]
    if request.match_info["id"] != library.project:
        return error(404, 404404, "entity not found")
    return data({"id": library.project, "name": "Darslar"})


async def videos(request: web.Request) -> web.StreamResponse:
    """GET /v1/videos, newest first"""
    rows = [shown(request, it) for it in reversed(request.app[LIBRARY].videos.values())]
    paging = {"pagination": {"page": 1, "per_page": 100, "total": len(rows)}, "order": {"created_at": "desc"}}
    return data(rows[:100], meta=paging)


async def video(request: web.Request) -> web.StreamResponse:
    """GET /v1/videos/{id}"""
    upload = found(request)
    return error(404, 404404, "entity not found") if upload is None else data(shown(request, upload))


async def rename(request: web.Request) -> web.StreamResponse:
    """PATCH /v1/videos/{id}"""
    upload = found(request)
    if upload is None:
        return error(404, 404404, "entity not found")
    upload.title = str(msgspec.json.decode(await request.read()).get("title") or upload.title)
    return data(shown(request, upload))


async def delete(request: web.Request) -> web.StreamResponse:
    """DELETE /v1/videos/{id}"""
    library = request.app[LIBRARY]
    if found(request) is None:
        return error(404, 404404, "entity not found")
    if "undying" not in library.faults:
        del library.videos[request.match_info["id"]]
    return data({"success": True})


async def webhooks(request: web.Request) -> web.StreamResponse:
    """GET and POST /v1/webhooks"""
    library = request.app[LIBRARY]
    if request.method == "GET":
        return data(library.webhooks)
    hook = msgspec.json.decode(await request.read())
    library.webhooks.append(hook)
    return data(hook)


async def player(request: web.Request) -> web.StreamResponse:
    """GET /embed/{id}: the page of the player"""
    return web.Response(text=f"<h1>{request.match_info['id']}</h1>", content_type="text/html")


async def set_faults(request: web.Request) -> web.StreamResponse:
    """POST /simulator/faults {faults: [...]}"""
    try:
        request.app[LIBRARY].suffer(*msgspec.json.decode(await request.read(), type=dict[str, list[str]])["faults"])
    except (ValueError, KeyError) as unknown:
        return error(400, 400101, str(unknown))
    return data({})


async def listed(request: web.Request) -> web.StreamResponse:
    """GET /simulator/videos: what came, with the digest of its bytes"""
    every = request.app[LIBRARY].videos.values()
    return data([shown(request, it) | {"stored": it.stored, "sha256": it.digest.hexdigest()} for it in every])


def application(library: Library) -> web.Application:
    """The routes over a library."""
    app = web.Application(middlewares=[_manners], client_max_size=64 * 1024 * 1024)
    app[LIBRARY] = library
    app[REPORTS] = Reports(library)
    app.on_cleanup.append(_end_reports)
    app.router.add_get("/v1/projects/{id}", project)
    app.router.add_get("/v1/videos", videos)
    app.router.add_get("/v1/videos/{id}", video)
    app.router.add_patch("/v1/videos/{id}", rename)
    app.router.add_delete("/v1/videos/{id}", delete)
    app.router.add_get("/v1/webhooks", webhooks)
    app.router.add_post("/v1/webhooks", webhooks)
    app.router.add_post("/v2/init", uploader.begin)
    app.router.add_route("*", "/v2/upload/{id}", uploader.transfer)
    app.router.add_get("/embed/{id}", player)
    app.router.add_post("/simulator/faults", set_faults)
    app.router.add_get("/simulator/videos", listed)
    return app


async def _end_reports(app: web.Application) -> None:
    app[REPORTS].end()


def serve(library: Library, port: int = 0, *, host: str = "127.0.0.1") -> AbstractAsyncContextManager[str]:
    """Serves while the context is open; yields the address.

    Port 0: a free one. Raises OSError.
    """
    return serve_application(application(library), port, host)
