"""The school's responses: hh v1 media type, errors and authorization."""

import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import msgspec
from aiohttp import web

from entrypoints.simulators.school.attendance import AttendanceBook
from entrypoints.simulators.school.faults import Distortion, Faults
from entrypoints.simulators.school.folder.errors import FolderUnreadable
from entrypoints.simulators.school.pages import MAX_PAGE_ROWS
from entrypoints.simulators.school.register import School
from entrypoints.simulators.school.runs import Runs

MEDIA_TYPE = "application/vnd.hh.v1+json"
VERSION = "1"


@dataclass
class Served:
    """A school being served: its settings and the requests so far."""

    school: School
    token: str
    faults: Faults = field(default_factory=Faults)
    max_page: int = MAX_PAGE_ROWS
    runs: Runs = field(default_factory=Runs)
    attendance: AttendanceBook = field(default_factory=AttendanceBook)

    def __post_init__(self) -> None:
        self.distortion = Distortion(self.faults)


SERVED = web.AppKey("served", Served)


def reply(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Builds an answer of the contract; ``content`` may be encoded already."""
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return web.Response(body=body, status=status, headers=headers, content_type=MEDIA_TYPE)


def problem(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> web.Response:
    """Builds an error with a code and a message."""
    return reply({"code": code, "message": message}, status, headers)


async def half(request: web.Request, body: bytes) -> web.StreamResponse:
    """Announces the whole body and breaks the connection after half of it."""
    answer = web.StreamResponse(headers={"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body))})
    await answer.prepare(request)
    await answer.write(body[: len(body) // 2])
    if request.transport:
        request.transport.abort()
    return answer


@web.middleware
async def contract(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Checks the token and the hh v1 media type.

    It adds the version and the request's id to every answer.
    """
    answer: web.StreamResponse | None = _turned_away(request)
    if answer is None:
        try:
            answer = await handler(request)
        except web.HTTPException as refusal:
            answer = problem(refusal.status, refusal.reason.lower().replace(" ", "_"), refusal.text or refusal.reason)
        except FolderUnreadable as unreadable:
            answer = problem(503, "folder_unreadable", str(unreadable), {"Retry-After": "1"})
        except (msgspec.DecodeError, UnicodeDecodeError) as unread:
            answer = problem(400, "bad_request", str(unread))
    if not answer.prepared:
        answer.headers["HH-Version"] = VERSION
        answer.headers["X-Request-Id"] = request.headers.get("X-Request-Id", "")
    return answer


def _turned_away(request: web.Request) -> web.Response | None:
    given = request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(given, f"Bearer {request.app[SERVED].token}".encode()):
        return problem(401, "unauthorised", "The token is missing, wrong or expired.")
    accepted = request.headers.get("Accept", "*/*")
    if request.path.startswith("/v1/") and not any(kind in accepted for kind in (MEDIA_TYPE, "*/*", "application/*")):
        return problem(406, "not_acceptable", f"This school answers {MEDIA_TYPE}.")
    if request.headers.get("HH-Version", VERSION) != VERSION:
        return problem(400, "version", "This school speaks hh v1.")
    return None
