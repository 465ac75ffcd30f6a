"""The attendance call of hh v1, with its faults on demand."""

import asyncio

import msgspec
from aiohttp import web

from entrypoints.simulators.school.attendance import KeyReused
from entrypoints.simulators.school.faults import ATTENDANCE, SLOW_SECONDS
from entrypoints.simulators.school.folder.folder import FolderSchool
from entrypoints.simulators.school.register import School
from entrypoints.simulators.school.responses import SERVED, half, problem, reply


def takes_attendance(school: School) -> bool:
    """Returns False for a folder of files: it is read-only."""
    return not isinstance(school, FolderSchool)


async def attendance_batch(request: web.Request) -> web.StreamResponse:
    """POST /v1/attendance-batches"""
    served = request.app[SERVED]
    key = request.headers.get("Idempotency-Key", "")
    if not takes_attendance(served.school):
        return problem(404, "no_attendance", "This school is a folder: attendance stays where it is marked.")
    if not key:
        return problem(400, "bad_request", "Idempotency-Key is required.")
    return _turned_away(request, key) or await _saved(request, key)


def _turned_away(request: web.Request, key: str) -> web.Response | None:
    """Returns the answer of a fault that rejects the marks."""
    faults = request.app[SERVED].faults
    if faults.on("down", ATTENDANCE):
        return problem(503, "down", "The school system is being repaired.")
    if faults.at("expiry", ATTENDANCE):
        return problem(401, "unauthorised", "The token has expired.")
    if faults.first("errors", ATTENDANCE, key):
        return problem(500, "failure", "Something broke.")
    return None


async def _saved(request: web.Request, key: str) -> web.StreamResponse:
    """Saves the marks; a fault may change the answer."""
    served, body = request.app[SERVED], await request.read()
    try:
        outcome = served.attendance.save(key, body, served.school, partial=served.faults.at("partial", ATTENDANCE))
    except KeyReused:
        return problem(409, "key_reused", "This Idempotency-Key came before with another body.")
    if served.faults.at("slow", ATTENDANCE):
        await asyncio.sleep(SLOW_SECONDS)
    if served.faults.first("half-body", ATTENDANCE, key):
        return await half(request, msgspec.json.encode(outcome))
    return reply(outcome, 207 if outcome.failed else 200)
