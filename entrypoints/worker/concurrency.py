"""Concurrency of jobs in a worker.

Jobs share a worker, except one during which a worker has died: it runs exclusively.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ExclusiveSlots:
    """A context that is entered when the job may begin, exclusively or not."""

    def __init__(self) -> None:
        self._gate = asyncio.Lock()
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def __call__(self, exclusive: bool) -> AsyncIterator[None]:
        if exclusive:
            # no further job enters; those inside finish
            async with self._gate:
                await self._idle.wait()
                yield
            return
        async with self._gate:
            self._running += 1
            self._idle.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()
