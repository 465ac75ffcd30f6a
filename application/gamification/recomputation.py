"""Recomputation of a period by the present rules (D-93, G4)."""

from collections.abc import Sequence
from datetime import timedelta

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.gamification.earning import post
from application.gamification.ports import Ledger, RecomputationStore
from application.ports import Clock, UnitOfWork
from contracts.gamification import (
    CommitRecomputation,
    PreviewRecomputation,
    RecomputationAnswer,
    RecomputationCard,
    RecomputationRows,
    RecomputationRowsQuery,
)
from contracts.job_kinds import RECOMPUTE_COMMIT, RECOMPUTE_PREVIEW
from contracts.shared import check
from domain.gamification.actions import EarningRules
from domain.gamification.ledger import Account, Deed
from domain.gamification.recomputation import (
    Difference,
    Recomputation,
    RecomputationState,
    by_student,
    digest_of,
    recompute,
)
from domain.jobs.job import Job, JobState
from domain.shared.errors import DomainError, FieldError, NotFound

GUARD = "gamification:method_actions"
MAX_DAYS = 366


@permits(GUARD, do="update")
async def preview_recomputation(
    form: PreviewRecomputation, *, actor: Actor, uow: UnitOfWork, recomputations: RecomputationStore, clock: Clock
) -> RecomputationAnswer:
    """Plans a recomputation of the period by a job, and writes nothing else.

    Only deeds in groups of the caller's branches count. Raises ValidationError for days in the wrong order, for more
    than a year, and for groups and a category that the caller does not see.
    """
    faults = []
    if form.to_date < form.from_date:
        faults.append(FieldError("limit.days_in_order"))
    elif form.to_date - form.from_date >= timedelta(days=MAX_DAYS):
        faults.append(FieldError("limit.days", {"limit": MAX_DAYS}))
    check(form, toDate=faults)
    async with uow:
        groups = await recomputations.groups(form.group_ids, actor, uow)
        known = form.category_id is None or await recomputations.has_category(form.category_id, uow)
        unknown = [FieldError("limit.unknown_choice")]
        check(
            form,
            groupIds=[] if set(form.group_ids) <= set(groups) else unknown,
            categoryId=[] if known else unknown,
        )
        one = Recomputation(form.from_date, form.to_date, groups, actor.id, clock.now(), form.category_id)
        uow.add(one)
        await uow.flush()
        job_id = await _enqueue(RECOMPUTE_PREVIEW, one, actor, uow)
        _audit("gamification.previewed", one, actor, uow)
        answer = await _answer(one, job_id, uow)
        await uow.commit()
    return answer


@permits(GUARD)
async def show_recomputation(recomputation_id: int, *, actor: Actor, uow: UnitOfWork) -> RecomputationAnswer:
    """Returns an own recomputation: its state, and the totals of its differences."""
    async with uow:
        one = await _load_own(recomputation_id, actor, uow)
        return await _answer(one, one.totals.get("jobId"), uow)


@permits(GUARD)
async def list_recomputation_rows(
    recomputation_id: int,
    query: RecomputationRowsQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    recomputations: RecomputationStore,
) -> RecomputationRows:
    """Returns the differences of an own recomputation by student."""
    check(query)
    async with uow:
        await _load_own(recomputation_id, actor, uow)
    return await recomputations.rows(recomputation_id, query)


@permits(GUARD, do="update")
async def commit_recomputation(
    recomputation_id: int,
    form: CommitRecomputation,
    *,
    actor: Actor,
    uow: UnitOfWork,
    recomputations: RecomputationStore,
) -> RecomputationAnswer:
    """Commits the plan that was shown, by a job.

    Raises DomainError("gamification.plan_changed") for another version, and where a group is no longer of the caller's
    branches; the job refuses the plan where rules or marks have changed since.
    """
    async with uow:
        one = await _load_own(recomputation_id, actor, uow, lock=True)
        own = await recomputations.groups(one.group_ids, actor, uow)
        if one.version != form.version or not set(one.group_ids) <= set(own):
            raise DomainError("gamification.plan_changed")
        one.start_commit()
        job_id = await _enqueue(RECOMPUTE_COMMIT, one, actor, uow)
        answer = await _answer(one, job_id, uow)
        await uow.commit()
    return answer


@permits(SUPERADMIN)
async def plan_recomputation(
    recomputation_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    recomputations: RecomputationStore,
    clock: Clock,
) -> None:
    """Plans the differences and stores them, as the job of a preview; idempotent."""
    async with uow:
        one = await uow.load(Recomputation, recomputation_id, lock=True)
        if one.state != RecomputationState.PLANNING:
            return
        rules, deeds, differences = await _differences(one, uow, ledger, recomputations, clock)
        students = by_student(differences)
        accounts = await ledger.read([row.student_id for row in students], ())
        balances = {id: account.balance for id, account in accounts.items()}
        await recomputations.store_rows(recomputation_id, students, balances, uow)
        one.plan(digest_of(rules, deeds, differences), one.totals | _totals(differences))
        await uow.commit()


@permits(SUPERADMIN)
async def carry_out_recomputation(
    recomputation_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    recomputations: RecomputationStore,
    clock: Clock,
) -> None:
    """Posts the planned differences in one commit, or refuses all of them; idempotent.

    The accounts are locked before deeds and rules are read again.
    """
    async with uow:
        one = await uow.load(Recomputation, recomputation_id, lock=True)
        if one.state != RecomputationState.COMMITTING:
            return
        students = {deed.student_id for deed in await recomputations.deeds(one, uow)}
        accounts = await ledger.lock(students, (), uow)
        rules, deeds, differences = await _differences(one, uow, ledger, recomputations, clock)
        if not one.end(digest_of(rules, deeds, differences)):
            _audit("gamification.recompute_refused", one, actor, uow)
            await uow.commit()
            return
        _settle(accounts, deeds, differences, one, clock)
        await post(accounts.values(), rules.levels, actor=actor, uow=uow, ledger=ledger)
        _audit("gamification.recomputed", one, actor, uow)
        await uow.commit()


async def _differences(
    one: Recomputation, uow: UnitOfWork, ledger: Ledger, recomputations: RecomputationStore, clock: Clock
) -> tuple[EarningRules, list[Deed], list[Difference]]:
    rules = await ledger.rules(one.group_ids, uow)
    deeds = [
        deed
        for deed in await recomputations.deeds(one, uow)
        if one.category_id is None or rules.categories.get(deed.group_id) == one.category_id
    ]
    awards = await recomputations.awards({deed.student_id for deed in deeds}, uow)
    return rules, deeds, recompute(awards, deeds, rules, now=clock.now())


def _settle(
    accounts: dict[int, Account],
    deeds: Sequence[Deed],
    differences: Sequence[Difference],
    one: Recomputation,
    clock: Clock,
) -> None:
    details = {(deed.student_id, deed.cause): deed.details for deed in deeds}
    for difference in differences:
        account, cause = accounts[difference.student_id], difference.cause
        if difference.was is not None:
            account.in_force[cause] = difference.was
        corrected = details[difference.student_id, cause]
        account.settle(cause, difference.will, now=clock.now(), by=one.created_by, corrected=corrected)


def _totals(differences: Sequence[Difference]) -> dict[str, int]:
    return {
        "students": len({one.student_id for one in differences}),
        "awards": len(differences),
        "xp": sum(one.xp for one in differences),
        "silver": sum(one.silver for one in differences),
    }


async def _load_own(id: int, actor: Actor, uow: UnitOfWork, *, lock: bool = False) -> Recomputation:
    one = await uow.load(Recomputation, id, lock=lock)
    if one.created_by != actor.id:
        raise NotFound("Recomputation", id)
    return one


async def _enqueue(kind: str, one: Recomputation, actor: Actor, uow: UnitOfWork) -> int:
    job_id = await uow.enqueue(kind, {"recomputationId": one.id}, actor=actor)
    one.totals = one.totals | {"jobId": job_id}
    return job_id


def _audit(verb: str, one: Recomputation, actor: Actor, uow: UnitOfWork) -> None:
    uow.audit(
        verb,
        "recomputation",
        one.id,
        actor=actor,
        permission=GUARD,
        fromDate=one.from_date.isoformat(),
        toDate=one.to_date.isoformat(),
        students=one.totals.get("students", 0),
    )


async def _answer(one: Recomputation, job_id: int | None, uow: UnitOfWork) -> RecomputationAnswer:
    await uow.flush()
    job = await uow.find(Job, id=job_id) if job_id else None
    totals = {name: one.totals.get(name, 0) for name in ("students", "awards", "xp", "silver")}
    card = RecomputationCard(
        id=one.id or 0,
        # a loaded one has the plain text
        state=RecomputationState(one.state).value,
        from_date=one.from_date,
        to_date=one.to_date,
        groups=len(one.group_ids),
        percent=job.progress if job else 0,
        failed=job is not None and job.state == JobState.FAILED,
        **totals,
        created_at=one.created_at,
        version=one.version,
    )
    return RecomputationAnswer(recomputation=card, job_id=job_id)
