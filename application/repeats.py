"""Writes that are safe to repeat: the same key with the same body is answered as the first time (D-8)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from domain.shared.errors import Refused

R = TypeVar("R")


@dataclass(frozen=True)
class RepeatKey:
    """Names one submission of one form: whose, to which route, under which key, and the digest of its body."""

    user_id: int
    route: str
    key: str
    body_digest: str


@dataclass(frozen=True)
class Stored:
    """What the first request was answered with; ``secret``: it held a password and was kept without it."""

    body_digest: str
    answer: bytes
    secret: bool


@runtime_checkable
class Repeatable(Protocol):
    """A unit of work that keeps an answer in the same commit as its change, or right after one that a repeat leaves as
    it is."""

    async def answered(self, key: RepeatKey) -> Stored | None:
        """What this key was answered with before, if it was."""
        ...

    def hold(self) -> None:
        """From now on ``commit()`` only flushes; ``release`` commits."""
        ...

    async def release(self, key: RepeatKey, answer: bytes, *, secret: bool) -> Stored | None:
        """Commits the change with its answer. If another request of this key came first, rolls back and gives its; a
        change that is committed already stands, and of another with the same body the answer is given."""
        ...

    async def abandon(self) -> None:
        """Rolls back what was held."""
        ...


async def once(
    work: Callable[[], Awaitable[R]], returns: type[R], key: RepeatKey, uow: Repeatable, *, secret: bool
) -> R:
    """Does the work, or gives what it gave before, as a value of the type ``returns``.

    Change and answer are one commit, so no crash parts them, or the change is one that a repeat leaves as it is.
    A refusal is not kept: mended and sent again under the same key it is a first time. Raises Refused
    ("shared.other_body") for the key with another body, Refused("shared.shown_once") where the answer was a secret.
    """
    if stored := await uow.answered(key):
        return _again(stored, key, returns)
    uow.hold()
    try:
        result = await work()
    except Refused:
        # perhaps it is the effect of the same submission, seen from its twin, that refuses this one
        await uow.abandon()
        if stored := await uow.answered(key):
            return _again(stored, key, returns)
        raise
    except BaseException:
        await uow.abandon()
        raise
    kept = b"null" if secret else msgspec.json.encode(result)
    if stored := await uow.release(key, kept, secret=secret):
        return _again(stored, key, returns)
    return result


def _again(stored: Stored, key: RepeatKey, returns: type[R]) -> R:
    if stored.body_digest != key.body_digest:
        raise Refused("shared.other_body")
    if stored.secret:
        raise Refused("shared.shown_once")
    return msgspec.json.decode(stored.answer, type=returns)
