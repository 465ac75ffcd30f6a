"""Executes a run: lease, feeds in referent order, deferred records, end."""

import logging

from application.access.deactivation import deactivate_departed_staff
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, PaperCipher, SchoolUnavailable, UnitOfWork
from application.sync.brakes import SafetyStop, release_guarded
from application.sync.feeds import synchronise_feed
from application.sync.lease import Outcome, carry_out, end_run
from application.sync.ports import Lease, LeaseLost, SchoolRegister, SyncStore, SyncStoreUnavailable
from application.sync.upsert import retry_deferred
from contracts.events import SchoolSynchronised
from contracts.sync.school_records import Feed
from domain.sync.run import LEASE_SECONDS, Part, PartState, Reason, RunStatus, has_messages
from domain.sync.types import OPTIONAL
from domain.sync.vocabulary import truncate

log = logging.getLogger(__name__)


@permits(SUPERADMIN)
async def run_synchronisation(
    run_id: int,
    *,
    actor: Actor,
    school: SchoolRegister,
    sync_store: SyncStore,
    uow: UnitOfWork,
    clock: Clock,
    cipher: PaperCipher,
    lease_seconds: float = LEASE_SECONDS,
) -> None:
    """Executes a run; the job ``sync.run`` calls it as the system.

    Safe to repeat: a finished run is skipped, a run of another live worker is waited for, and a run of a dead worker is
    resumed (rows, cursor and counts are committed page by page). A page is committed completely or not at all; if the
    school fails, the run fails with what it had written. If the database fails, the error propagates and the next try
    of the job resumes. Before the end, accounts of departed teachers are closed. Raises WorkFailed if the run has
    failed, was stopped or does not exist.
    """

    async def work(lease: Lease) -> None:
        outcome = await _outcome(lease, school, sync_store, clock, cipher)
        # a stopped run may be reverted, and no revert opens an account: its own departures wait
        but_of = run_id if outcome.status == RunStatus.ABORTED else None
        departed = await sync_store.departed_staff_accounts(but_of)
        await deactivate_departed_staff(departed, actor=actor, uow=uow, clock=clock)
        await end_run(lease, outcome, SchoolSynchronised, actor, uow, clock)

    await carry_out(run_id, work, sync_store, uow, lease_seconds)


async def _outcome(
    lease: Lease, school: SchoolRegister, sync_store: SyncStore, clock: Clock, cipher: PaperCipher
) -> Outcome:
    try:
        for part in lease.parts:
            if part["state"] != PartState.DONE:
                await _synchronise(part, lease, school, sync_store, clock, cipher)
        own = {part["feed"] for part in lease.parts}
        for feed in Feed:
            writer = await retry_deferred(feed, lease, sync_store, clock, cipher)
            if feed in own:
                await release_guarded(writer)
    except SchoolUnavailable as problem:
        return Outcome(RunStatus.FAILED, problem.reason, truncate(problem.detail, 500) or None)
    except SafetyStop as stop:
        return Outcome(RunStatus.ABORTED, stop.stop.reason, stop.stop.detail)
    except (LeaseLost, SyncStoreUnavailable):
        raise
    except Exception as problem:
        log.exception("synchronisation run %s failed", lease.run_id)
        return Outcome(RunStatus.FAILED, Reason.UNEXPECTED, type(problem).__name__)
    return Outcome(RunStatus.DONE_WITH_MESSAGES if has_messages(lease.parts) else RunStatus.DONE)


async def _synchronise(
    part: Part, lease: Lease, school: SchoolRegister, sync_store: SyncStore, clock: Clock, cipher: PaperCipher
) -> None:
    """Synchronises a feed, or leaves it out where the school has none (D-92).

    Raises SchoolUnavailable("not_offered") if the run was asked for this feed.
    """
    feed = part["feed"]
    if feed not in OPTIONAL or feed in (await school.capabilities()).types:
        await synchronise_feed(part, lease, school, sync_store, clock, cipher)
    elif {one["feed"] for one in lease.parts} >= OPTIONAL:
        part["state"] = PartState.DONE.value
    else:
        raise SchoolUnavailable("not_offered", feed)
