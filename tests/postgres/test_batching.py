"""Who asks at the same moment is answered by one turn, and by nothing that was read before he asked."""

import asyncio
from collections.abc import Mapping, Sequence

import asyncpg
import pytest

from adapters.postgres.fast_path.batching import BATCH_TIMEOUT, statement_batcher
from application import request_batcher
from application.request_batcher import RequestBatcher

FAULTS = {
    666: asyncpg.NumericValueOutOfRangeError("no such number"),
    667: asyncpg.ForeignKeyViolationError("he is gone"),
    668: asyncpg.DeadlockDetectedError("they wait for each other"),
}


class Shelf:
    """Answers with ten times the number, when it is let; remembers what it was asked for together."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.faults: list[Exception] = []
        self.silent_for: set[int] = set()
        self._let = asyncio.Event()

    async def read(self, keys: Sequence[int]) -> Mapping[int, int]:
        self.asked.append(list(keys))
        await self._let.wait()
        if self.faults:
            raise self.faults.pop()
        if fault := FAULTS.keys() & set(keys):
            raise FAULTS[fault.pop()]
        if self.silent_for & set(keys):
            await asyncio.Event().wait()
        return {key: key * 10 for key in keys if key}

    def let(self) -> None:
        self._let.set()

    async def with_askers(
        self, *keys: int, window: float = 0.0, timeout: float = BATCH_TIMEOUT
    ) -> tuple[RequestBatcher[int, int], list["asyncio.Task[int | None]"]]:
        """Those who ask one after the other while the first is not yet answered."""
        batched = statement_batcher(self.read, window, timeout)
        tasks = []
        for key in keys:
            tasks.append(asyncio.create_task(batched.run(key)))
            await asyncio.sleep(0)
        return batched, tasks


async def test_who_comes_meanwhile_is_answered_together() -> None:
    shelf = Shelf()
    _, askers = await shelf.with_askers(1, 2, 3, 3, 0)
    shelf.let()
    assert await asyncio.gather(*askers) == [10, 20, 30, 30, None]
    assert shelf.asked == [[1], [2, 3, 3, 0]]


async def test_who_asks_alone_is_read_for_at_once() -> None:
    shelf = Shelf()
    shelf.let()
    batched = statement_batcher(shelf.read)
    assert [await batched.run(1), await batched.run(1)] == [10, 10]
    assert shelf.asked == [[1], [1]]


async def test_who_came_meanwhile_waits_a_moment_for_more() -> None:
    """And whoever asks while nobody does waits for nobody."""
    shelf = Shelf()
    batched, askers = await shelf.with_askers(1, 2, window=0.05)
    shelf.let()
    assert await askers[0] == 10
    assert [await batched.run(3), await askers[1]] == [30, 20]
    assert await asyncio.wait_for(batched.run(4), 0.04) == 40
    assert shelf.asked == [[1], [2, 3], [4]]


async def test_a_fault_is_told_to_those_of_that_read_only() -> None:
    shelf = Shelf()
    batched, askers = await shelf.with_askers(1, 2, 3)
    shelf.faults = [ConnectionError("second"), ConnectionError("first")]
    shelf.let()
    said = await asyncio.gather(*askers, return_exceptions=True)
    assert [str(one) for one in said] == ["first", "second", "second"]
    assert await batched.run(4) == 40


@pytest.mark.parametrize("wrong", FAULTS)
async def test_who_asks_for_what_can_not_be_asked_spoils_it_for_nobody(wrong: int) -> None:
    """A number that no column holds, say: the whole statement is refused."""
    shelf = Shelf()
    _, askers = await shelf.with_askers(1, 2, wrong, 3)
    shelf.let()
    said = await asyncio.gather(*askers, return_exceptions=True)
    assert [str(one) for one in said] == ["10", "20", str(FAULTS[wrong]), "30"]
    assert shelf.asked == [[1], [2, wrong, 3], [2], [wrong], [3]]


async def test_who_goes_away_keeps_nobody_waiting() -> None:
    """Neither who reads for himself, nor who waits for another's turn."""
    shelf = Shelf()
    batched, askers = await shelf.with_askers(1, 2, 3)
    for gone in askers[:2]:
        gone.cancel()
    shelf.let()
    said = await asyncio.gather(*askers, return_exceptions=True)
    assert [type(one) for one in said] == [asyncio.CancelledError, asyncio.CancelledError, int]
    assert shelf.asked == [[1], [3]]
    assert await batched.run(4) == 40


async def test_no_turn_is_longer_than_all_can_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_batcher, "BATCH_MAX", 2)
    shelf = Shelf()
    _, askers = await shelf.with_askers(1, 2, 3, 4)
    shelf.let()
    assert await asyncio.gather(*askers) == [10, 20, 30, 40]
    assert shelf.asked == [[1], [2, 3], [4]]


async def test_a_line_that_is_silent_is_given_up_once_for_all() -> None:
    """Whoever has come meanwhile is not let wait as long again; who comes afterwards is read for."""
    shelf = Shelf()
    batched, askers = await shelf.with_askers(1, 2, 3, timeout=0.05)
    said = await asyncio.gather(*askers, return_exceptions=True)
    assert [type(one) for one in said] == [TimeoutError] * 3
    assert shelf.asked == [[1]]
    shelf.let()
    assert await batched.run(4) == 40


async def test_who_is_asked_for_by_himself_is_given_up_with_the_others_too() -> None:
    """Not one after the other, each as long again."""
    shelf = Shelf()
    _, askers = await shelf.with_askers(1, 667, 2, 3, 4, timeout=0.05)
    shelf.silent_for |= {2, 3, 4}
    shelf.let()
    said = await asyncio.gather(*askers, return_exceptions=True)
    assert [type(one) for one in said] == [int, asyncpg.ForeignKeyViolationError, *[TimeoutError] * 3]
    assert shelf.asked == [[1], [667, 2, 3, 4], [667], [2]]
