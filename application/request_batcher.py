"""Coalesces concurrent requests into one round trip or one transaction."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MAX_BATCH = 100
Waiting = Sequence[tuple[K, "asyncio.Future[V | None]"]]


class RequestBatcher(Generic[K, V]):
    """Coalesces concurrent requests into one run of ``batch``.

    A caller who finds it idle gets a run of its own at once; callers who arrive during a run share the next one. A run
    starts after all of its callers have arrived, so no answer is older than its request.
    """

    def __init__(
        self,
        batch: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]],
        *,
        window: float = 0.0,
        first_waits: bool = False,
        timeout: float | None = None,
        per_item_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """``batch`` answers all keys or raises without effect.

        A key that is missing from its result has no answer.

        ``window``: seconds that callers wait for more callers. ``first_waits``: the caller who finds it idle waits too,
        where one run for many is worth the delay of one. ``timeout``: seconds after which a run is abandoned.
        ``per_item_errors``: errors that one key causes; the keys of such a batch are run one by one.
        """
        self._batch = batch
        self._window = window
        self._first_waits = first_waits
        self._timeout = timeout
        self._per_item_errors = per_item_errors
        self._waiting: list[tuple[K, asyncio.Future[V | None]]] = []
        self._busy = False
        self._runner: asyncio.Task[None] | None = None

    async def run(self, key: K) -> V | None:
        """Returns the answer to the key, or None.

        Raises the errors of its batch, TimeoutError included.
        """
        if self._busy or self._first_waits:
            answer: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
            self._waiting.append((key, answer))
            if not self._busy:
                self._busy = True
                self._start()
            return await answer
        self._busy = True
        try:
            return (await self._run([key])).get(key)
        except TimeoutError as error:
            self._reject_waiting(error)
            raise
        finally:
            if self._waiting:
                self._start()
            else:
                self._busy = False

    def _start(self) -> None:
        # a task of no single caller: its log lines carry nobody's request id
        self._runner = asyncio.create_task(self._run_waiting(), context=contextvars.Context())

    async def _run(self, keys: Sequence[K]) -> Mapping[K, V]:
        async with asyncio.timeout(self._timeout):
            return await self._batch(keys)

    def _reject_waiting(self, error: TimeoutError) -> None:
        """Rejects callers who arrived during a run that timed out.

        They waited on the same resource: a second timeout is too long for a call.
        """
        waiting, self._waiting = self._waiting, []
        _reject(waiting, error)

    async def _run_waiting(self) -> None:
        try:
            while self._waiting:
                if self._window:
                    await asyncio.sleep(self._window)
                taken, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                try:
                    await self._answer(taken)
                except TimeoutError as error:
                    _reject(taken, error)
                    self._reject_waiting(error)
        finally:
            self._busy = False

    async def _answer(self, taken: "Waiting[K, V]") -> None:
        # a cancelled caller's key is not run
        present = [(key, answer) for key, answer in taken if not answer.done()]
        if not present:
            return
        try:
            answers = await self._run([key for key, _ in present])
        except self._per_item_errors as error:
            if len(present) == 1:
                _reject(present, error)
            else:
                # one key causes it: the others are not rejected for it
                for one in present:
                    await self._answer([one])
        except TimeoutError:
            raise
        except Exception as error:
            _reject(present, error)
        else:
            for key, answer in present:
                if not answer.done():
                    answer.set_result(answers.get(key))


def _reject(waiting: "Waiting[K, V]", error: Exception) -> None:
    for _, answer in waiting:
        if not answer.done():
            answer.set_exception(error)
