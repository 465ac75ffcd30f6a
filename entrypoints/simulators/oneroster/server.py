"""The provider as a server on one port.

The rostering service, its token and the simulator's own calls.
"""

from contextlib import AbstractAsyncContextManager

from aiohttp import web

from entrypoints.simulators.oneroster import calls
from entrypoints.simulators.oneroster.responses import SERVED, Served
from entrypoints.simulators.serving import serve_application

BASE = "/ims/oneroster/rostering/v1p2"


def application(served: Served, base: str = BASE) -> web.Application:
    """The routes over a provider, below ``base``."""
    app = web.Application()
    app[SERVED] = served
    app.router.add_post("/token", calls.token)
    app.router.add_post("/simulator/change", calls.change)
    app.router.add_post("/simulator/manners", calls.set_behaviour)
    app.router.add_get(f"{base}/{{collection}}", calls.rows)
    app.router.add_get(f"{base}/{{collection}}/{{id}}", calls.one)
    app.router.add_get(f"{base}/{{collection}}/{{id}}/{{nested}}", calls.rows)
    return app


def serve(
    served: Served, port: int = 0, *, host: str = "127.0.0.1", base: str = BASE
) -> AbstractAsyncContextManager[str]:
    """Serves while the context is open; yields the address with ``base``.

    Port 0: a free one. Raises OSError.
    """
    return serve_application(application(served, base), port, host)
