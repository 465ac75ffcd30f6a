"""A few connections of the driver, given to one asker after another: asyncpg's own pool does three times the work.

That one wraps each connection anew, gives it back in a task of its own and asks the server to reset it. Here nobody
sets anything, listens, or leaves a transaction open, and a line on which something may still be under way is cut.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, TypeAlias

import asyncpg

Asked: TypeAlias = "asyncpg.Connection[Any]"

UNUSED_SECONDS = 300.0


class Lines:
    """At most ``size`` at once; whoever comes then waits. The line used last is given first."""

    def __init__(self, connect: Callable[[], Awaitable[Asked]], size: int) -> None:
        self._connect = connect
        self._turns = asyncio.Semaphore(size)
        self._free: list[tuple[float, Asked]] = []
        self._closed = False

    def acquire(self) -> "_Use":
        """A line for as long as the block lasts. Raises what connecting raises."""
        return _Use(self)

    async def take(self) -> Asked:
        """See ``acquire``."""
        await self._turns.acquire()
        while self._free:
            line = self._free.pop()[1]
            if not line.is_closed():
                return line
        try:
            return await self._connect()
        except BaseException:
            self._turns.release()
            raise

    def give_back(self, line: Asked, *, in_doubt: bool) -> None:
        """For the next one, unless something may be under way on it."""
        self._turns.release()
        now = time.monotonic()
        if in_doubt or self._closed or line.is_closed() or line.is_in_transaction():
            line.terminate()
        else:
            self._free.append((now, line))
        if self._free and now - self._free[0][0] > UNUSED_SECONDS:
            self._free.pop(0)[1].terminate()

    async def close(self) -> None:
        """Closes those that are free now, and the others when they are given back."""
        self._closed = True
        free, self._free = self._free, []
        await asyncio.gather(*(line.close(timeout=2) for _, line in free), return_exceptions=True)


class _Use:
    """One use of a line."""

    __slots__ = ("_line", "_lines")

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._line: Any = None

    async def __aenter__(self) -> Asked:
        self._line = await self._lines.take()
        return self._line  # type: ignore[no-any-return]

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # an answer that nobody waited for comes on the line later
        in_doubt = kind is not None and (issubclass(kind, TimeoutError) or not issubclass(kind, Exception))
        self._lines.give_back(self._line, in_doubt=in_doubt)
