"""XP, silver and connections of the school, after a synchronisation (D-92)."""

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.gamification.earning import post
from application.gamification.ports import Ledger, SchoolRecords, UnsettledSchoolAward
from application.ports import Clock, UnitOfWork
from contracts.gamification import EntryDetails
from domain.gamification.ledger import Account, Cause, CauseKind, settle_given

AT_ONCE = 500


@permits(SUPERADMIN)
async def settle_school_records(
    *, actor: Actor, uow: UnitOfWork, ledger: Ledger, school_records: SchoolRecords, clock: Clock
) -> None:
    """Makes ledger and groups' actions follow the school's records.

    The job after each synchronisation run. An award is corrected when the school changes it and reversed when the
    school removes it. Safe to repeat: each portion is marked in its own commit, and an award that the ledger has
    already changes nothing.
    """
    async with uow:
        await school_records.connect(clock.now(), uow)
        await uow.commit()
    while await _settle(AT_ONCE, actor, uow, ledger, school_records, clock) == AT_ONCE:
        pass


async def _settle(
    limit: int, actor: Actor, uow: UnitOfWork, ledger: Ledger, school_records: SchoolRecords, clock: Clock
) -> int:
    async with uow:
        rows = await school_records.unsettled(limit, uow)
        if not rows:
            return 0
        by_cause = {Cause(CauseKind.SCHOOL, row.h_id): row for row in rows}
        had = await ledger.awarded(by_cause, uow)
        accounts = await ledger.lock({*had, *(row.student_id for row in rows if row.is_given)}, by_cause, uow)
        rules = await ledger.rules((), uow)
        for cause, row in by_cause.items():
            for account in _concerned(accounts, cause, row):
                is_theirs = row.is_given and account.student_id == row.student_id
                given = (row.amount, 0) if row.kind == "xp" else (0, row.amount)
                settle_given(
                    account,
                    cause,
                    given if is_theirs and row.amount else None,
                    rules.levels,
                    now=clock.now(),
                    category_id=row.category_id,
                    reason=row.reason,
                    details=EntryDetails(title=row.reason or None).stored(),
                )
        await post(accounts.values(), rules.levels, actor=actor, uow=uow, ledger=ledger)
        await school_records.mark_settled([row.id for row in rows], uow)
        await uow.commit()
        return len(rows)


def _concerned(accounts: dict[int, Account], cause: Cause, row: UnsettledSchoolAward) -> list[Account]:
    """The accounts of the award's student and of those who had it before."""
    return [one for one in accounts.values() if one.student_id == row.student_id or cause in one.in_force]
