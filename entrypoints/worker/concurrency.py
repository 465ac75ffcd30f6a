"""Which jobs share a worker: all, but one that workers have died of, or with, has it to itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Company:
    """Called with whether a job must be alone; a context that is entered when it may begin."""

    def __init__(self) -> None:
        self._door = asyncio.Lock()
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @asynccontextmanager
    async def __call__(self, alone: bool) -> AsyncIterator[None]:
        if alone:
            # nobody enters any more; those inside end in their own time
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
