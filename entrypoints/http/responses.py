"""The envelope of every response (D-2), and the wording of rejections (D-3)."""

import logging
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from adapters.postgres.core.engine import REFERENCE_ERRORS, UNAVAILABLE_ERRORS, is_unavailable
from application.files.uploads import MEGABYTE
from contracts.errors import ERRORS, wire_code
from contracts.shared import Wire
from contracts.texts import language_of, translate
from domain.shared.errors import Conflict, DomainError, FieldError, ValidationError
from entrypoints.http.middleware.request_guards import TAKES_A_FILE
from entrypoints.request_id import current_request_id

T = TypeVar("T")
log = logging.getLogger("markaz.http")
RETRY_AFTER_BUSY = 2


class Answer(Wire, Generic[T], kw_only=True):
    """A successful response."""

    data: T
    success: bool = True


class Failure(Wire, kw_only=True):
    """A rejection.

    ``fields``: every invalid field at once; ``requestId`` names this occurrence; ``current``: the present state,
    where another save was faster (D-8).
    """

    success: bool = False
    message: str
    code: str
    status: int
    err_id: int
    request_id: str
    fields: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    current: Any = msgspec.UNSET


_OF_STATUS = {
    400: "shared.malformed",
    401: "shared.unauthorised",
    403: "shared.forbidden",
    404: "shared.no_such_path",
    405: "shared.method_not_allowed",
    413: "shared.too_large",
    415: "shared.wrong_media",
    429: "access.too_many_tries",
}


def refuse(
    request: Request[Any, Any, Any],
    code: str,
    params: Mapping[str, object] | None = None,
    fields: Mapping[str, list[FieldError]] | None = None,
    current: object = None,
) -> Response[Failure]:
    """The response to a rejected request, in the caller's language."""
    kind, language = ERRORS[code], language_of(request.headers.get("accept-language", ""))
    failure = Failure(
        message=translate(f"error.{code}", language, **(params or {})),
        code=wire_code(code),
        status=kind.status,
        err_id=kind.err_id,
        request_id=current_request_id(),
        fields=msgspec.UNSET if fields is None else _in_words(fields, language),
        current=msgspec.UNSET if current is None else current,
    )
    headers = {}
    if kind.status == 429 and params and "seconds" in params:
        headers["Retry-After"] = str(params["seconds"])
    if kind.status == 503:
        headers["Retry-After"] = str(RETRY_AFTER_BUSY)
    return Response(failure, status_code=kind.status, headers=headers)


def _in_words(fields: Mapping[str, list[FieldError]], language: str) -> dict[str, list[str]]:
    return {name: [translate(b.code, language, **b.params) for b in broken] for name, broken in fields.items()}


def on_refused(request: Request[Any, Any, Any], error: DomainError) -> Response[Failure]:
    """A rule rejected the request."""
    return refuse(request, error.code, error.params, current=error.current if isinstance(error, Conflict) else None)


def on_invalid(request: Request[Any, Any, Any], error: ValidationError) -> Response[Failure]:
    """Fields are invalid."""
    return refuse(request, "shared.invalid", fields=error.fields)


# Litestar's message where the client disconnects in the middle of its body; nobody reads the response, and it is no
# error
_GONE = "client disconnected prematurely"


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Failure]:
    """Litestar rejected the request: malformed, too large, wrong type, unknown path."""
    if error.detail == _GONE:
        return refuse(request, "shared.malformed")
    code = _OF_STATUS.get(error.status_code, "shared.malformed" if error.status_code < 500 else "shared.unexpected")
    if error.status_code == 413 and request.route_handler.opt.get(TAKES_A_FILE):
        limit = request.route_handler.resolve_request_max_body_size() or 0
        return refuse(request, "files.too_large", {"megabytes": limit // MEGABYTE})
    if isinstance(error.__cause__, SerializationException):
        return refuse(request, "shared.malformed", fields={"data": [FieldError("limit.json")]})
    if error.status_code >= 500:
        log.error("answered %s", error.status_code, exc_info=error)
    fields = None
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        named = [item.get("key") for item in error.extra if isinstance(item, dict)]
        fields = {str(name): [FieldError("limit.type")] for name in named if name}
    return refuse(request, code, {"seconds": 1} if error.status_code == 429 else None, fields)


def on_database_away(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """The database is unavailable.

    Nothing was changed, or the outcome is unknown; a retry is safe.
    """
    log.warning("database away: %s", type(error).__name__)
    return refuse(request, "shared.busy")


def on_changed_meanwhile(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """A row was deleted while another change referred to it.

    Nothing was changed.
    """
    log.warning("changed meanwhile: %s", error)
    return refuse(request, "shared.stale")


def on_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """A server error: logged under the request id, which is all the response shows."""
    if isinstance(error, DBAPIError) and (error.connection_invalidated or is_unavailable(error)):
        return on_database_away(request, error)
    if isinstance(error, RecursionError):
        # a body of deeply nested brackets
        return refuse(request, "shared.malformed")
    log.error("unexpected", exc_info=error)
    return refuse(request, "shared.unexpected")


CHANGED_MEANWHILE: tuple[type[Exception], ...] = REFERENCE_ERRORS
DATABASE_AWAY: tuple[type[Exception], ...] = (InterfaceError, PoolTimeout, *UNAVAILABLE_ERRORS)
