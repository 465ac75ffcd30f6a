"""Security headers of every response.

Nothing is framed, sniffed or run inline, and personal data is never cached.
"""

import functools

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

# The option of a route whose response is sent unchanged: already compressed, with a known length.
AS_IT_IS = "as_it_is"
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "media-src 'self' blob:; "
    # a connected video host takes the bytes from the browser, and its player is a frame
    "font-src 'self'; connect-src 'self' https://*.kinescope.io; frame-src 'self' https://kinescope.io "
    "https://*.kinescope.io; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
EVERYWHERE = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(self), geolocation=()"),
)
# every text is UTF-8, and its type says so in one spelling
TEXTS = (b"application/json", b"application/javascript", b"application/manifest+json", b"image/svg+xml")
CHARSET = b"charset=utf-8"
# for a browser that came over TLS (as the proxy reports): TLS only for a year
OVER_TLS = (b"strict-transport-security", b"max-age=31536000")


def with_headers(app: ASGIApp) -> ASGIApp:
    """Adds the headers to every response.

    An API response without a cache policy is not stored.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*map(_with_charset, message.get("headers", [])), *EVERYWHERE]
                if scope.get("scheme") == "https":
                    headers.append(OVER_TLS)
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, send_guarded)

    return guarded


def _with_charset(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    name, value = header
    return (name, _text_type(value)) if name.lower() == b"content-type" else header


@functools.lru_cache(maxsize=256)
def _text_type(value: bytes) -> bytes:
    """A media type with the charset, if it is one of text; other parameters stay."""
    kind, *parameters = [part.strip() for part in value.split(b";")]
    if not kind.startswith(b"text/") and kind not in TEXTS:
        return value
    return b"; ".join([kind, *(one for one in parameters if not one.lower().startswith(b"charset=")), CHARSET])
