"""No call hangs: an answer begins within seconds, or the caller is told to come back."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

ANSWER_WITHIN_SECONDS = 10.0
#: What a route says of itself whose answer may take long to begin.
TAKES_ITS_TIME = "takes_its_time"
_AGAIN_AFTER_SECONDS = 0.1


def with_deadline(app: ASGIApp) -> ASGIApp:
    """Ends a call whose answer has not begun in time with TimeoutError, which is answered as a database that is away.

    What it waits for is a server that is silent without having closed the line; what was begun is rolled back, or its
    outcome is unknown and asking again under the same key is safe (D-8). Whoever sends slowly is not counted in: he
    has a limit of his own (slow_senders).
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
    """Cancels the present task when the time is over, and again: giving a silent connection back would wait as well.

    asyncio.timeout cancels once, and then waits for as long as the silence.
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
        """The time of the block is not ours; afterwards it begins anew."""
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
        """From now on there is no limit."""
        self._lifted = True
        self._timer.cancel()

    def is_the_only_reason(self) -> bool:
        """Whether nobody else has cancelled the task; by us it no longer is."""
        by_others = [self._task.uncancel() for _ in range(self._times)]
        return by_others[-1:] == [0]
