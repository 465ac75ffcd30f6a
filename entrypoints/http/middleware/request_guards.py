"""What every request is looked over for before its route sees it."""

import re
from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from domain.shared.errors import DomainError, NotFound

# what a route says of itself that takes the bytes of a file as its body, and not JSON
TAKES_A_FILE = "takes_a_file"
# what a route says of itself that an outside system calls, with a secret in the address and a body as it likes
CALLED_FROM_OUTSIDE = "called_from_outside"
READING_VERBS = ("GET", "HEAD", "OPTIONS")
JSON_VERBS = ("POST", "PUT", "PATCH")
ID_BOUND = 2**63
# as JSON writes it; after an escaped backslash it is just letters
ZERO_CHARACTER = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def _only_from_here(request: Request[Any, Any, Any]) -> None:
    """A browser says which page sends what changes something: only our own may (ASVS-51); programs say nothing.

    Our own is the one whose host the request itself is for; what a proxy adds about hosts is not asked.
    """
    origin = request.headers.get("origin")
    if origin is None or request.method in READING_VERBS:
        return
    if _host_of(origin) != request.headers.get("host", "").lower():
        raise DomainError("shared.foreign_origin")


def _host_of(origin: str) -> str | None:
    """Host and port as the Host header writes them; None for ``null`` and for what is no origin."""
    try:
        scheme, host, *rest = urlsplit(origin.lower())
    except ValueError:
        return None
    return host if scheme in ("http", "https") and host and not any(rest) else None


async def _only_json(request: Request[Any, Any, Any]) -> None:
    """A form or plain text is what a foreign page could send for a person who is signed in (ASVS-51)."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if request.method in JSON_VERBS and has_body and kind != "application/json":
        raise DomainError("shared.wrong_media")


async def _only_what_can_be_kept(request: Request[Any, Any, Any]) -> None:
    """An id beyond those of the database is of nothing, and no text holds a zero character."""
    if any(isinstance(id, int) and abs(id) >= ID_BOUND for id in request.path_params.values()):
        raise NotFound
    if request.method not in JSON_VERBS:
        return
    body = await request.body()
    # the plain look costs a tenth of the exact one
    if rb"\u0000" in body and ZERO_CHARACTER.search(body):
        raise DomainError("shared.malformed")


async def looked_over(request: Request[Any, Any, Any]) -> None:
    """Refuses what no route should have to look at; an upload's body is its route's own."""
    _only_from_here(request)
    opt = request.route_handler.opt
    if opt.get(TAKES_A_FILE) or opt.get(CALLED_FROM_OUTSIDE):
        return
    await _only_json(request)
    await _only_what_can_be_kept(request)
