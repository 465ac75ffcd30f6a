"""The provider's responses: collections with paging, and status information."""

from dataclasses import dataclass, field
from email.utils import format_datetime

import msgspec
from aiohttp import web
from yarl import URL

from entrypoints.simulators.oneroster.query_params import MAX_LIMIT, Query
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.shapes import Shape
from entrypoints.simulators.oneroster.tokens import Tokens
from entrypoints.simulators.oneroster.variants import Behaviour


@dataclass
class Served:
    """A provider being served. ``paths``: the calls made so far."""

    roster: Roster
    tokens: Tokens
    behaviour: Behaviour
    largest: int = MAX_LIMIT
    paths: list[str] = field(default_factory=list)


SERVED = web.AppKey("served", Served)
# The type name of rows in an answer, independent of the call.
NAMES = {
    **dict.fromkeys(("students", "teachers"), "users"),
    **dict.fromkeys(("terms", "gradingPeriods"), "academicSessions"),
    "schools": "orgs",
}
ONE = {"classes": "class", "demographics": "demographics"}


def reply(content: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer in JSON."""
    return web.Response(
        body=msgspec.json.encode(content), status=status, headers=headers, content_type="application/json"
    )


def problem(status: int, minor: str, description: str, headers: dict[str, str] | None = None) -> web.Response:
    """Builds an error response in the specification's terms."""
    code = {"imsx_codeMinorFieldName": "TargetEndSystem", "imsx_codeMinorFieldValue": minor}
    content = {
        "imsx_codeMajor": "failure",
        "imsx_severity": "error",
        "imsx_description": description,
        "imsx_CodeMinor": {"imsx_codeMinorField": [code]},
    }
    return reply(content, status, headers)


def collection(served: Served, url: URL, name: str, rows: list[Shape], question: Query, total: int) -> web.Response:
    """Builds a page of a collection; ``url`` is the requested address."""
    called = f"{name}List" if served.behaviour.on("other-envelope") else NAMES.get(name, name)
    return reply({called: rows}, headers=_paging(served, url, question, total))


def single(name: str, row: Shape) -> web.Response:
    """One record of a collection."""
    called = NAMES.get(name, name)
    return reply({ONE.get(called, called.removesuffix("s")): row})


def _paging(served: Served, url: URL, question: Query, total: int) -> dict[str, str]:
    headers = {"Date": format_datetime(served.roster.now(), usegmt=True)}
    if served.behaviour.on("no-links"):
        return headers
    if served.behaviour.on("inner-links"):
        url = url.with_host("roster.internal").with_port(8443)
    last = max(0, (total - 1) // question.limit * question.limit)
    offsets = {"first": 0, "last": last}
    if question.offset + question.limit < total:
        offsets["next"] = question.offset + question.limit
    if question.offset:
        offsets["prev"] = max(0, question.offset - question.limit)
    form = "{}; rel={}" if served.behaviour.on("bare-links") else '<{}>; rel="{}"'
    links = [
        form.format(url.update_query(limit=str(question.limit), offset=str(offset)), rel)
        for rel, offset in offsets.items()
    ]
    return headers | {"X-Total-Count": str(total), "Link": ", ".join(links)}
