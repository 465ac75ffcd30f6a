"""The HTTP application: the staff API under /api, and the browser console."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from adapters.postgres.core.health import health as measure_health
from contracts.shared import Wire
from domain.shared.errors import BadRequest, DomainError, ValidationError
from entrypoints.binding import Binder
from entrypoints.http import responses as answers
from entrypoints.http.console import console_or_api
from entrypoints.http.endpoint import Endpoint, endpoint, handler_of
from entrypoints.http.middleware.deadline import with_deadline
from entrypoints.http.middleware.headers import AS_IT_IS, with_headers
from entrypoints.http.middleware.metrics import with_metrics
from entrypoints.http.middleware.request_guards import guard_request
from entrypoints.http.middleware.request_id import with_request_id
from entrypoints.http.openapi import openapi_config
from entrypoints.http.routes import (
    access,
    attendance,
    audit,
    branches,
    doors,
    exports,
    files,
    groups,
    imports,
    insight,
    jobs,
    messaging,
    people,
    settings,
    sync,
)
from entrypoints.wiring import VERSION, Container, close

STAFF = "/api/staff"
BODY_MAX = 1024 * 1024


class Health(Wire):
    """The liveness and the version of the console."""

    status: str
    version: str


async def health() -> Response[Health]:
    """The liveness of the console; the browser's offline probe (D-51)."""
    return Response(Health(status="ok", version=VERSION))


def _on_malformed(request: Request[Any, Any, Any], error: BadRequest) -> Response[answers.Failure]:
    return answers.refuse(request, "shared.malformed", fields=error.fields)


# the contexts of the staff API
CONTEXTS = (
    access,
    attendance,
    audit,
    branches,
    exports,
    files,
    groups,
    imports,
    insight,
    jobs,
    messaging,
    people,
    settings,
    sync,
)
# contexts with calls that need no signed-in staff
PUBLIC = (files, doors, messaging)


def endpoints() -> Iterator[tuple[str, Endpoint]]:
    """Every call with its full path and the module that declares it."""
    yield __name__, endpoint("GET", "/api/health", health, operation_id="health", security=[])
    for context in PUBLIC:
        yield from ((context.__name__, declared) for declared in context.PUBLIC_ROUTES)
    for context in CONTEXTS:
        yield from ((context.__name__, declared.under(STAFF)) for declared in context.ROUTES)


def litestar_app(container: Container) -> Litestar:
    """The API over the container, which it closes at shutdown."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        await close(container)

    binder = Binder(container, Container)
    handlers = [handler_of(declared, binder) for _, declared in endpoints()]
    return Litestar(
        route_handlers=handlers,
        before_request=guard_request,
        middleware=[with_deadline],
        exception_handlers={
            BadRequest: _on_malformed,
            DomainError: answers.on_refused,
            ValidationError: answers.on_invalid,
            HTTPException: answers.on_http,
            **dict.fromkeys(answers.DATABASE_AWAY, answers.on_database_away),
            Exception: answers.on_anything,
        },
        openapi_config=openapi_config(),
        request_max_body_size=BODY_MAX,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1024, gzip_compress_level=4, exclude_opt_key=AS_IT_IS
        ),
        lifespan=[lifespan],
        debug=False,
        logging_config=None,
    )


def application(container: Container) -> ASGIApp:
    """The whole application of the port."""
    return with_console(litestar_app(container), container)


def with_console(api: ASGIApp, container: Container) -> ASGIApp:
    """The console beside this API, with the middleware of both."""
    numbers = partial(measure_health, container.read_pool(), container.engine())
    return with_request_id(with_headers(with_metrics(console_or_api(api), numbers)))
