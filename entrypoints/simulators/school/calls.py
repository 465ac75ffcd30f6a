"""The calls of hh v1, as ``contracts/external/hh-v1.yaml`` describes them."""

import asyncio
from typing import Literal

import msgspec
from aiohttp import web

from contracts.sync.school_records import Capabilities, Feed
from entrypoints.simulators.school.attendance_calls import takes_attendance
from entrypoints.simulators.school.faults import SLOW_SECONDS, Faults
from entrypoints.simulators.school.feeds import CursorLost, instant
from entrypoints.simulators.school.pages import PageBody, empty_page, page
from entrypoints.simulators.school.responses import SERVED, Served, half, problem, reply
from entrypoints.simulators.school.runs import RunActive

RETENTION_DAYS = 30


class StartRun(msgspec.Struct):
    """The order for a new run."""

    types: list[Feed]
    mode: Literal["delta", "full"] = "delta"


# by their paths below /v1
FEEDS = {feed.path: feed for feed in Feed}


async def capabilities(request: web.Request) -> web.StreamResponse:
    """GET /v1/capabilities"""
    served = request.app[SERVED]
    if served.faults.on("down"):
        return problem(503, "down", "The school system is being repaired.")
    return reply(
        Capabilities(
            types=[*Feed],
            max_page=served.max_page,
            retention_days=RETENTION_DAYS,
            clock=instant(served.school.sequence),
            attendance=takes_attendance(served.school),
        )
    )


async def feed(request: web.Request) -> web.StreamResponse:
    """GET /v1/{feed}?cursor=&limit="""
    served = request.app[SERVED]
    try:
        kind = FEEDS[request.match_info["feed"]]
        limit = int(request.query.get("limit", "1000"))
    except KeyError:
        return problem(404, "unknown_type", "There is no such feed.")
    except ValueError:
        return problem(400, "bad_request", "limit is a whole number.")
    served.school.refresh()
    cursor = request.query.get("cursor") or None
    if cursor is None and served.faults.on("empty", kind):
        return reply(empty_page(served.school, kind).body)
    try:
        overlap = 1 if served.faults.on("duplicates", kind) else 0
        size = max(1 + overlap, min(limit, served.max_page))
        found = page(served.school, kind, cursor, size, overlap, served.distortion)
    except CursorLost:
        return problem(410, "resync_required", "The cursor is too old: read the feed from its beginning.")
    if served.faults.on("forgetful", kind):
        found = found.without_deletions()
    if served.faults.on("reordered", kind) and found.number == 2:
        found = found.backwards()
    return await _fault(request, served, kind, found) or _page(request, found)


def _page(request: web.Request, found: PageBody) -> web.Response:
    if request.headers.get("If-None-Match") == found.tag:
        return web.Response(status=304, headers={"ETag": found.tag})
    return reply(found.body, headers={"ETag": found.tag})


async def _fault(request: web.Request, served: Served, kind: Feed, found: PageBody) -> web.StreamResponse | None:
    """Returns the answer of an active fault; None for the page itself."""
    if served.faults.on("slow", kind):
        await asyncio.sleep(SLOW_SECONDS)
    if served.faults.once("half-body", kind, found.number) and found.number == 2:
        return await half(request, found.body)
    return _refusal(served.faults, kind, found.number) or _nonsense(served.faults, kind, found.body)


def _refusal(faults: Faults, kind: Feed, number: int) -> web.Response | None:
    if faults.on("down", kind):
        return problem(503, "down", "The school system is being repaired.")
    if number >= 3 and faults.on("expiry", kind):
        return problem(401, "unauthorised", "The token has expired.")
    if number == 3 and faults.once("errors", kind, number):
        return problem(500, "failure", "Something broke.")
    if number % 3 == 0 and faults.once("busy", kind, number):
        return problem(429, "busy", "Too many calls.", {"Retry-After": "1"})
    return None


def _nonsense(faults: Faults, kind: Feed, body: bytes) -> web.Response | None:
    if faults.on("garbage", kind):
        return web.Response(text="<html><body>Service is updating</body></html>", content_type="text/html")
    if faults.on("wrong-type", kind):
        return reply(body.replace(b'"version":', b'"version":"new","was":', 1))
    return None


async def start_run(request: web.Request) -> web.StreamResponse:
    """POST /v1/sync-runs"""
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        return problem(400, "bad_request", "Idempotency-Key is required.")
    wanted = msgspec.json.decode(await request.read(), type=StartRun)
    try:
        run = request.app[SERVED].runs.start(key, wanted.types, wanted.mode)
    except RunActive as active:
        refusal = {
            "code": "run_active",
            "message": "Another run is under way.",
            "error_id": 245,
            "run_id": active.run.id,
            "started_at": active.run.started_at,
            "retry_after_s": active.retry_after,
        }
        return reply(refusal, 409)
    return reply({"run_id": run.id}, 202)


async def run_state(request: web.Request) -> web.StreamResponse:
    """GET /v1/sync-runs/{id}"""
    served = request.app[SERVED]
    state = served.runs.state(request.match_info["id"], lambda kind: len(served.school.feeds[kind].rows))
    return problem(404, "unknown_run", "There is no such run.") if state is None else reply(state)
