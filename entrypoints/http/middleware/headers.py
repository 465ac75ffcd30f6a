"""The headers of every answer: nothing is framed, sniffed or run inline, and personal data is never cached."""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

#: What a route says of itself whose answer goes out as it is: packed already, and its length is counted by.
AS_IT_IS = "as_it_is"
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
EVERYWHERE = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(self), geolocation=()"),
)
# to a browser that came over TLS (the proxy says so): for a year never without it
OVER_TLS = (b"strict-transport-security", b"max-age=31536000")


def with_headers(app: ASGIApp) -> ASGIApp:
    """Adds them to every answer; an answer of the API that says nothing of caching is not stored."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *EVERYWHERE]
                if scope.get("scheme") == "https":
                    headers.append(OVER_TLS)
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, send_guarded)

    return guarded
