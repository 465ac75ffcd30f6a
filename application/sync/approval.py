"""Approves the changes that a stopped run recorded (D-49, D-154)."""

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.ports import Clock, UnitOfWork
from application.sync.commands import STARTERS, end_lost
from application.sync.ports import SyncViews
from contracts.job_kinds import SYNC_RUN
from contracts.shared import check
from contracts.sync.runs import ApproveRun
from domain.shared.errors import DomainError
from domain.shared.text import clean_text
from domain.sync.brakes import read_stop
from domain.sync.run import RunStatus, SyncRun


@permits(*STARTERS, do="update", scope=CENTRE)
async def approve_run(
    run_id: int, form: ApproveRun, *, actor: Actor, uow: UnitOfWork, clock: Clock, runs: SyncViews
) -> int:
    """Starts a run that may carry out the changes of a stopped run; returns its id.

    The brakes are off for exactly the recorded changes. Only the newest stopped run can be approved; approving it again
    returns the same run, unless that one failed. If anything else would change by then, the new run stops again. Raises
    DomainError: sync.needs_a_person, sync.not_stopped, sync.reverted_already, sync.not_newest, sync.in_progress.
    """
    check(form)
    if actor.id is None:
        raise DomainError("sync.needs_a_person")
    removals = await runs.removals(run_id)
    async with uow:
        stopped = await uow.load(SyncRun, run_id, lock=True)
        for before in await uow.find_all(SyncRun, approves_id=run_id):
            if before.stands or before.status == RunStatus.ABORTED:
                return int(before.id or 0)
        if stopped.status != RunStatus.ABORTED:
            raise DomainError("sync.not_stopped")
        if stopped.reverted_at is not None:
            raise DomainError("sync.reverted_already")
        if newer := await runs.superseded(run_id):
            raise DomainError("sync.not_newest", runId=newer)
        await end_lost(uow, clock, actor)
        comment = clean_text(form.comment)
        run = SyncRun(type=stopped.type, full=stopped.full, started_by=actor.id, created_at=clock.now())
        run.approves_id, run.allowed_by, run.comment = run_id, actor.id, comment
        uow.add(run)
        await uow.flush()
        await uow.enqueue(SYNC_RUN, {"runId": run.id}, actor=actor)
        stop = read_stop(stopped.reason, stopped.detail)
        total = sum(removals.values()) or (stop.changing if stop else 0)
        uow.audit(
            "sync.approved",
            "sync_run",
            run_id,
            actor=actor,
            runId=run.id,
            reason=stopped.reason,
            total=total,
            feeds=removals,
            comment=comment,
        )
        await uow.commit()
        return int(run.id or 0)
