"""Presents imports and their rows."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from application.actor import Actor
from application.imports import header_mapping
from application.imports.ports import ImportRows
from application.imports.rows import Fault, PlannedRow, Verb
from application.ports import UnitOfWork
from contracts.imports import ImportCard, ImportChange, ImportColumn, ImportReason, ImportRow, ImportTotals
from contracts.shared import Named
from contracts.texts import translate
from domain.branches.office import Office
from domain.imports.spreadsheet_values import as_text
from domain.imports.student_import import ImportState, StudentImport
from domain.jobs.job import Job, JobState

HEADERS, HEADER_ROW, COLUMNS = "heads", "headRow", "columns"
SAMPLES = 3


def count_totals(rows: Sequence[PlannedRow]) -> dict[str, Any]:
    """Counts the rows, in all and by verb."""
    counted = Counter(row.verb for row in rows)
    return {"rows": len(rows)} | {str(verb): counted[verb] for verb in Verb}


async def import_card(one: StudentImport, actor: Actor, uow: UnitOfWork, import_rows: ImportRows) -> ImportCard:
    """Builds the card of an import for its owner."""
    rows, _ = await import_rows.fetch_page(int(one.id or 0), None, 0, SAMPLES, uow)
    office = await uow.load(Office, one.office_id) if one.office_id else None
    job = await uow.load(Job, one.totals["jobId"]) if "jobId" in one.totals else None
    columns = zip(one.mapping[HEADERS], one.mapping[COLUMNS], strict=True)
    counted = {verb: one.totals.get(verb, 0) for verb in ImportTotals.__struct_fields__}
    return ImportCard(
        id=int(one.id or 0),
        state=ImportState(one.state).value,
        version=one.version,
        file_name=one.file_name,
        office=Named(id=int(office.id or 0), name=office.name) if office else None,
        columns=[
            ImportColumn(head=head, field=field, samples=_samples(rows, number))
            for number, (head, field) in enumerate(columns)
        ],
        fields=list(header_mapping.FIELDS),
        rows=one.totals.get("rows", 0),
        totals=ImportTotals(**counted),
        job_id=job.id if job else None,
        progress=job.progress if job and one.state == ImportState.COMMITTING else None,
        failed=job is not None and job.state == JobState.FAILED,
        created_at=one.created_at,
        committed_at=one.committed_at,
    )


def _samples(rows: Sequence[PlannedRow], number: int) -> list[str]:
    return [as_text(row.cells[number]) if number < len(row.cells) else "" for row in rows]


def import_row(row: PlannedRow, language: str) -> ImportRow:
    """Builds a row in the caller's language."""
    return ImportRow(
        number=row.number,
        verb=row.verb.value,
        name=row.name,
        cells=[as_text(cell) for cell in row.cells],
        reasons=[ImportReason(field=fault.field, words=fault_text(fault, language)) for fault in row.faults],
        notes=[fault_text(note, language) for note in row.notes],
        changes=[ImportChange(field=name, before=was, after=is_) for name, (was, is_) in row.changes.items()],
        student_id=row.student_id,
    )


def fault_text(fault: Fault, language: str) -> str:
    """Translates a fault."""
    return translate(fault.code, language, **fault.params)
