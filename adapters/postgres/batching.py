"""One turn to the server for all who ask the same at the same moment: most of a small read is the turn."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_AT_ONCE = 100
# all wait for one line: one that has gone silent is given up sooner than a call is
WITHIN_SECONDS = 5.0


class Batched(Generic[K, V]):
    """Whoever asks while nobody does is answered at once, by himself; who comes meanwhile is answered with the others
    who did, by a read that begins after all of them have asked. Nobody is answered by what was read before he asked.
    """

    def __init__(self, read: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        """``read``: what was found of these keys; a key that nothing was found of is missing."""
        self._read = read
        self._waiting: list[tuple[K, asyncio.Future[V | None]]] = []
        self._busy = False
        self._turns: asyncio.Task[None] | None = None

    async def ask(self, key: K) -> V | None:
        """What is found of the key, or None. Raises what reading raises, or TimeoutError, to each of that read."""
        if self._busy:
            answer: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
            self._waiting.append((key, answer))
            return await answer
        self._busy = True
        try:
            return (await self._found([key])).get(key)
        finally:
            if self._waiting:
                self._turns = asyncio.create_task(self._answer_all())
            else:
                self._busy = False

    async def _found(self, keys: Sequence[K]) -> Mapping[K, V]:
        async with asyncio.timeout(WITHIN_SECONDS):
            return await self._read(keys)

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                taken, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._answer(taken)
        finally:
            self._busy = False

    async def _answer(self, taken: Sequence[tuple[K, "asyncio.Future[V | None]"]]) -> None:
        # whoever has gone meanwhile is not asked for
        here = [(key, answer) for key, answer in taken if not answer.done()]
        if not here:
            return
        found: Mapping[K, V] = {}
        fault: Exception | None = None
        try:
            found = await self._found([key for key, _ in here])
        except OSError as away:
            fault = away
        except Exception as wrong:
            # one of them asked for what can't be asked: the others are not answered for it
            if len(here) > 1:
                for one in here:
                    await self._answer([one])
            fault = wrong
        for key, answer in here:
            if answer.done():
                continue
            if fault is None:
                answer.set_result(found.get(key))
            else:
                answer.set_exception(fault)
