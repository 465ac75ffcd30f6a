"""The faults: each is applied repeatedly to a console at work and measured."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tests.faults.support.centre import Centre, attempt
from tests.faults.support.clients import Load
from tests.faults.support.moving import POINTS

Figures = dict[str, Any]
Fault = Callable[[Centre, Load, int], Awaitable[Figures]]
A_BACKEND = "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1"


async def a_moment(chance: random.Random, most: float = 1.0) -> None:
    """A random pause while clients work."""
    await asyncio.sleep(chance.uniform(0.2, most))


async def a_run_is_under_way(centre: Centre) -> int:
    """Changes the school, loses every cursor, and starts a full synchronisation."""
    async with centre.sql() as connection:
        await connection.execute("update sync_cursors set cursor = 'lost' where feed <> 'offices'")
    return await centre.synchronise()


async def healed(load: Load, since: float, seconds: float = 30) -> float:
    """Waits for good answers of the reader; returns the seconds since the fault."""
    deadline = since + seconds
    while not (load.reader.seen_after(since + 0.3) and load.reader.healed(since) < float("inf")):
        assert time.monotonic() < deadline, f"not healed after {seconds} s: {load.reader.figures()}"
        await asyncio.sleep(0.05)
    return load.reader.healed(since)


async def kill_worker(centre: Centre, load: Load, rounds: int) -> Figures:
    """SIGKILL to the worker at each point of a job.

    By the job itself, and once from outside in each round.
    """
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        for point in POINTS:
            await load.enqueue(1, die=point)
        await a_moment(load.chance)
        attempt(lambda: centre.kill("worker"))
        await a_moment(load.chance, 2)
    return {"kills": rounds * (len(POINTS) + 1)}


async def kill_api(centre: Centre, load: Load, rounds: int) -> Figures:
    """SIGKILL to the API during saves."""
    took = []
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        await a_moment(load.chance)
        took.append(await healed(load, centre.kill("api")))
    return {"kills": rounds, "back_after_s": round(max(took), 2)}


async def kill_pg(centre: Centre, load: Load, rounds: int) -> Figures:
    """SIGKILL to the postmaster, then to one backend, which ends all others."""
    took = []
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        await a_moment(load.chance)
        took.append(await healed(load, centre.kill("postgres")))
        await a_moment(load.chance)
        backend = await centre.value(A_BACKEND)
        began = time.monotonic()
        attempt(lambda backend=backend: os.kill(backend, signal.SIGKILL))  # type: ignore[misc]
        took.append(await healed(load, began))
    return {"kills": rounds * 2, "back_after_s": round(max(took), 2)}


async def kill_nats(centre: Centre, load: Load, rounds: int) -> Figures:
    """SIGKILL to the broker; staff must not notice."""
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        await a_moment(load.chance)
        centre.kill("nats")
        await a_moment(load.chance, 3)
    return {"kills": rounds}


async def wipe_nats(centre: Centre, load: Load, rounds: int) -> Figures:
    """Kills the broker and deletes its storage."""
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        await a_moment(load.chance)
        centre.kill("nats")
        centre.wipe_nats()
        await a_moment(load.chance, 3)
    return {"wipes": rounds}


async def kill_all(centre: Centre, load: Load, rounds: int) -> Figures:
    """SIGKILL to the supervisor and all it started; then starts the console again."""
    took = []
    for _ in range(rounds):
        await a_run_is_under_way(centre)
        await a_moment(load.chance)
        port = centre.port
        centre.kill_everything()
        took.append(await centre.start(port))
        await centre.sign_in()
    return {"kills": rounds, "ready_again_s": round(max(took), 2)}


FAULTS: dict[str, Fault] = {
    "kill-worker": kill_worker,
    "kill-all": kill_all,
    "kill-pg": kill_pg,
    "kill-nats": kill_nats,
    "wipe-nats": wipe_nats,
    "kill-api": kill_api,
}
