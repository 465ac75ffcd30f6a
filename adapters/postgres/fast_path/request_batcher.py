"""One turn to the server for all who say the same to it at the same moment: most of a small statement is the turn."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

import asyncpg

K = TypeVar("K")
V = TypeVar("V")

MOST_AT_ONCE = 100
# all wait for one line: one that has gone silent is given up sooner than a call is
WITHIN_SECONDS = 5.0
# what one waits for, all do: the server gives up a row that is long in other hands, and a statement before we do
PATIENCE = {"lock_timeout": "1s", "statement_timeout": "4s"}
# Of what hundreds say at once: a turn is dear, and nobody sees so little (docs/performance.md).
GATHER_SECONDS = 0.005
# what the server, or the driver, refuses a whole statement for on account of one of those in it: what no column holds,
# who is gone meanwhile, whose row somebody has for long, or waits for ours with it
ONE_S_OWN = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.LockNotAvailableError,
)


class Batched(Generic[K, V]):
    """Whoever asks while nobody does is answered at once, by himself; who comes meanwhile is answered with the others
    who did, by a turn that begins after all of them have asked. Nobody is answered by what was read before he asked.
    """

    def __init__(self, do: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]], gather: float = 0.0) -> None:
        """``do``: what came of these keys, all or, where it raises, nothing; one that nothing came of is missing.
        ``gather``: for so many seconds those who came meanwhile wait for more."""
        self._do = do
        self._gather = gather
        self._waiting: list[tuple[K, asyncio.Future[V | None]]] = []
        self._busy = False
        self._turns: asyncio.Task[None] | None = None

    async def ask(self, key: K) -> V | None:
        """What came of the key, or None. Raises what doing it raises, or TimeoutError, to each of that turn."""
        if self._busy:
            answer: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
            self._waiting.append((key, answer))
            return await answer
        self._busy = True
        try:
            return (await self._done([key])).get(key)
        except TimeoutError as silent:
            self._give_up(silent)
            raise
        finally:
            if self._waiting:
                # it is nobody's own call any more, and says so in the log
                self._turns = asyncio.create_task(self._answer_all(), context=contextvars.Context())
            else:
                self._busy = False

    async def _done(self, keys: Sequence[K]) -> Mapping[K, V]:
        async with asyncio.timeout(WITHIN_SECONDS):
            return await self._do(keys)

    def _give_up(self, silent: TimeoutError) -> None:
        """Whoever came meanwhile has waited for the same line: to wait as long again is longer than a call may take."""
        waiting, self._waiting = self._waiting, []
        _refuse(waiting, silent)

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                if self._gather:
                    await asyncio.sleep(self._gather)
                taken, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._answer(taken)
        finally:
            self._busy = False

    async def _answer(self, taken: Sequence[tuple[K, "asyncio.Future[V | None]"]]) -> None:
        try:
            await self._say(taken)
        except TimeoutError as silent:
            _refuse(taken, silent)
            self._give_up(silent)

    async def _say(self, taken: Sequence[tuple[K, "asyncio.Future[V | None]"]]) -> None:
        # whoever has gone meanwhile is not asked for
        here = [(key, answer) for key, answer in taken if not answer.done()]
        if not here:
            return
        try:
            done = await self._done([key for key, _ in here])
            answers = [done.get(key) for key, _ in here]
        except ONE_S_OWN as wrong:
            if len(here) == 1:
                _refuse(here, wrong)
            else:
                # it is the fault of one of them: the others are not refused for it
                for one in here:
                    await self._say([one])
        except TimeoutError:
            raise
        except Exception as fault:
            _refuse(here, fault)
        else:
            for (_, answer), one_s in zip(here, answers, strict=True):
                if not answer.done():
                    answer.set_result(one_s)


def _refuse(askers: Sequence[tuple[K, "asyncio.Future[V | None]"]], fault: Exception) -> None:
    for _, answer in askers:
        if not answer.done():
            answer.set_exception(fault)
