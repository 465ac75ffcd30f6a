"""Concurrent callers share one round trip; no answer predates its question."""

import asyncio
from collections.abc import Mapping, Sequence

import asyncpg
import pytest

from adapters.postgres.fast_path.batching import BATCH_TIMEOUT, statement_batcher
from application import request_batcher
from application.request_batcher import RequestBatcher

ERRORS = {
    666: asyncpg.NumericValueOutOfRangeError("no such number"),
    667: asyncpg.ForeignKeyViolationError("the row is deleted"),
    668: asyncpg.DeadlockDetectedError("each waits for the other"),
}


class Backend:
    """Answers ten times the number once released; records the batches it received."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.errors: list[Exception] = []
        self.silent_for: set[int] = set()
        self._released = asyncio.Event()

    async def batch(self, keys: Sequence[int]) -> Mapping[int, int]:
        self.batches.append(list(keys))
        await self._released.wait()
        if self.errors:
            raise self.errors.pop()
        if wrong := ERRORS.keys() & set(keys):
            raise ERRORS[wrong.pop()]
        if self.silent_for & set(keys):
            await asyncio.Event().wait()
        return {key: key * 10 for key in keys if key}

    def release(self) -> None:
        self._released.set()

    async def with_callers(
        self, *keys: int, window: float = 0.0, timeout: float = BATCH_TIMEOUT
    ) -> tuple[RequestBatcher[int, int], list["asyncio.Task[int | None]"]]:
        """Callers that arrive one after another while the first awaits its answer."""
        batcher = statement_batcher(self.batch, window, timeout)
        return batcher, [await _arrive(batcher, key) for key in keys]


async def _arrive(batcher: RequestBatcher[int, int], key: int) -> "asyncio.Task[int | None]":
    caller = asyncio.create_task(batcher.run(key))
    await asyncio.sleep(0)
    return caller


async def test_callers_that_arrive_during_a_run_are_answered_together() -> None:
    backend = Backend()
    _, callers = await backend.with_callers(1, 2, 3, 3, 0)
    backend.release()
    assert await asyncio.gather(*callers) == [10, 20, 30, 30, None]
    assert backend.batches == [[1], [2, 3, 3, 0]]


async def test_a_lone_caller_is_answered_at_once() -> None:
    backend = Backend()
    backend.release()
    batcher = statement_batcher(backend.batch)
    assert [await batcher.run(1), await batcher.run(1)] == [10, 10]
    assert backend.batches == [[1], [1]]


async def test_the_window_collects_more_callers_but_delays_no_lone_one() -> None:
    backend = Backend()
    batcher, callers = await backend.with_callers(1, 2, window=0.05)
    backend.release()
    assert await callers[0] == 10
    assert [await batcher.run(3), await callers[1]] == [30, 20]
    assert await asyncio.wait_for(batcher.run(4), 0.04) == 40
    assert backend.batches == [[1], [2, 3], [4]]


async def test_the_first_caller_waits_for_the_window_if_declared() -> None:
    """Jobs start and end this way: one transaction for many is worth the delay."""
    backend = Backend()
    backend.release()
    batcher: RequestBatcher[int, int] = RequestBatcher(backend.batch, window=0.01, first_waits=True)
    assert await asyncio.gather(*map(batcher.run, (1, 2, 3))) == [10, 20, 30]
    assert await batcher.run(4) == 40
    assert backend.batches == [[1, 2, 3], [4]]


async def test_an_error_reaches_only_the_callers_of_its_batch() -> None:
    backend = Backend()
    batcher, callers = await backend.with_callers(1, 2, 3)
    backend.errors = [ConnectionError("second"), ConnectionError("first")]
    backend.release()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [str(one) for one in answers] == ["first", "second", "second"]
    assert await batcher.run(4) == 40


@pytest.mark.parametrize("wrong", ERRORS)
async def test_a_key_that_fails_the_statement_fails_no_other_caller(wrong: int) -> None:
    """The server rejects the whole statement for a number that no column holds."""
    backend = Backend()
    _, callers = await backend.with_callers(1, 2, wrong, 3)
    backend.release()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [str(one) for one in answers] == ["10", "20", str(ERRORS[wrong]), "30"]
    assert backend.batches == [[1], [2, wrong, 3], [2], [wrong], [3]]


async def test_a_cancelled_caller_delays_nobody() -> None:
    """Neither one whose own run is in progress, nor one waiting for a later batch."""
    backend = Backend()
    batcher, callers = await backend.with_callers(1, 2, 3)
    for gone in callers[:2]:
        gone.cancel()
    backend.release()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(one) for one in answers] == [asyncio.CancelledError, asyncio.CancelledError, int]
    assert backend.batches == [[1], [3]]
    assert await batcher.run(4) == 40


async def test_a_batch_holds_a_limited_number_of_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_batcher, "MAX_BATCH", 2)
    backend = Backend()
    _, callers = await backend.with_callers(1, 2, 3, 4)
    backend.release()
    assert await asyncio.gather(*callers) == [10, 20, 30, 40]
    assert backend.batches == [[1], [2, 3], [4]]


async def test_a_silent_backend_times_out_once_for_all_waiting_callers() -> None:
    """Callers that arrived meanwhile wait no second timeout; later ones are answered."""
    backend = Backend()
    batcher, callers = await backend.with_callers(1, 2, 3, timeout=0.05)
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(one) for one in answers] == [TimeoutError] * 3
    assert backend.batches == [[1]]
    backend.release()
    assert await batcher.run(4) == 40


async def test_keys_that_are_run_one_by_one_share_one_timeout() -> None:
    backend = Backend()
    _, callers = await backend.with_callers(1, 667, 2, 3, 4, timeout=0.05)
    backend.silent_for |= {2, 3, 4}
    backend.release()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(one) for one in answers] == [int, asyncpg.ForeignKeyViolationError, *[TimeoutError] * 3]
    assert backend.batches == [[1], [667, 2, 3, 4], [667], [2]]
