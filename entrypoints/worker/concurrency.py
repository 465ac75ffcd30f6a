"""Concurrency of jobs in a worker.

Jobs share a worker, except one during which a worker has died: it runs exclusively.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ExclusiveSlots:
    """A context that is entered when the job may begin, exclusively or not."""

    def __init__(self) -> None:
        self._door = asyncio.Lock()
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @asynccontextmanager
    async def __call__(self, alone: bool) -> AsyncIterator[None]:
        if alone:
            # no further job enters; those inside finish
            async with self._door:
                await self._empty.wait()
                yield
            return
        async with self._door:
            self._inside += 1
            self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()
