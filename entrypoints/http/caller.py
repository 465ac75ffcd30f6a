"""Authentication: from the bearer token to the actor, read once per request."""

import dataclasses
import hashlib
import re
from typing import Any

from litestar import Request

from application.access.ports import AccessViews
from application.access.students.ports import StudentAccounts
from application.actor import Actor
from application.idempotency import IdempotencyKey
from application.ports import Clock, StudentTokens, Tokens
from contracts.texts import language_of
from domain.shared.errors import BadRequest, DomainError, FieldError
from entrypoints.http.rate_limiter import StudentRateLimiter
from entrypoints.request_id import current_request_id

KEY = re.compile(r"[\x21-\x7e]{1,255}")
# allowed before a password that an administrator set is changed (D-61)
OPEN_BEFORE_PASSWORD = "before_password"  # noqa: S105  the name of a mark, not a secret


def bearer(request: Request[Any, Any, Any]) -> str:
    """The token of the Authorization header, or an empty text."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def address(request: Request[Any, Any, Any]) -> str:
    """The client's address."""
    return request.client.host if request.client else ""


def user_agent(request: Request[Any, Any, Any]) -> str:
    """The User-Agent header."""
    return request.headers.get("user-agent", "")


def request_id(_: Request[Any, Any, Any]) -> str:
    """The id that this request is logged under."""
    return current_request_id()


async def caller(request: Request[Any, Any, Any], *, access: AccessViews, tokens: Tokens, clock: Clock) -> Actor:
    """The signed-in member of staff, from the headers alone.

    Raises DomainError("shared.unauthorised") for any other caller.
    """
    claims = tokens.read_access(bearer(request), clock.now())
    return _admitted(await access.actor(claims.user_id, claims.session_id) if claims else None, request)


async def student_caller(
    request: Request[Any, Any, Any],
    *,
    accounts: StudentAccounts,
    tokens: StudentTokens,
    clock: Clock,
    limiter: StudentRateLimiter,
) -> Actor:
    """The signed-in student, from the headers alone.

    Raises DomainError("shared.unauthorised") for any other caller, DomainError("shared.too_often") beyond the limit of
    calls, which each process of the API counts by itself (D-97).
    """
    now = clock.now()
    claims = tokens.read_access(bearer(request), now)
    actor = await accounts.actor(claims.user_id, claims.session_id) if claims else None
    if actor and (seconds := limiter.wait(actor.student_id or 0, now)):
        raise DomainError("shared.too_often", seconds=seconds)
    return _admitted(actor, request)


def _admitted(actor: Actor | None, request: Request[Any, Any, Any]) -> Actor:
    if actor is None:
        raise DomainError("shared.unauthorised")
    if actor.must_change_password and not request.route_handler.opt.get(OPEN_BEFORE_PASSWORD):
        raise DomainError("access.password_must_change")
    return dataclasses.replace(
        actor,
        address=address(request),
        language=language_of(request.headers.get("accept-language", "")),
        request_id=current_request_id(),
    )


async def with_idempotency_key(actor: Actor, request: Request[Any, Any, Any]) -> Actor:
    """The caller with the idempotency key of the request, if it has one (D-8)."""
    key = request.headers.get("idempotency-key")
    # the routes of students are their own: the same number of a member of staff is another key
    caller_id = actor.id if actor.id is not None else actor.student_id
    if key is None or caller_id is None or request.method in ("GET", "HEAD"):
        return actor
    if not KEY.fullmatch(key):
        raise BadRequest({"Idempotency-Key": [FieldError("limit.pattern")]})
    body, query = await request.body(), request.scope["query_string"]
    # the query and the name of an uploaded file are a part of what is asked for
    besides = [part for part in (query, request.headers.get("x-file-name", "").encode()) if part]
    digest = hashlib.sha256(b"\0".join([*besides, body])).hexdigest()
    submission = IdempotencyKey(caller_id, f"{request.method} {request.url.path}", key, digest)
    return dataclasses.replace(actor, idempotency_key=submission)
