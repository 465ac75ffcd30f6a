"""Limits the time until a response begins; a late call is rejected."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

ANSWER_WITHIN_SECONDS = 10.0
# The option of a route whose response may take long to begin.
TAKES_ITS_TIME = "takes_its_time"
_AGAIN_AFTER_SECONDS = 0.1


def with_deadline(app: ASGIApp) -> ASGIApp:
    """Ends a call whose response has not begun in time with TimeoutError.

    The response is that of an unavailable database: the usual cause is a server that is silent without having closed
    the connection. An open transaction is rolled back; where its outcome is unknown, a retry under the same key is
    safe (D-8). Time spent waiting for a slow client does not count: it has its own limit (slow_client).
    """

    async def bounded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["route_handler"].opt.get(TAKES_ITS_TIME):
            await app(scope, receive, send)
            return
        limit = _Limit()

        async def begun(message: Message) -> None:
            limit.lift()
            await send(message)

        async def received() -> Any:
            with limit.paused():
                return await receive()

        try:
            await app(scope, received, begun)
        except asyncio.CancelledError:
            if limit.is_the_only_reason():
                raise TimeoutError from None
            raise
        finally:
            limit.lift()

    return bounded


class _Limit:
    """Cancels the present task at the deadline, and again.

    Releasing the connection of a silent server would wait as well; asyncio.timeout cancels once and then waits for as
    long as the silence lasts.
    """

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a call is answered in a task
        self._loop, self._task, self._times, self._lifted = asyncio.get_running_loop(), task, 0, False
        self._timer = self._loop.call_later(ANSWER_WITHIN_SECONDS, self._over)

    def _over(self) -> None:
        self._times += 1
        self._task.cancel()
        self._timer = self._loop.call_later(_AGAIN_AFTER_SECONDS, self._over)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pauses the limit during the block; afterwards it starts anew."""
        if self._lifted or self._times:
            yield
            return
        self._timer.cancel()
        try:
            yield
        finally:
            if not self._lifted:
                self._timer = self._loop.call_later(ANSWER_WITHIN_SECONDS, self._over)

    def lift(self) -> None:
        """Removes the limit."""
        self._lifted = True
        self._timer.cancel()

    def is_the_only_reason(self) -> bool:
        """Uncancels the task; True if nobody else has cancelled it."""
        by_others = [self._task.uncancel() for _ in range(self._times)]
        return by_others[-1:] == [0]
