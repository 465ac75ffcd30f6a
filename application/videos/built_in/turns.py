"""Turns of uploads: few are served at once, and other calls find a short queue.

A turn of the event loop serves everything that is ready. With a hundred uploads in it, each of the turns that another
call needs takes as long as a hundred steps (docs/performance.md, *Uploads*).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

AT_ONCE = 4
_present: ContextVar["_Turn | None"] = ContextVar("the turn of the present upload", default=None)


class Turns:
    """The turns of one process."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.waiting = 0

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Waits for a turn and has it during the block."""
        turn = _Turn(self)
        await turn.take()
        before = _present.set(turn)
        try:
            yield
        finally:
            _present.reset(before)
            turn.give_back()


@asynccontextmanager
async def paused() -> AsyncIterator[None]:
    """Lets others have the turn during the block, which waits for something else."""
    turn = _present.get()
    if turn is None:
        yield
        return
    turn.give_back()
    try:
        yield
    finally:
        await turn.take()


def others_wait() -> Callable[[], bool]:
    """Returns a function for any thread: whether another upload waits for a turn."""
    turn = _present.get()
    return lambda: turn is not None and turn.is_wanted()


class _Turn:
    """The turn of one request, held unless it is paused."""

    def __init__(self, turns: Turns) -> None:
        self._turns, self._held = turns, False

    async def take(self) -> None:
        self._turns.waiting += 1
        try:
            await self._turns.free.acquire()
        finally:
            self._turns.waiting -= 1
        self._held = True

    def give_back(self) -> None:
        if self._held:
            self._held = False
            self._turns.free.release()

    def is_wanted(self) -> bool:
        return self._turns.waiting > 0
