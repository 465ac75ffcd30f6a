"""Idempotent writes: a repeated key and body returns the first response (D-8)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from domain.shared.errors import DomainError

R = TypeVar("R")


@dataclass(frozen=True)
class IdempotencyKey:
    """Identifies one submission of a form: user, route, client's key, body digest."""

    user_id: int
    route: str
    key: str
    body_digest: str


@dataclass(frozen=True)
class StoredResponse:
    """The response to the first request.

    ``secret``: it held a password and is stored without it.
    """

    body_digest: str
    response: bytes
    secret: bool


@runtime_checkable
class IdempotentUnitOfWork(Protocol):
    """Stores the response in the same commit as the change.

    Or right after a commit whose repetition changes nothing.
    """

    async def stored_response(self, key: IdempotencyKey) -> StoredResponse | None:
        """Returns the response stored under this key, or None."""
        ...

    def defer(self) -> None:
        """Makes ``commit()`` only flush from now on; ``commit_with`` commits."""
        ...

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        """Commits the change with its response and returns the response.

        If another request of this key committed first, returns that request's response. The change is rolled back then,
        unless it is committed already: such a change stands, and only the response to a request with the same body is
        returned.
        """
        ...

    async def rollback(self) -> None:
        """Rolls back the deferred changes."""
        ...


async def run_once(
    use_case: Callable[[], Awaitable[R]],
    returns: type[R],
    key: IdempotencyKey,
    uow: IdempotentUnitOfWork,
    *,
    secret: bool,
) -> R:
    """Runs the use case, or returns the stored response as the type ``returns``.

    Change and response are one commit, so no crash separates them, or repeating the change has no effect. A rejection
    is not stored: the corrected form under the same key is a first request. Raises DomainError ("shared.other_body")
    for the key with another body, DomainError("shared.shown_once") where the response was a secret.
    """
    if stored := await uow.stored_response(key):
        return _decoded(stored, key, returns)
    uow.defer()
    try:
        result = await use_case()
    except DomainError:
        # a concurrent request of the same submission may have caused this rejection by its commit
        await uow.rollback()
        if stored := await uow.stored_response(key):
            return _decoded(stored, key, returns)
        raise
    except BaseException:
        await uow.rollback()
        raise
    response = b"null" if secret else msgspec.json.encode(result)
    if stored := await uow.commit_with(key, response, secret=secret):
        return _decoded(stored, key, returns)
    return result


def _decoded(stored: StoredResponse, key: IdempotencyKey, returns: type[R]) -> R:
    if stored.body_digest != key.body_digest:
        raise DomainError("shared.other_body")
    if stored.secret:
        raise DomainError("shared.shown_once")
    return msgspec.json.decode(stored.response, type=returns)
