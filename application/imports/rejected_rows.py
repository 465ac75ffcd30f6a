"""Exports rejected rows with reasons, to be corrected and uploaded again (L5)."""

from collections.abc import AsyncIterator, Sequence

from application.actor import Actor
from application.authorization import permits
from application.files.spreadsheets import CellValue, FormattedSpreadsheet, SpreadsheetColumn, SpreadsheetWriter
from application.imports.imports import GUARD, load_own
from application.imports.ports import ImportRows
from application.imports.presenters import COLUMNS, HEADERS, fault_text
from application.imports.rows import PlannedRow, Verb
from application.ports import UnitOfWork
from contracts.texts import LANGUAGES, translate
from domain.imports.spreadsheet_values import as_text

REASON = "imports.reason"
# more rows are written plain: formatting them would occupy a core for seconds
MAX_FORMATTED_ROWS = 2000
# in characters
REASON_WIDTH, NAME_WIDTH, VALUE_WIDTH = 60, 30, 18
MAX_PINNED_COLUMNS = 3
NAMES = ("lastName", "firstName", "middleName", "fullName")


@permits(GUARD, do="create")
async def export_rejected_rows(
    import_id: int, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows, spreadsheet_writer: SpreadsheetWriter
) -> AsyncIterator[bytes]:
    """Returns an .xlsx of the rejected rows: the upload's columns and the reasons.

    Raises NotFound.
    """
    async with uow:
        one = await load_own(import_id, actor, uow)
        rows = [row for row in await import_rows.fetch_all(import_id, uow) if row.verb == Verb.REFUSE and row.faults]
    headers = one.mapping[HEADERS]
    # the reasons of an earlier upload are left out
    reasons = {translate(REASON, language) for language in LANGUAGES}
    shown = [number for number, header in enumerate(headers) if header not in reasons]
    reason, values = translate(REASON, actor.language), [_values(row, shown, actor.language) for row in rows]
    names = [headers[number] or f"({number + 1})" for number in shown]
    if len(rows) > MAX_FORMATTED_ROWS:
        return spreadsheet_writer.write([*names, reason], _batch(values))
    fields = [one.mapping[COLUMNS][number] for number in shown]
    columns = [
        SpreadsheetColumn(name, NAME_WIDTH if field in NAMES else VALUE_WIDTH)
        for name, field in zip(names, fields, strict=True)
    ]
    spreadsheet = FormattedSpreadsheet(
        name=one.file_name,
        columns=[*columns, SpreadsheetColumn(reason, REASON_WIDTH)],
        rows=values,
        pinned_columns=_pinned(fields),
        to_be_completed=True,
    )
    return _whole(await spreadsheet_writer.render(spreadsheet))


def _pinned(fields: Sequence[str | None]) -> int:
    """Counts the columns up to the last name, unless they would fill the screen."""
    last = max((number for number, field in enumerate(fields, start=1) if field in NAMES), default=0)
    return last if last <= MAX_PINNED_COLUMNS else 0


async def _batch(values: Sequence[Sequence[CellValue]]) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
    yield values


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content


def _values(row: PlannedRow, shown: Sequence[int], language: str) -> list[CellValue]:
    values = [as_text(row.cells[number]) if number < len(row.cells) else None for number in shown]
    return [*values, "; ".join(fault_text(fault, language) for fault in row.faults)]
