"""Earnings of a student, for staff."""

from application.actor import Actor
from application.authorization import permits
from application.gamification.ports import AwardViews
from application.ports import UnitOfWork
from contracts.gamification import StudentAwards, StudentAwardsQuery
from contracts.shared import check
from domain.people.student import Student


@permits("users:students", "gamification:statistics")
async def list_student_awards(
    student_id: int, query: StudentAwardsQuery, *, actor: Actor, uow: UnitOfWork, award_views: AwardViews
) -> StudentAwards:
    """Returns XP, silver and level of a student, and the entries of the ledger.

    Entries are newest first, each with its cause and the silver after it; a correction is one row with the reversal
    and the new award below (D-30). A student of another branch is not found.
    """
    check(query)
    async with uow:
        await uow.load(Student, student_id, seen_by=actor)
    return await award_views.of_student(student_id, query, actor)
