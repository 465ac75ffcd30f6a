"""Starting a synchronisation, and ending runs whose worker is gone."""

from datetime import datetime, timedelta

from application.actor import Actor
from application.authorization import permits
from application.ports import Clock, UnitOfWork
from application.sync.ports import SyncViews
from contracts.job_kinds import SYNC_RUN
from domain.shared.errors import DomainError
from domain.sync.run import ACTIVE, Reason, RunStatus, SyncRun
from domain.sync.types import RunType, run_type

# a little less than a week: each night begins a moment earlier or later than the one before
FULL_AFTER = timedelta(days=6, hours=12)
STARTERS = ("users:students", "all_groups", "settings:integrations")


@permits(*STARTERS, do="update")
async def start_synchronisation(
    kind: RunType, *, full: bool = False, school: str, actor: Actor, uow: UnitOfWork, clock: Clock
) -> int:
    """Promises a run and gives its id; a worker runs it after the commit (D-59, D-64).

    ``school``: the address of what is read. Raises DomainError("sync.no_school") where none is set.

    ``full`` reads everything again instead of what changed: for what the school's changes have left out.

    Raises DomainError("sync.in_progress", errId 245) while one runs. A run whose worker is silent does not count: it is
    marked failed (lease_lost), so that a killed worker never leaves 245 for ever (D-49).
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
    """The same by the word or number of a call; only who may start learns which words come later."""
    return await start_synchronisation(run_type(word), full=full, school=school, actor=actor, uow=uow, clock=clock)


@permits(*STARTERS, do="update")
async def start_nightly(
    *, night: datetime, school: str, actor: Actor, uow: UnitOfWork, clock: Clock, runs: SyncViews
) -> int | None:
    """The night's run: everything again when the last such run that went through is a week old (a deletion may have
    been left out of the changes), else what changed.

    None when there was one since ``night``, the hour at which it was to begin, that did not fail: one that went
    through, or that a brake has stopped until a person looks. Raises DomainError("sync.in_progress").
    """
    if await runs.settled_since(night):
        return None
    last = await runs.last_full()
    full = last is None or clock.now() - last > FULL_AFTER
    return await start_synchronisation(RunType.ALL, full=full, school=school, actor=actor, uow=uow, clock=clock)


@permits(*STARTERS, do="update")
async def end_lost_runs(*, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Marks runs failed whose worker is silent or never came; gives how many. For schedules and first start."""
    async with uow:
        ended = await end_lost(uow, clock, actor, refuse=False)
        await uow.commit()
        return ended


async def end_lost(uow: UnitOfWork, clock: Clock, actor: Actor, *, refuse: bool = True) -> int:
    """Ends them inside of a transaction.

    Raises DomainError("sync.in_progress") for one that lives, unless told not to.
    """
    ended = 0
    for status in ACTIVE:
        run = await uow.find(SyncRun, lock=True, status=status.value)
        if run is None:
            continue
        if not run.lost(clock.now()) or await _on_its_way(run, uow):
            if refuse:
                raise DomainError("sync.in_progress", runId=run.id)
            continue
        run.end(clock.now(), RunStatus.FAILED, Reason.LEASE_LOST)
        uow.audit("sync.finished", "sync_run", run.id, actor=actor, status=run.status, reason=run.reason)
        await uow.flush()
        ended += 1
    return ended


async def _on_its_way(run: SyncRun, uow: UnitOfWork) -> bool:
    """Whether its job waits for the broker, or for another try: nobody could take the run up yet (D-64)."""
    return run.status == RunStatus.WAITING and await uow.unsent({"runId": run.id})
