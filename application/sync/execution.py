"""Performing a run: the lease, the feeds in referent order, what waited for its referent, and the end of it."""

import asyncio
import logging
import secrets
from contextlib import suppress

from application.access.deactivation import close_accounts_of_left
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, PaperCipher, SchoolUnavailable, UnitOfWork
from application.sync.feeds import bring
from application.sync.lease import Outcome, end, living, see_success
from application.sync.ports import Lease, LeaseLost, Rolls, RollsUnavailable, SchoolRegister
from application.sync.removals import Stopped
from application.sync.upsert import place_parked
from contracts.events import SchoolSynchronised
from contracts.sync.school_records import Feed
from domain.sync.run import LEASE_SECONDS, PartState, Reason, RunStatus, has_messages
from domain.sync.vocabulary import shown

log = logging.getLogger(__name__)


@permits(SUPERADMIN)
async def perform_run(
    run_id: int,
    *,
    actor: Actor,
    school: SchoolRegister,
    rolls: Rolls,
    uow: UnitOfWork,
    clock: Clock,
    cipher: PaperCipher,
    lease_seconds: float = LEASE_SECONDS,
) -> None:
    """Brings what a run is for; the job ``sync.run`` calls it, as the system.

    Safe to run twice: a run that is over is left alone, one that another worker works on is waited for, and one
    whose worker died is taken over where it stopped (rows, cursor and counts are committed page by page). A page is
    either there or not; a school that fails ends the run as failed, with what it had brought. When the database
    fails, the error goes to the caller: the next try of the job goes on. Before the end the accounts of teachers whose
    work has ended are closed. Raises WorkFailed when the run is over and did not go through, or is not there.
    """
    while lease := await rolls.take(run_id, secrets.token_hex(8), lease_seconds):
        try:
            async with living(rolls, lease, lease_seconds):
                outcome = await _outcome(lease, school, rolls, clock, cipher)
                await close_accounts_of_left(await rolls.left_with_account(), actor=actor, uow=uow, clock=clock)
                await end(lease, outcome, SchoolSynchronised, actor, uow, clock)
        except LeaseLost:
            continue
        except asyncio.CancelledError:
            # the worker is stopped: the next one goes on at once
            with suppress(RollsUnavailable):
                await rolls.release(lease)
            raise
    await see_success(run_id, uow)


async def _outcome(lease: Lease, school: SchoolRegister, rolls: Rolls, clock: Clock, cipher: PaperCipher) -> Outcome:
    try:
        for part in lease.parts:
            if part["state"] != PartState.DONE:
                await bring(part, lease, school, rolls, clock, cipher)
        for feed in Feed:
            await place_parked(feed, lease, rolls, clock, cipher)
    except SchoolUnavailable as problem:
        return Outcome(RunStatus.FAILED, problem.reason, shown(problem.detail, 500) or None)
    except Stopped as stop:
        return Outcome(RunStatus.ABORTED, stop.reason, stop.detail)
    except (LeaseLost, RollsUnavailable):
        raise
    except Exception as problem:
        log.exception("synchronisation run %s failed", lease.run_id)
        return Outcome(RunStatus.FAILED, Reason.UNEXPECTED, type(problem).__name__)
    return Outcome(RunStatus.DONE_WITH_MESSAGES if has_messages(lease.parts) else RunStatus.DONE)
