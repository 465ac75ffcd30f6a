"""Reverts a run's changes where nothing followed (docs/decisions/revert.md)."""

import logging
from typing import Any

from application.access.deactivation import deactivate_departed_staff
from application.actor import Actor
from application.authorization import CENTRE, SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from application.sync.commands import STARTERS, end_lost
from application.sync.lease import Outcome, carry_out, end_run
from application.sync.ports import Lease, LeaseLost, SyncStore, SyncStoreUnavailable
from contracts.events import SynchronisationReverted
from contracts.job_kinds import SYNC_REVERT
from contracts.sync.school_records import Feed
from domain.shared.errors import DomainError
from domain.sync.run import (
    LEASE_SECONDS,
    MAX_ERRORS,
    PartState,
    Reason,
    RunStatus,
    SyncRun,
    has_messages,
    new_part,
    revert_obstacle,
)

log = logging.getLogger(__name__)


@permits(*STARTERS, do="update", scope=CENTRE)
async def revert_run(run_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Enqueues a run that reverts the named one and returns its id.

    A repeated call returns the same id. Reverting a revert makes the original run stand again. Raises DomainError:
    sync.first_run, sync.nothing_to_revert, sync.reverted_already, sync.in_progress.
    """
    if actor.id is None:
        raise DomainError("sync.needs_a_person")
    async with uow:
        run = await uow.load(SyncRun, run_id, lock=True)
        for before in await uow.find_all(SyncRun, reverts_id=run_id):
            if before.stands:
                return int(before.id or 0)
        await end_lost(uow, clock, actor)
        if refusal := revert_obstacle(run.parts, reverted=run.reverted_at is not None):
            raise DomainError(refusal)
        parts = [new_part(feed.value) for feed in reversed(Feed)]
        taking = SyncRun(type=run.type, parts=parts, started_by=actor.id, created_at=clock.now(), reverts_id=run_id)
        uow.add(taking)
        await uow.flush()
        await uow.enqueue(SYNC_REVERT, {"runId": taking.id}, actor=actor)
        facts: dict[str, Any] = {"runId": taking.id, **run.totals()}
        uow.audit("sync.revert_started", "sync_run", run_id, actor=actor, **facts)
        await uow.commit()
        return int(taking.id or 0)


@permits(SUPERADMIN)
async def run_revert(
    run_id: int,
    *,
    actor: Actor,
    sync_store: SyncStore,
    uow: UnitOfWork,
    clock: Clock,
    lease_seconds: float = LEASE_SECONDS,
) -> None:
    """Reverts a run in one transaction; the job ``sync.revert`` calls it.

    Safe to repeat, like a run that reads the school; raises WorkFailed like it.
    """

    async def work(lease: Lease) -> None:
        outcome = await _outcome(lease, sync_store)
        departed = await sync_store.departed_staff_accounts()
        await deactivate_departed_staff(departed, actor=actor, uow=uow, clock=clock)
        await end_run(lease, outcome, SynchronisationReverted, actor, uow, clock)

    await carry_out(run_id, work, sync_store, uow, lease_seconds)


async def _outcome(lease: Lease, sync_store: SyncStore) -> Outcome:
    try:
        if lease.reverts is not None and not await sync_store.is_reverted(lease.reverts):
            await _revert_feeds(lease, lease.reverts, sync_store)
    except (LeaseLost, SyncStoreUnavailable):
        raise
    except Exception as problem:
        log.exception("taking back run %s failed", lease.reverts)
        return Outcome(RunStatus.FAILED, Reason.UNEXPECTED, type(problem).__name__)
    return Outcome(RunStatus.DONE_WITH_MESSAGES if has_messages(lease.parts) else RunStatus.DONE)


async def _revert_feeds(lease: Lease, run_id: int, sync_store: SyncStore) -> None:
    """Reverts dependent feeds first.

    A row that only this run's rows refer to can then be removed.
    """
    stopped = await sync_store.was_stopped(run_id)
    async with sync_store.transaction(lease) as transaction:
        for part in lease.parts:
            found = await transaction.revert_feed(Feed(part["feed"]), run_id, stopped=stopped)
            part |= {"announced": found.seen, "read": found.seen, "updated": found.restored, "deleted": found.ended}
            errors = [note._asdict() for note in found.notes[:MAX_ERRORS]]
            part |= {"refused": found.left, "errors": errors, "state": PartState.DONE.value}
        await transaction.mark_reverted(run_id, lease.by)
        await transaction.progress(lease.parts)
