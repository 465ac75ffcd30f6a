"""A simulator as a server on one port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def serve_application(application: web.Application, port: int, host: str) -> AsyncIterator[str]:
    """Serves while the context is open; yields the address.

    Port 0: a free one. Raises OSError if taken.
    """
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
