"""Starts synchronisations and ends runs whose worker is gone."""

from datetime import datetime, timedelta

from application.actor import Actor
from application.authorization import permits
from application.ports import Clock, UnitOfWork
from application.sync.ports import SyncViews
from contracts.job_kinds import SYNC_RUN
from domain.shared.errors import DomainError
from domain.sync.run import ACTIVE, Reason, RunStatus, SyncRun
from domain.sync.types import RunType, run_type

# slightly less than a week: the nightly start varies by moments
FULL_AFTER = timedelta(days=6, hours=12)
STARTERS = ("users:students", "all_groups", "settings:integrations")


@permits(*STARTERS, do="update")
async def start_synchronisation(
    kind: RunType, *, full: bool = False, school: str, actor: Actor, uow: UnitOfWork, clock: Clock
) -> int:
    """Enqueues a run and returns its id; a worker runs it after the commit.

    See D-59, D-64. ``school``: the address of the school system. Raises DomainError("sync.no_school") if none is
    configured.

    ``full`` reads all records instead of the changes: it covers what the school's changes omitted.

    Raises DomainError("sync.in_progress", errId 245) while a run is active. A run whose worker is silent does not
    count: it is marked failed (lease_lost), so that a killed worker never blocks later runs with 245 (D-49).
    """
    if not school:
        raise DomainError("sync.no_school")
    async with uow:
        await end_lost(uow, clock, actor)
        run = SyncRun(type=kind, full=full, started_by=actor.id, created_at=clock.now())
        uow.add(run)
        await uow.flush()
        await uow.enqueue(SYNC_RUN, {"runId": run.id}, actor=actor)
        uow.audit("sync.started", "sync_run", run.id, actor=actor, type=kind.value, full=full)
        await uow.commit()
        return int(run.id or 0)


@permits(*STARTERS, do="update")
async def start_named(
    word: str, *, full: bool = False, school: str, actor: Actor, uow: UnitOfWork, clock: Clock
) -> int:
    """Starts a run by the word or number of its type.

    Only callers who may start a run learn which types are not available yet.
    """
    return await start_synchronisation(run_type(word), full=full, school=school, actor=actor, uow=uow, clock=clock)


@permits(*STARTERS, do="update")
async def start_nightly(
    *, night: datetime, school: str, actor: Actor, uow: UnitOfWork, clock: Clock, runs: SyncViews
) -> int | None:
    """Starts the nightly run.

    It reads all records if the last successful full run is a week old, because the changes may have omitted a deletion;
    otherwise it reads the changes.

    Returns None if a run since ``night``, the planned hour, has not failed: it succeeded, or a brake stopped
    it for review. Raises DomainError("sync.in_progress").
    """
    if await runs.has_ended_since(night):
        return None
    last = await runs.last_full()
    full = last is None or clock.now() - last > FULL_AFTER
    return await start_synchronisation(RunType.ALL, full=full, school=school, actor=actor, uow=uow, clock=clock)


@permits(*STARTERS, do="update")
async def end_lost_runs(*, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Marks runs without a live worker as failed; returns the count.

    Used by the scheduler and at the first start.
    """
    async with uow:
        ended = await end_lost(uow, clock, actor, refuse=False)
        await uow.commit()
        return ended


async def end_lost(uow: UnitOfWork, clock: Clock, actor: Actor, *, refuse: bool = True) -> int:
    """Marks lost runs as failed inside a transaction.

    Raises DomainError("sync.in_progress") if a run is alive, unless ``refuse`` is off.
    """
    ended = 0
    for status in ACTIVE:
        run = await uow.find(SyncRun, lock=True, status=status.value)
        if run is None:
            continue
        if not run.lost(clock.now()) or await _is_pending(run, uow):
            if refuse:
                raise DomainError("sync.in_progress", runId=run.id)
            continue
        run.end(clock.now(), RunStatus.FAILED, Reason.LEASE_LOST)
        uow.audit("sync.finished", "sync_run", run.id, actor=actor, status=run.status, reason=run.reason)
        await uow.flush()
        ended += 1
    return ended


async def _is_pending(run: SyncRun, uow: UnitOfWork) -> bool:
    """Returns whether the job waits for the broker or a retry (D-64).

    No worker could have acquired such a run yet.
    """
    return run.status == RunStatus.WAITING and await uow.is_unpublished({"runId": run.id})
