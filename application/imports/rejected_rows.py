"""The refused rows as a spreadsheet with their reasons, to be mended and uploaded again (L5)."""

from collections.abc import AsyncIterator, Sequence

from application.actor import Actor
from application.exports.ports import Cell, SpreadsheetWriter
from application.imports.imports import GUARD, own
from application.imports.ports import ImportRows
from application.imports.rows import PlannedRow, Verb
from application.imports.showing import HEADS, words_of
from application.permits import permits
from application.ports import UnitOfWork
from contracts.texts import LANGUAGES, say
from domain.imports.spreadsheet_values import written

REASON = "imports.reason"


@permits(GUARD, do="create")
async def export_rejected_rows(
    import_id: int, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows, spreadsheet_writer: SpreadsheetWriter
) -> AsyncIterator[bytes]:
    """The bytes of an .xlsx: the columns of the upload, and why each row was refused. Raises NotFound."""
    async with uow:
        one = await own(import_id, actor, uow)
        rows = [row for row in await import_rows.all(import_id, uow) if row.verb == Verb.REFUSE and row.faults]
    heads = one.mapping[HEADS]
    # the reasons of a former time are not handed round for ever
    reasons = {say(REASON, language) for language in LANGUAGES}
    kept = [number for number, head in enumerate(heads) if head not in reasons]
    shown = [heads[number] or f"({number + 1})" for number in kept]
    return spreadsheet_writer.write([*shown, say(REASON, actor.language)], _batch(rows, kept, actor.language))


async def _batch(
    rows: Sequence[PlannedRow], kept: Sequence[int], language: str
) -> AsyncIterator[Sequence[Sequence[Cell]]]:
    yield [[*_cells(row, kept), "; ".join(words_of(fault, language) for fault in row.faults)] for row in rows]


def _cells(row: PlannedRow, kept: Sequence[int]) -> list[Cell]:
    return [written(row.cells[number]) if number < len(row.cells) else None for number in kept]
