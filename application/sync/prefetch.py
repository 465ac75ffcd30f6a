"""Prefetches items: the next one is produced while one is in use."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def prefetch(pieces: AsyncIterator[T], depth: int) -> AsyncGenerator[T, None]:
    """Yields the same items in order, produced up to ``depth`` ahead.

    An error is raised after the items before it.
    """
    queue: asyncio.Queue[T | _End] = asyncio.Queue(depth)

    async def make() -> None:
        try:
            async for piece in pieces:
                await queue.put(piece)
            await queue.put(_End())
        except Exception as problem:
            await queue.put(_End(problem))

    making = asyncio.create_task(make())
    try:
        while not isinstance(got := await queue.get(), _End):
            yield got
        if got.problem is not None:
            raise got.problem
    finally:
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)


class _End:
    """The end of the items, or the error that ended them."""

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem
