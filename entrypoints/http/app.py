"""The HTTP application: the staff API, the student gateway, the browser console."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ASGIApp

from adapters.postgres.core.health import health as measure_health
from contracts.shared import Wire
from domain.shared.errors import BadRequest, DomainError, ValidationError
from entrypoints.binding import Binder
from entrypoints.http import responses as answers
from entrypoints.http import routes
from entrypoints.http.console import console_or_api
from entrypoints.http.endpoint import Endpoint, endpoint, handler_of
from entrypoints.http.middleware.client_address import parse_networks, with_client_address
from entrypoints.http.middleware.deadline import with_deadline
from entrypoints.http.middleware.headers import AS_IT_IS, with_headers
from entrypoints.http.middleware.metrics import with_metrics
from entrypoints.http.middleware.request_guards import guard_request
from entrypoints.http.middleware.request_id import with_request_id
from entrypoints.http.openapi import STUDENT_GATEWAY, described, openapi_config
from entrypoints.http.schema_pages import document_route
from entrypoints.wiring import VERSION, Container, close

STAFF, STUDENTS = "/api/staff", "/api/student"
MAX_BODY_BYTES = 1024 * 1024


class Health(Wire):
    """The liveness and the version of the console."""

    status: str
    version: str


async def health() -> Response[Health]:
    """The liveness of the console; the browser's offline probe (D-51)."""
    return Response(Health(status="ok", version=VERSION))


def _on_malformed(request: Request[Any, Any, Any], error: BadRequest) -> Response[answers.Failure]:
    return answers.refuse(request, "shared.malformed", fields=error.fields)


def contexts() -> list[ModuleType]:
    """The modules of ``routes``, one per context, found by their place."""
    return [import_module(f"{routes.__name__}.{found.name}") for found in iter_modules(routes.__path__)]


def endpoints() -> Iterator[tuple[str, Endpoint]]:
    """Every call with its full path and the module that declares it."""
    yield __name__, endpoint("GET", "/api/health", health, operation_id="health", security=[])
    for context in contexts():
        # calls that need no signed-in staff, calls of staff, and those of students (D-20)
        yield from ((context.__name__, declared) for declared in getattr(context, "PUBLIC_ROUTES", ()))
        yield from ((context.__name__, declared.under(STAFF)) for declared in getattr(context, "ROUTES", ()))
        yield from ((context.__name__, declared.under(STUDENTS)) for declared in getattr(context, "STUDENT_ROUTES", ()))


class _MsgspecOnly(Litestar):
    """Without the plugins for pydantic and attrs, which nothing here uses.

    Their imports would be 12 MB of each API process.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def litestar_app(container: Container) -> Litestar:
    """The API over the container, which it closes at shutdown."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        await close(container)

    binder = Binder(container, Container)
    handlers = [handler_of(declared, binder) for _, declared in endpoints()]
    handlers.append(document_route(f"{STUDENTS}/schema/openapi.json", partial(described, api=STUDENT_GATEWAY)))
    return _MsgspecOnly(
        route_handlers=handlers,
        before_request=guard_request,
        middleware=[with_deadline],
        exception_handlers={
            BadRequest: _on_malformed,
            DomainError: answers.on_refused,
            ValidationError: answers.on_invalid,
            HTTPException: answers.on_http,
            **dict.fromkeys(answers.DATABASE_AWAY, answers.on_database_away),
            **dict.fromkeys(answers.CHANGED_MEANWHILE, answers.on_changed_meanwhile),
            Exception: answers.on_anything,
        },
        openapi_config=openapi_config(),
        request_max_body_size=MAX_BODY_BYTES,
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
    inner = with_request_id(with_headers(with_metrics(console_or_api(api), numbers)))
    return with_client_address(inner, parse_networks(container.settings().trusted_proxies))
