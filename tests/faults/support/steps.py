"""Death of the API at a numbered step of one request.

A step is a statement of SQLAlchemy, a use of the driver's own connection, or the end of a commit. A request with the
header dies before its step of that number; one that has fewer steps is answered.
"""

import os
import signal
from contextvars import ContextVar
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.core.pool import Connection
from application.idempotency import IdempotencyKey, StoredResponse
from tests.faults.support.moving import MortalUnitOfWork

DIES_AT = "x-dies-at-step"
# the steps left of the request that is being answered
_left: ContextVar[list[int] | None] = ContextVar("steps_left", default=None)


def count_steps(headers: Any) -> None:
    """Begins to count for a request that asks for its death."""
    number = next((value for name, value in headers if name == DIES_AT.encode()), None)
    _left.set(None if number is None else [int(number)])


def step(*_: object) -> None:
    """Dies (SIGKILL) if this is the requested step."""
    if left := _left.get():
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def watch(engine: AsyncEngine) -> None:
    """Takes each statement of the engine as a step."""
    event.listen(engine.sync_engine, "before_cursor_execute", step)


class SteppedUnitOfWork(MortalUnitOfWork):
    """Takes the ledger's statements, which are the driver's own, and commits as steps."""

    async def connection(self) -> Connection:
        found = await super().connection()
        step()
        return found

    async def commit_with(self, key: IdempotencyKey, response: bytes, *, secret: bool) -> StoredResponse | None:
        stored = await super().commit_with(key, response, secret=secret)
        step()
        return stored
