"""Earnings of a student, for staff."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.files.spreadsheets import SpreadsheetWriter
from application.gamification.earnings_export import earnings_spreadsheet
from application.gamification.ports import AwardViews
from application.ports import UnitOfWork
from contracts.gamification import StudentAwards, StudentAwardsQuery
from contracts.shared import check
from domain.people.student import Student

READERS = ("users:students", "gamification:statistics")


@permits(*READERS)
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


@permits(*READERS)
async def export_student_awards(
    student_id: int,
    query: StudentAwardsQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    award_views: AwardViews,
    spreadsheet_writer: SpreadsheetWriter,
    zone: ZoneInfo,
) -> tuple[str, bytes]:
    """Exports the filtered entries of a student: file name and content.

    A row for each entry of the list in its order, whatever the page (D-66). Raises NotFound for a student of another
    branch.
    """
    check(query)
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor)
    entries = await award_views.entries(student_id, query, actor)
    name = " ".join(filter(None, (student.last_name, student.first_name)))
    spreadsheet = earnings_spreadsheet(name, entries, query, actor.language, zone)
    return f"earnings-{student_id}.xlsx", await spreadsheet_writer.render(spreadsheet)
