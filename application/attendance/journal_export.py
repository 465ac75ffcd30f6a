"""Builds the spreadsheet of a journal, with labels and totals."""

import re

from application.files.spreadsheets import FormattedSpreadsheet, FormattedValue, Percentage, SpreadsheetColumn
from contracts.attendance.journal import AdditionalStats, Journal, JournalCell, JournalDay, JournalStudent
from contracts.texts import translate
from domain.attendance.marks import AttendanceStatus as Status
from domain.attendance.marks import Reason
from domain.people.folding import fold
from domain.shared.calendar import format_date

# in characters: a lesson column is as wide as its date, longer words wrap
NAME_WIDTH, ID_WIDTH, LESSON_WIDTH, TOTAL_WIDTH = 30, 12, 12, 10
# an id from here on would lose digits as a number
MAX_ID_DIGITS = 15
_NOT_IN_A_FILE_NAME = re.compile(r"[^a-z0-9]+")
STATUS_TEXTS = {
    Status.ATTENDED: "attended",
    Status.ABSENT: "absent",
    Status.NO_CLASS: "no_class",
    Status.LATE: "late",
    Status.ENDED: "ended",
}
REASON_TEXTS = {
    Reason.ON_THE_ROAD: "on_the_road",
    Reason.REASONABLE: "reasonable",
    Reason.WITHOUT_REASON: "without_reason",
}
TOTALS = ("attended", "late", "absent", "percentage")


def file_name(journal: Journal) -> str:
    """Returns an ASCII name: ``journal-python-7-2026-11-01-2026-11-30.xlsx``."""
    group = _NOT_IN_A_FILE_NAME.sub("-", fold(journal.group.name).replace("'", "")).strip("-")
    return f"journal-{group or journal.group.id}-{journal.from_date}-{journal.to_date}.xlsx"


def journal_spreadsheet(journal: Journal, language: str) -> FormattedSpreadsheet:
    """Builds one row per student and a total row; neither without students."""
    return FormattedSpreadsheet(
        name=journal.group.name,
        titles=(journal.group.name, f"{format_date(journal.from_date)} – {format_date(journal.to_date)}"),
        columns=[
            SpreadsheetColumn(translate("journal.student", language), NAME_WIDTH),
            SpreadsheetColumn(translate("journal.h_id", language), ID_WIDTH),
            *(SpreadsheetColumn(_header(day), LESSON_WIDTH) for day in journal.days),
            *(SpreadsheetColumn(translate(f"journal.total.{name}", language), TOTAL_WIDTH) for name in TOTALS),
        ],
        rows=_rows(journal, language),
        total_rows=1 if journal.students else 0,
    )


def _rows(journal: Journal, language: str) -> list[list[FormattedValue]]:
    if not journal.students:
        return []
    group: list[FormattedValue] = [translate("journal.group", language), None]
    group += [_percentage(day.additional_stats.attendance_percentage) for day in journal.days]
    return [*(_row(one, language) for one in journal.students), [*group, *_totals(journal.additional_stats)]]


def _header(day: JournalDay) -> str:
    return f"{day.number}. {format_date(day.date)} {day.begin_time}"


def _row(one: JournalStudent, language: str) -> list[FormattedValue]:
    cells = [_cell_text(cell, language) for cell in one.cells]
    return [one.full_name, _id_value(one.h_id), *cells, *_totals(one.additional_stats)]


def _id_value(h_id: str | None) -> FormattedValue:
    """The school's id: a number where it is written as one."""
    if h_id is None or not (h_id.isascii() and h_id.isdigit()) or h_id[0] == "0" or len(h_id) > MAX_ID_DIGITS:
        return h_id
    return int(h_id)


def _cell_text(cell: JournalCell, language: str) -> str | None:
    if cell.attendance is None:
        return translate("journal.cell.outside", language) if cell.outside else None
    status = translate(f"journal.cell.{STATUS_TEXTS[Status(cell.attendance)]}", language)
    if cell.reason is None:
        return status
    # a reason that nobody chose has a question mark, as on the screen (D-24)
    doubt = "?" if cell.reason_is_default else ""
    return f"{status}: {translate(f'journal.reason.{REASON_TEXTS[Reason(cell.reason)]}', language)}{doubt}"


def _totals(stats: AdditionalStats) -> list[FormattedValue]:
    return [stats.attended, stats.late, stats.absent, _percentage(stats.attendance_percentage)]


def _percentage(percent: float | None) -> Percentage | None:
    return None if percent is None else Percentage(percent)
