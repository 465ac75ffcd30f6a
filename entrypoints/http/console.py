"""The browser console: built files from memory, and its page for other paths."""

import functools
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

DIST = Path(__file__).resolve().parents[2] / "web" / "dist"
FOREVER = b"public, max-age=31536000, immutable"
NOT_BUILT = b"The console is not built: run `make run`, or `npm run build` in web."
# suffixes of precompressed files
_ENCODINGS = ((b"br", ".br"), (b"gzip", ".gz"))


@dataclass(frozen=True)
class Built:
    """A built file: its bytes by content encoding, and its cache policy."""

    bodies: dict[bytes, bytes]
    media_type: bytes
    cache: bytes
    etag: bytes


def _read(path: Path, name: str) -> Built:
    plain = path.read_bytes()
    bodies = {b"": plain}
    for encoding, suffix in _ENCODINGS:
        packed = path.with_name(path.name + suffix)
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith(("javascript", "json")) else kind
    etag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    # the page and the service worker are checked each time, so that a new build arrives
    cache = FOREVER if name.startswith("assets/") else b"no-cache"
    return Built(bodies, kind.encode(), cache, etag.encode())


@functools.cache
def built(dist: Path = DIST) -> dict[str, Built]:
    """Every built file by path; empty before the first build."""
    files = [path for path in dist.rglob("*") if path.is_file() and path.suffix not in (".br", ".gz", ".map")]
    names = {path.relative_to(dist).as_posix(): path for path in files}
    return {name: _read(path, name) for name, path in names.items()}


def console_or_api(api: ASGIApp) -> ASGIApp:
    """Routes /api to the API; a deep link of the console gets its page (D-1)."""

    async def route(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != ScopeType.HTTP or path == "/api" or path.startswith("/api/"):
            await api(scope, receive, send)
        else:
            await _serve(scope, path, send)

    return route


async def _serve(scope: HTTPScope, path: str, send: Send) -> None:
    if scope["method"] not in ("GET", "HEAD"):
        await _answer(send, 405, b"", [(b"allow", b"GET, HEAD")])
        return
    headers = dict(scope["headers"])
    file = built().get(path.lstrip("/")) or (_page(path) if path.lstrip("/") != "index.html" else None)
    if file is None:
        missing = NOT_BUILT if not built() else b"There is no such file."
        await _answer(send, 503 if not built() else 404, missing, [(b"content-type", b"text/plain; charset=utf-8")])
        return
    if headers.get(b"if-none-match") == file.etag:
        await _answer(send, 304, b"", [(b"etag", file.etag), (b"cache-control", file.cache)])
        return
    accepted = headers.get(b"accept-encoding", b"")
    encoding = next((e for e, _ in _ENCODINGS if e in accepted and e in file.bodies), b"")
    body = file.bodies[encoding]
    described = [(b"content-type", file.media_type), (b"etag", file.etag), (b"cache-control", file.cache)]
    described += [(b"vary", b"accept-encoding"), (b"content-length", str(len(body)).encode())]
    described += [(b"content-encoding", encoding)] if encoding else []
    await _answer(send, 200, body if scope["method"] == "GET" else b"", described)


def _page(path: str) -> Built | None:
    last = path.rsplit("/", 1)[-1]
    return None if "." in last or path.startswith("/assets/") else built().get("index.html")


async def _answer(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
