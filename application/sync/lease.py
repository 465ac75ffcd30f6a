"""What every worker on a run does beside its work: keeps its lease, and ends the run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from application.actor import Actor
from application.ports import Clock, UnitOfWork
from application.sync.ports import Lease, LeaseLost, Rolls, RollsUnavailable
from contracts.events import RunEnded
from contracts.job_kinds import LESSONS_MAKE
from contracts.sync.school_records import Feed
from domain.jobs.job import WorkFailed
from domain.sync.run import SUCCESSFUL, RunStatus, SyncRun

BEATS = 4


@dataclass
class Outcome:
    """How a run ended."""

    status: RunStatus
    reason: str | None = None
    detail: str | None = None


async def end(
    lease: Lease, outcome: Outcome, event: type[RunEnded], actor: Actor, uow: UnitOfWork, clock: Clock
) -> None:
    """One audit record and one event for the whole run; lessons follow the groups it read (D-71). Raises LeaseLost."""
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
        uow.emit(event(run_id=lease.run_id, **facts), request_id=actor.request_id)
        await uow.commit()


async def see_success(run_id: int, uow: UnitOfWork) -> None:
    """Raises WorkFailed, with the reason, for a run that is over and did not go through, and for one that is not."""
    async with uow:
        run = await uow.find(SyncRun, id=run_id)
    if run is None:
        raise WorkFailed(f"there is no synchronisation run {run_id}")
    if run.over and run.status not in SUCCESSFUL:
        why = ": ".join(word for word in (run.reason, run.detail) if word)
        raise WorkFailed(f"synchronisation run {run_id} {RunStatus(run.status).value}: {why}")


@asynccontextmanager
async def living(rolls: Rolls, lease: Lease, seconds: float) -> AsyncIterator[None]:
    """Keeps the lease while the block runs; raises LeaseLost in it when the lease is gone."""
    work = asyncio.current_task()
    lost = False

    async def beat() -> None:
        nonlocal lost
        while True:
            await asyncio.sleep(seconds / BEATS)
            try:
                await rolls.keep(lease, seconds)
            except LeaseLost:
                lost = True
                if work is not None:
                    work.cancel()
                return
            except RollsUnavailable:
                # the work itself will meet it, or it passes before the lease is over
                continue

    beating = asyncio.create_task(beat())
    try:
        yield
    except asyncio.CancelledError:
        if lost and work is not None:
            work.uncancel()
            raise LeaseLost from None
        raise
    finally:
        beating.cancel()
