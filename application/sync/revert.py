"""Taking back what a run changed, where nothing followed (docs/decisions/revert.md)."""

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Any

from application.access.deactivation import close_accounts_of_left
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from application.sync.commands import STARTERS, end_lost
from application.sync.lease import Outcome, end, living, see_success
from application.sync.ports import Lease, LeaseLost, Rolls, RollsUnavailable
from contracts.events import SynchronisationReverted
from contracts.job_kinds import SYNC_REVERT
from contracts.sync.school_records import Feed
from domain.shared.errors import DomainError
from domain.sync.run import (
    ERRORS_KEPT,
    LEASE_SECONDS,
    PartState,
    Reason,
    RunStatus,
    SyncRun,
    has_messages,
    irrevocable,
    new_part,
)

log = logging.getLogger(__name__)


@permits(*STARTERS, do="update")
async def revert_run(run_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Promises a run that takes the named one back, and gives its id; the same one when asked again.

    A run that took another back can be taken back as well: then the other stands again. Raises DomainError:
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
        if refusal := irrevocable(run.parts, reverted=run.reverted_at is not None):
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
async def perform_revert(
    run_id: int, *, actor: Actor, rolls: Rolls, uow: UnitOfWork, clock: Clock, lease_seconds: float = LEASE_SECONDS
) -> None:
    """Takes back in one transaction: all of it or nothing; the job ``sync.revert`` calls it, as the system.

    Safe to run twice, like a run that reads the school; raises WorkFailed like it.
    """
    while lease := await rolls.take(run_id, secrets.token_hex(8), lease_seconds):
        try:
            async with living(rolls, lease, lease_seconds):
                outcome = await _outcome(lease, rolls)
                await close_accounts_of_left(await rolls.left_with_account(), actor=actor, uow=uow, clock=clock)
                await end(lease, outcome, SynchronisationReverted, actor, uow, clock)
        except LeaseLost:
            continue
        except asyncio.CancelledError:
            with suppress(RollsUnavailable):
                await rolls.release(lease)
            raise
    await see_success(run_id, uow)


async def _outcome(lease: Lease, rolls: Rolls) -> Outcome:
    try:
        if lease.reverts is not None and not await rolls.taken_back(lease.reverts):
            await _take_back(lease, lease.reverts, rolls)
    except (LeaseLost, RollsUnavailable):
        raise
    except Exception as problem:
        log.exception("taking back run %s failed", lease.reverts)
        return Outcome(RunStatus.FAILED, Reason.UNEXPECTED, type(problem).__name__)
    return Outcome(RunStatus.DONE_WITH_MESSAGES if has_messages(lease.parts) else RunStatus.DONE)


async def _take_back(lease: Lease, run_id: int, rolls: Rolls) -> None:
    """What refers to something first, so that a row that only this run's rows refer to can be ended."""
    async with rolls.writing(lease) as writing:
        for part in lease.parts:
            found = await writing.take_back(Feed(part["feed"]), run_id)
            part |= {"announced": found.seen, "read": found.seen, "updated": found.put_back, "deleted": found.ended}
            errors = [note._asdict() for note in found.notes[:ERRORS_KEPT]]
            part |= {"refused": found.left, "errors": errors, "state": PartState.DONE.value}
        await writing.note_taken_back(run_id, lease.by)
        await writing.progress(lease.parts)
