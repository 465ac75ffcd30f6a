"""The line between a browser and the console, which a test cuts or upgrades.

Playwright's own *offline* does not reach a service worker; a line that is cut reaches every request.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import ClientConnectionError, ClientError, ClientSession, web

from tests.embedded.ports import free_port

# they belong to one connection
_OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}
_BUILD = re.compile(rb'name="build" content="([0-9a-f]+)"')


def _is_page(request: web.Request) -> bool:
    return request.path == "/" or "text/html" in request.headers.get("Accept", "")


class Line:
    """Forwards requests to a console; ``address`` is where the browser finds it."""

    def __init__(self, console: str) -> None:
        self.console = console
        self.address = f"http://127.0.0.1:{free_port()}"
        self.is_cut = False
        self.build: bytes | None = None
        self.session = ClientSession(auto_decompress=False)

    def upgrade(self, build: str) -> None:
        """Serves the console as another build from now on."""
        self.build = build.encode()

    async def forward(self, request: web.Request) -> web.StreamResponse:
        """Answers one request with the console's response, or with nothing."""
        build = self.build if request.path == "/service-worker.js" or _is_page(request) else None
        dropped = _OWN if build is None else _OWN | {"accept-encoding", "if-none-match"}
        headers = {name: value for name, value in request.headers.items() if name.lower() not in dropped}
        sent, url = await request.read(), self.console + request.raw_path
        try:
            if self.is_cut:
                raise ClientConnectionError
            async with self.session.request(
                request.method, url, headers=headers | {"Host": request.host}, data=sent, allow_redirects=False
            ) as answer:
                body = await answer.read()
            if self.is_cut:
                raise ClientConnectionError
        except ClientError:
            return self._silence(request)
        kept = {name: value for name, value in answer.headers.items() if name.lower() not in _OWN}
        if build is not None:
            kept.pop("ETag", None)
            body = body.replace(await self._present_build(), build)
        return web.Response(status=answer.status, headers=kept, body=body)

    async def _present_build(self) -> bytes:
        async with self.session.get(f"{self.console}/", headers={"Accept-Encoding": "identity"}) as page:
            found = _BUILD.search(await page.read())
        assert found
        return found[1]

    def _silence(self, request: web.Request) -> web.Response:
        if request.transport:
            request.transport.abort()
        return web.Response()


@asynccontextmanager
async def a_line(console: str) -> AsyncIterator[Line]:
    """A line to the console at this address."""
    line = Line(console)
    application = web.Application(client_max_size=2**26)
    application.router.add_route("*", "/{path:.*}", line.forward)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(line.address.rpartition(":")[2])).start()
    try:
        yield line
    finally:
        await line.session.close()
        await runner.cleanup()
