"""The journal as rows of a spreadsheet: what the screen shows, in words, with its totals."""

from collections.abc import Sequence

from application.exports.ports import Cell
from contracts.journal import AdditionalStats, Journal, JournalCell, JournalDay, JournalStudent
from contracts.texts import say
from domain.attendance.marks import Cell as Status
from domain.attendance.marks import Reason
from domain.shared.calendar import format_date

WORDS = {
    Status.ATTENDED: "attended",
    Status.ABSENT: "absent",
    Status.NO_CLASS: "no_class",
    Status.LATE: "late",
    Status.ENDED: "ended",
}
REASONS = {
    Reason.ON_THE_ROAD: "on_the_road",
    Reason.REASONABLE: "reasonable",
    Reason.WITHOUT_REASON: "without_reason",
}
TOTALS = ("attended", "late", "absent", "percentage")


def file_name(told: Journal) -> str:
    """Plain letters: ``journal-7-2026-11-01-2026-11-30.xlsx``."""
    return f"journal-{told.group.id}-{told.from_date}-{told.to_date}.xlsx"


def heads(told: Journal, language: str) -> list[str]:
    """A student, his lessons, and his totals."""
    person = [say("journal.student", language), say("journal.h_id", language)]
    return [*person, *map(_head, told.days), *(say(f"journal.total.{name}", language) for name in TOTALS)]


def rows(told: Journal, language: str) -> list[list[Cell]]:
    """A row for each student, and one for the group; a group without students has none."""
    if not told.students:
        return []
    group: list[Cell] = [say("journal.group", language), None]
    group += [day.additional_stats.attendance_percentage for day in told.days]
    return [*(_row(one, language) for one in told.students), [*group, *_totals(told.additional_stats)]]


def _head(day: JournalDay) -> str:
    return f"{day.number}. {format_date(day.date)} {day.begin_time}"


def _row(one: JournalStudent, language: str) -> list[Cell]:
    cells: Sequence[Cell] = [_words(cell, language) for cell in one.cells]
    return [one.full_name, one.h_id, *cells, *_totals(one.additional_stats)]


def _words(cell: JournalCell, language: str) -> str | None:
    if cell.attendance is None:
        return say("journal.cell.outside", language) if cell.outside else None
    status = say(f"journal.cell.{WORDS[Status(cell.attendance)]}", language)
    if cell.reason is None:
        return status
    return f"{status}: {say(f'journal.reason.{REASONS[Reason(cell.reason)]}', language)}"


def _totals(stats: AdditionalStats) -> list[Cell]:
    return [stats.attended, stats.late, stats.absent, stats.attendance_percentage]
