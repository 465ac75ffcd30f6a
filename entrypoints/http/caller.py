"""Authentication: from the bearer token to the actor, read once per request."""

import dataclasses
import hashlib
import re
from typing import Any

from litestar import Request

from application.access.ports import AccessViews
from application.actor import Actor
from application.idempotency import IdempotencyKey
from application.ports import Clock, Tokens
from contracts.texts import language_of
from domain.shared.errors import BadRequest, DomainError, FieldError
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


async def _idempotency_key(request: Request[Any, Any, Any], user_id: int) -> IdempotencyKey | None:
    """The idempotency key of a write, if the request has one (D-8)."""
    key = request.headers.get("idempotency-key")
    if key is None or request.method in ("GET", "HEAD"):
        return None
    if not KEY.fullmatch(key):
        raise BadRequest({"Idempotency-Key": [FieldError("limit.pattern")]})
    body = await request.body()
    return IdempotencyKey(user_id, f"{request.method} {request.url.path}", key, hashlib.sha256(body).hexdigest())


async def caller(request: Request[Any, Any, Any], *, access: AccessViews, tokens: Tokens, clock: Clock) -> Actor:
    """The signed-in member of staff.

    Raises DomainError("shared.unauthorised") for any other caller.
    """
    claims = tokens.read_access(bearer(request), clock.now())
    actor = await access.actor(claims.user_id, claims.session_id) if claims else None
    if actor is None:
        raise DomainError("shared.unauthorised")
    if actor.must_change_password and not request.route_handler.opt.get(OPEN_BEFORE_PASSWORD):
        raise DomainError("access.password_must_change")
    return dataclasses.replace(
        actor,
        idempotency_key=await _idempotency_key(request, claims.user_id) if claims else None,
        address=address(request),
        language=language_of(request.headers.get("accept-language", "")),
        request_id=current_request_id(),
    )
