"""The school system as a server on one port.

It has the calls of hh v1 and the simulator's own.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from aiohttp import web

from entrypoints.simulators.school import attendance_calls, calls, control
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.pages import MAX_PAGE_ROWS
from entrypoints.simulators.school.register import School
from entrypoints.simulators.school.responses import SERVED, Served, contract
from entrypoints.simulators.serving import serve_application


def application(served: Served) -> web.Application:
    """The routes over a school."""
    app = web.Application(middlewares=[contract])
    app[SERVED] = served
    app.router.add_get("/v1/capabilities", calls.capabilities)
    app.router.add_post("/v1/sync-runs", calls.start_run)
    app.router.add_get("/v1/sync-runs/{id}", calls.run_state)
    app.router.add_post("/v1/attendance-batches", attendance_calls.attendance_batch)
    # "group-students" is one word, "gamification/students" two (D-92)
    app.router.add_get("/v1/{feed:[^/]+(/[^/]+)?}", calls.feed)
    app.router.add_get("/simulator", control.state)
    app.router.add_get("/simulator/attendance", control.attendance)
    app.router.add_post("/simulator/change", control.change)
    app.router.add_post("/simulator/forget", control.forget)
    app.router.add_post("/simulator/faults", control.set_faults)
    return app


@asynccontextmanager
async def serve(
    school: School,
    token: str,
    port: int = 0,
    *,
    host: str = "127.0.0.1",
    faults: Faults | None = None,
    max_page: int = MAX_PAGE_ROWS,
) -> AsyncIterator[str]:
    """Serves the school while the context is open; yields its address.

    Port 0: a free one. Raises OSError if taken.
    """
    async with serving(Served(school, token, faults or Faults(), max_page), port, host=host) as url:
        yield url


def serving(served: Served, port: int = 0, *, host: str = "127.0.0.1") -> AbstractAsyncContextManager[str]:
    """Serves a ``Served`` whose received data the caller inspects."""
    return serve_application(application(served), port, host)
