"""Turns of uploads: few at once, and threads know whether another one waits."""

import asyncio

from application.videos.built_in.turns import Turns, others_wait, paused


async def test_so_many_have_a_turn_and_the_next_waits() -> None:
    """The third begins when one of two is paused, which then waits for its turn."""
    turns, steps = Turns(at_once=2), list[str]()
    pauses, ends = asyncio.Event(), asyncio.Event()

    async def upload(name: str) -> None:
        async with turns.taken():
            steps.append(f"{name} begins")
            await pauses.wait()
            if name == "first":
                async with paused():
                    steps.append("first pauses")
                steps.append("first goes on")
            else:
                await ends.wait()

    uploads = [asyncio.create_task(upload(name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0.01)
    assert steps == ["first begins", "second begins"]
    pauses.set()
    await asyncio.sleep(0.01)
    assert steps[2:] == ["first pauses", "third begins"]
    ends.set()
    await asyncio.gather(*uploads)
    assert steps[4:] == ["first goes on"]


async def test_a_thread_is_told_that_another_upload_waits() -> None:
    """Only while one does; outside of a turn, and after it has left, nobody waits."""
    turns = Turns(at_once=1)
    assert not others_wait()()

    async def another() -> None:
        async with turns.taken():
            pass

    async with turns.taken():
        wait = others_wait()
        assert not await asyncio.to_thread(wait)
        waiting = asyncio.create_task(another())
        await asyncio.sleep(0.01)
        assert await asyncio.to_thread(wait)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert not await asyncio.to_thread(wait)
    async with asyncio.timeout(1):
        await another()


async def test_a_request_that_ends_while_it_waits_for_its_turn_takes_none_along() -> None:
    """A pause that is cancelled leaves the turn to the others."""
    turns = Turns(at_once=1)

    async def paused_forever() -> None:
        async with turns.taken(), paused():
            await asyncio.Event().wait()

    leaving = asyncio.create_task(paused_forever())
    await asyncio.sleep(0.01)
    async with turns.taken():
        leaving.cancel()
        await asyncio.sleep(0.01)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
    async with asyncio.timeout(1), turns.taken(), paused(), turns.taken():
        pass
