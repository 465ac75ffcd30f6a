"""The cookie of a known browser in requests and responses (D-160).

It grants nothing: it only decides which count of wrong passwords applies.
"""

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from domain.access.known_browsers import BROWSER_LIFETIME

NAME = "markaz_browser"
# no other call needs it
PATH = "/api/staff/auth"


def sent_cookie(request: Request[Any, Any, Any]) -> str:
    """The cookie's value as it was sent, or an empty text."""
    return request.cookies.get(NAME, "")


def is_over_tls(request: Request[Any, Any, Any]) -> bool:
    """True if a named proxy or the browser's origin shows that it came over TLS."""
    return request.url.scheme == "https" or request.headers.get("origin", "").lower().startswith("https://")


def browser_cookie(value: str, *, secure: bool) -> Cookie:
    """The cookie to set: invisible to scripts and to other sites' requests."""
    return Cookie(
        key=NAME,
        value=value,
        path=PATH,
        max_age=int(BROWSER_LIFETIME.total_seconds()),
        httponly=True,
        secure=secure,
        samesite="strict",
    )
