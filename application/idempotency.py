"""Idempotent writes: a repeated key and body returns the first response (D-8)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from domain.shared.errors import DomainError

R = TypeVar("R")
# how long a repeat waits for the response of the request that it repeats: a second, while both are in progress
SETTLED_AFTER_LOOKS, LOOK_EVERY_SECONDS = 40, 0.025


@dataclass(frozen=True)
class IdempotencyKey:
    """Identifies one submission of a form: user, route, client's key, digest.

    The digest is that of the query string and the body. ``user_id``: of the student, for a route of students.
    """

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

    @property
    def pending(self) -> bool:
        """True from the commit of the change until its response is stored."""
        return not self.response


@runtime_checkable
class IdempotentUnitOfWork(Protocol):
    """Stores the response in the same commit as the change.

    A change that commits by itself claims the key in the statement that writes it, and its response is stored right
    afterwards; repeating such a change has no effect.
    """

    async def stored_response(self, key: IdempotencyKey) -> StoredResponse | None:
        """Returns the response stored under this key, or None."""
        ...

    def defer(self) -> None:
        """Makes ``commit()`` only flush from now on; ``commit_with`` commits."""
        ...

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        """Commits the change with its response and returns the response.

        If another request of this key committed first, returns that request's response, possibly pending. The change is
        rolled back then; one that commits by itself was not written.
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

    Change and key are one commit, so no crash separates them: of two bodies under one key one is carried out, however
    close they are. A rejection is not stored: the corrected form under the same key is a first request. Raises
    DomainError("shared.other_body") for the key with another body, DomainError("shared.shown_once") where the response
    was a secret.
    """
    if (stored := await _stored(key, uow)) and not stored.pending:
        return _decoded(stored, returns)
    uow.defer()
    try:
        result = await use_case()
    except DomainError:
        # a concurrent request of the same submission may have caused this rejection by its commit
        await uow.rollback()
        if (stored := await _settled(key, uow)) and not stored.pending:
            return _decoded(stored, returns)
        raise
    except BaseException:
        await uow.rollback()
        raise
    response = b"null" if secret else msgspec.json.encode(result)
    if await uow.commit_with(key, response, secret=secret) is None:
        return result
    stored = await _settled(key, uow)
    # without a response the first request has ended between its commit and its response; repeating it changed nothing
    return result if stored is None or stored.pending else _decoded(stored, returns)


async def _stored(key: IdempotencyKey, uow: IdempotentUnitOfWork) -> StoredResponse | None:
    stored = await uow.stored_response(key)
    if stored and stored.body_digest != key.body_digest:
        raise DomainError("shared.other_body")
    return stored


async def _settled(key: IdempotencyKey, uow: IdempotentUnitOfWork) -> StoredResponse | None:
    """The response of a concurrent request, which follows its commit within moments."""
    for _ in range(SETTLED_AFTER_LOOKS):
        stored = await _stored(key, uow)
        if stored is None or not stored.pending:
            return stored
        await asyncio.sleep(LOOK_EVERY_SECONDS)
    return stored


def _decoded(stored: StoredResponse, returns: type[R]) -> R:
    if stored.secret:
        raise DomainError("shared.shown_once")
    return msgspec.json.decode(stored.response, type=returns)
