"""Questions of the same moment, answered together: one transaction for many jobs instead of one for each."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

MOST = 100
# how long the first one waits for others: a transaction costs as much as many jobs do in it
GATHER_SECONDS = 0.008


class Together(Generic[Q, A]):
    """Asks ``answer`` for what has gathered while it was busy, and for a moment more.

    ``answer`` gives one answer for each question, in their order; what it raises is raised to all who asked.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[A]]]) -> None:
        self._answer = answer
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """The answer to this question."""
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await answer

    async def _ask_all(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(GATHER_SECONDS)
                asked, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._ask(asked)
        finally:
            self._asking = None

    async def _ask(self, asked: list[tuple[Q, "asyncio.Future[A]"]]) -> None:
        try:
            answers = await self._answer([question for question, _ in asked])
        except Exception as fault:
            for _, future in asked:
                if not future.done():
                    future.set_exception(fault)
            return
        for (_, future), answer in zip(asked, answers, strict=True):
            # who asked may have been told to stop meanwhile
            if not future.done():
                future.set_result(answer)
