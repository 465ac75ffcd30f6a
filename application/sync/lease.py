"""The lease of a worker on a run, and the end of the run."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from application.actor import Actor
from application.ports import Clock, UnitOfWork
from application.sync.ports import Lease, LeaseLost, SyncStore, SyncStoreUnavailable
from contracts.events import RunEnded
from contracts.job_kinds import GAMIFICATION_SCHOOL, LESSONS_MAKE
from contracts.sync.school_records import Feed
from domain.jobs.job import WorkFailed
from domain.sync.run import SUCCESSFUL, RunStatus, SyncRun

HEARTBEATS_PER_LEASE = 4


@dataclass
class Outcome:
    """The result of a run."""

    status: RunStatus
    reason: str | None = None
    detail: str | None = None


async def carry_out(
    run_id: int, work: Callable[[Lease], Awaitable[None]], sync_store: SyncStore, uow: UnitOfWork, lease_seconds: float
) -> None:
    """Calls the work with a lease on the run, again after each lost one.

    Ends when no lease is left to be had: the run is over, or does not exist. A worker that shuts down releases its
    lease, so that the next one resumes at once. Raises WorkFailed if the run has failed, was stopped or does not exist.
    """
    while lease := await sync_store.acquire(run_id, secrets.token_hex(8), lease_seconds):
        try:
            async with keep_alive(sync_store, lease, lease_seconds):
                await work(lease)
        except LeaseLost:
            continue
        except asyncio.CancelledError:
            with suppress(SyncStoreUnavailable):
                await sync_store.release(lease)
            raise
    await accept_result(run_id, uow)


async def end_run(
    lease: Lease, outcome: Outcome, event: type[RunEnded], actor: Actor, uow: UnitOfWork, clock: Clock
) -> None:
    """Ends a run with one audit record and one event. Raises LeaseLost.

    Lessons are generated again for the groups it read (D-71).
    """
    async with uow:
        run = await uow.load(SyncRun, lease.run_id, lock=True)
        if run.lease_owner != lease.owner:
            raise LeaseLost
        run.parts = [dict(part) for part in lease.parts]
        run.end(clock.now(), outcome.status, outcome.reason, outcome.detail)
        facts: dict[str, Any] = {"type": run.type, "status": run.status, "reason": run.reason, **run.totals()}
        more = {"approves": lease.approves, "reverts": lease.reverts}
        facts |= {name: id for name, id in more.items() if id is not None}
        verb = "sync.finished" if lease.reverts is None else "sync.reverted"
        uow.audit(verb, "sync_run", run.id, actor=actor, **facts)
        if outcome.status in SUCCESSFUL and any(part["feed"] == Feed.GROUPS for part in lease.parts):
            await uow.enqueue(LESSONS_MAKE, {}, actor=actor)
        # Not only after gamification: a stop leaves what was written before it, a lost run all that it wrote, and other
        # types write records that had waited.
        if outcome.status in SUCCESSFUL or any(part["read"] for part in lease.parts):
            await uow.enqueue(GAMIFICATION_SCHOOL, {}, actor=actor)
        uow.emit(event(run_id=lease.run_id, **facts), request_id=actor.request_id)
        await uow.commit()


async def accept_result(run_id: int, uow: UnitOfWork) -> None:
    """Raises WorkFailed, with the reason, unless the run exists and has not failed."""
    async with uow:
        run = await uow.find(SyncRun, id=run_id)
    if run is None:
        raise WorkFailed(f"there is no synchronisation run {run_id}")
    if run.over and run.status not in SUCCESSFUL:
        why = ": ".join(word for word in (run.reason, run.detail) if word)
        raise WorkFailed(f"synchronisation run {run_id} {RunStatus(run.status).value}: {why}")


@asynccontextmanager
async def keep_alive(sync_store: SyncStore, lease: Lease, seconds: float) -> AsyncIterator[None]:
    """Renews the lease while the block runs; raises LeaseLost in it once lost."""
    work = asyncio.current_task()
    lost = False

    async def heartbeat() -> None:
        nonlocal lost
        while True:
            await asyncio.sleep(seconds / HEARTBEATS_PER_LEASE)
            try:
                await sync_store.renew(lease, seconds)
            except LeaseLost:
                lost = True
                if work is not None:
                    work.cancel()
                return
            except SyncStoreUnavailable:
                # the work itself fails on it, or the database returns before the lease expires
                continue

    heartbeats = asyncio.create_task(heartbeat())
    try:
        yield
    except asyncio.CancelledError:
        if lost and work is not None:
            work.uncancel()
            raise LeaseLost from None
        raise
    finally:
        heartbeats.cancel()
