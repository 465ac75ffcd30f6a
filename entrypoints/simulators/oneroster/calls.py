"""The calls of the rostering service, and the token.

See ``contracts/external/oneroster-v1p2.yaml``.
"""

import asyncio

import msgspec
from aiohttp import web

from entrypoints.simulators.oneroster.query_params import InvalidQuery, Query, found, parsed, selected
from entrypoints.simulators.oneroster.responses import SERVED, Served, collection, problem, reply, single
from entrypoints.simulators.oneroster.roster import COLLECTIONS
from entrypoints.simulators.oneroster.shapes import Shape
from entrypoints.simulators.oneroster.tokens import CORE, DEMOGRAPHICS, KNOWN, ROSTER, Denied
from entrypoints.simulators.oneroster.variants import SLOW_SECONDS
from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.generator.generated import GeneratedSchool


async def token(request: web.Request) -> web.StreamResponse:
    """POST /token"""
    served = request.app[SERVED]
    if served.behaviour.on("down"):
        return problem(503, "server_busy", "The provider is being repaired.")
    form = {name: str(value) for name, value in (await request.post()).items()}
    narrow = served.behaviour.on("core-only")
    try:
        given = served.tokens.issue(request.headers.get("Authorization", ""), form, (CORE,) if narrow else KNOWN)
        if narrow and given["scope"] != form.get("scope"):
            raise Denied("invalid_scope", 400)
        if served.behaviour.on("text-seconds"):
            given["expires_in"] = str(given["expires_in"])
        return reply(given)
    except Denied as denied:
        return reply({"error": denied.word}, denied.status)


async def rows(request: web.Request) -> web.StreamResponse:
    """GET …/{collection} and …/{collection}/{sourcedId}/{collection}"""
    served = request.app[SERVED]
    name = request.match_info.get("nested") or request.match_info["collection"]
    if refusal := _refusal(request, served, name):
        return refusal
    try:
        largest = min(served.largest, 100) if served.behaviour.on("small-pages") else served.largest
        question = parsed(request.query, largest)
        _allowed(served, question)
        every = _rows(request, served)
        if every is None:
            return problem(404, "unknownobject", "There is no such collection.")
        every = _found(request, served, every, question)
    except InvalidQuery as invalid:
        return problem(invalid.status, invalid.minor, str(invalid))
    if served.behaviour.on("no-sort"):
        every = _of_the_moment(every, len(served.paths))
    page = selected(every[question.offset : question.offset + question.limit], question.fields)
    answer = collection(served, request.url, name, page, question, len(every))
    return await _fault(request, served, name, question, answer) or answer


async def one(request: web.Request) -> web.StreamResponse:
    """GET …/{collection}/{sourcedId}"""
    served = request.app[SERVED]
    name = request.match_info["collection"]
    if refusal := _refusal(request, served, name):
        return refusal
    wanted = request.match_info["id"]
    row = next((row for row in served.roster.rows(name) if row["sourcedId"] == wanted), None)
    if row is None:
        return problem(404, "unknownobject", "There is no such record.")
    return single(name, row)


def _found(request: web.Request, served: Served, every: list[Shape], question: Query) -> list[Shape]:
    """The rows that the query selects. Raises InvalidQuery."""
    if not every:
        return []
    strict = served.behaviour.on("strict-dates")
    cache_key = (request.path, question.filter, question.sort, question.descending, question.fields)
    return served.roster.found(cache_key, lambda: found(every, question, strict_dates=strict))


def _rows(request: web.Request, served: Served) -> list[Shape] | None:
    name = request.match_info["collection"]
    if served.behaviour.on("empty"):
        return []
    if "nested" in request.match_info:
        return served.roster.of(name, request.match_info["id"], request.match_info["nested"])
    return served.roster.rows(name)


def _refusal(request: web.Request, served: Served, name: str) -> web.Response | None:
    """The error response to an unauthorised or unknown request, or None."""
    served.paths.append(request.path_qs)
    if served.behaviour.on("down"):
        return problem(503, "server_busy", "The provider is being repaired.")
    scopes = served.tokens.scopes(request.headers.get("Authorization", ""), short=served.behaviour.on("expiry"))
    if not scopes or served.behaviour.on("revoked"):
        return problem(401, "unauthorisedrequest", "The token is missing, wrong or expired.")
    if {request.match_info["collection"], name} - set(COLLECTIONS):
        return problem(404, "unknownobject", "There is no such collection.")
    if not scopes & ({DEMOGRAPHICS} if name == "demographics" else {CORE, ROSTER}):
        return problem(403, "forbidden", "The token is not good for this.")
    return None


def _allowed(served: Served, question: Query) -> None:
    """Raises InvalidQuery for what this provider leaves out of the specification."""
    if question.filter and served.behaviour.on("no-filter"):
        raise InvalidQuery("invalid_filter_field", "Nothing can be filtered by here.")
    if "dateLastModified" in question.filter and served.behaviour.on("broken-dates"):
        raise InvalidQuery("internal_server_error", "DateTimeParseException", 500)
    if question.sort and served.behaviour.on("no-sort"):
        raise InvalidQuery("invalid_sort_field", "Nothing can be sorted by here.")
    if question.fields and served.behaviour.on("no-fields"):
        raise InvalidQuery("invalid_selection_field", "Fields can't be selected here.")


def _of_the_moment(every: list[Shape], calls: int) -> list[Shape]:
    """Returns an order that differs from call to call.

    A database query without a sort behaves so.
    """
    return every if calls % 2 else every[1:] + every[:1]


async def _fault(
    request: web.Request, served: Served, name: str, question: Query, answer: web.Response
) -> web.StreamResponse | None:
    """Returns the answer of an active fault; None for the page itself."""
    number, behaviour = question.offset // question.limit + 1, served.behaviour
    if behaviour.on("slow"):
        await asyncio.sleep(SLOW_SECONDS)
    if behaviour.on("garbage"):
        return web.Response(text="<html><body>Service is updating</body></html>", content_type="text/html")
    if number == 3 and behaviour.once("errors", name):
        return problem(500, "internal_server_error", "Something broke.")
    if number == 2 and behaviour.once("busy", name):
        return problem(429, "server_busy", "Too many calls.", {"Retry-After": "1"})
    if number == 2 and behaviour.once("half-body", name):
        return await _half(request, answer)
    return None


async def _half(request: web.Request, answer: web.Response) -> web.StreamResponse:
    """Announces the whole body and breaks the connection after half of it."""
    body = bytes(answer.body) if isinstance(answer.body, bytes) else b""
    half = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(body))})
    await half.prepare(request)
    await half.write(body[: len(body) // 2])
    if request.transport:
        request.transport.abort()
    return half


async def change(request: web.Request) -> web.StreamResponse:
    """POST /simulator/change: changes a generated school.

    Not in the specification; the same as in `markaz simulate school`.
    """
    school = request.app[SERVED].roster.school
    if not isinstance(school, GeneratedSchool):
        return problem(409, "forbidden", "This school is a folder: change its files.")
    return reply(school.change(msgspec.json.decode(await request.read(), type=Change)))


async def set_behaviour(request: web.Request) -> web.StreamResponse:
    """POST /simulator/manners [words]: sets the active variants and faults.

    Not in the specification.
    """
    wanted = msgspec.json.decode(await request.read(), type=list[str])
    try:
        request.app[SERVED].behaviour.set(wanted)
    except ValueError as unknown:
        return problem(400, "invaliddata", str(unknown))
    return reply(wanted)
