"""Working ahead: the next piece is made while the one before it is used."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def ahead(pieces: AsyncIterator[T], depth: int) -> AsyncGenerator[T, None]:
    """The same pieces in the same order, made up to ``depth`` ahead; an error comes after the pieces before it."""
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
    """No more pieces, or what went wrong."""

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem
