"""Turns of uploads: few are served at once, and other calls find a short queue.

A turn of the event loop serves everything that is ready. With a hundred uploads in it, each of the turns that another
call needs takes as long as a hundred steps (docs/performance.md, *Uploads*).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

AT_ONCE = 4
_present: ContextVar["_Turn | None"] = ContextVar("the turn of the present upload", default=None)


class Turns:
    """The turns of one process."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Waits for a turn and has it during the block."""
        turn = _Turn(self._free)
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


class _Turn:
    """The turn of one request, held unless it is paused."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free, self._held = free, False

    async def take(self) -> None:
        await self._free.acquire()
        self._held = True

    def give_back(self) -> None:
        if self._held:
            self._held = False
            self._free.release()
