"""Presents imports and their rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from application.actor import Actor
from application.imports import header_mapping
from application.imports.branches import BRANCH
from application.imports.plan import CARD_FIELDS, mask_paper
from application.imports.ports import ImportRows, RowsWanted
from application.imports.rows import LEFT_TEXTS, Fault, PlannedRow, Verb
from application.ports import UnitOfWork
from contracts.imports import (
    ImportBranch,
    ImportCard,
    ImportChange,
    ImportColumn,
    ImportReason,
    ImportReverted,
    ImportRow,
    ImportTotals,
    ImportValue,
    ImportWarnings,
)
from contracts.shared import Named
from contracts.texts import translate
from domain.branches.office import Office
from domain.imports.spreadsheet_values import as_text
from domain.imports.student_import import ImportState, StudentImport
from domain.jobs.job import Job, JobState

HEADERS, HEADER_ROW, COLUMNS, BRANCHES = "heads", "headRow", "columns", "branches"
WARNINGS = "warnings"
SAMPLES = 3
WORKING = (ImportState.COMMITTING, ImportState.REVERTING)
PAPERS = ("personalId", "passport", "birthCertificate")
# a field on a card → the columns that it is read from, the first that is filled in
CELLS_OF: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "lastName": (("lastName",), ("fullName",)),
    "firstName": (("firstName",), ("fullName",)),
    "middleName": (("middleName",), ("fullName",)),
    "birthDate": (("birthDate",),),
    "gender": (("gender",),),
    "phoneNumber": (("phoneNumber",),),
    "personalId": (("personalId",),),
    "passport": (("passport",), ("passportSeries", "passportNumber")),
    "birthCertificate": (("birthCertificate",), ("passport",)),
    BRANCH: ((BRANCH,),),
}


def count_totals(rows: Sequence[PlannedRow]) -> dict[str, Any]:
    """Counts the rows, in all, by verb, new students by branch, warned by decision."""
    counted = Counter(row.verb for row in rows)
    by_branch = Counter(row.office_id for row in rows if row.verb == Verb.ADD)
    warned = [row for row in rows if row.warned]
    decided = Counter(str(row.decision) for row in warned if row.decision is not None)
    warnings = {"rows": len(warned)} | decided
    return {"rows": len(rows), WARNINGS: warnings, BRANCHES: by_branch.most_common()} | {
        str(verb): counted[verb] for verb in Verb
    }


async def import_card(one: StudentImport, actor: Actor, uow: UnitOfWork, import_rows: ImportRows) -> ImportCard:
    """Builds the card of an import for its owner."""
    rows, _ = await import_rows.fetch_page(int(one.id or 0), RowsWanted(), 0, SAMPLES, uow)
    offices = {office.id: Named(id=int(office.id or 0), name=office.name) for office in await uow.find_all(Office)}
    job = await uow.load(Job, one.totals["jobId"]) if "jobId" in one.totals else None
    columns = zip(one.mapping[HEADERS], one.mapping[COLUMNS], strict=True)
    counted = {verb: one.totals.get(verb, 0) for verb in ImportTotals.__struct_fields__}
    return ImportCard(
        id=int(one.id or 0),
        state=ImportState(one.state).value,
        version=one.version,
        file_name=one.file_name,
        office=offices.get(one.office_id),
        branches=[
            ImportBranch(office=offices[id], add=number) for id, number in one.totals.get(BRANCHES, []) if id in offices
        ],
        columns=[
            ImportColumn(head=head, field=field, samples=_samples(rows, number))
            for number, (head, field) in enumerate(columns)
        ],
        fields=list(header_mapping.FIELDS),
        required=[
            [name for name in header_mapping.FIELDS if name in needed] for needed in header_mapping.REQUIRED_FIELDS
        ],
        rows=one.totals.get("rows", 0),
        totals=ImportTotals(**counted),
        warnings=ImportWarnings(**one.totals.get(WARNINGS, {})),
        job_id=job.id if job else None,
        progress=job.progress if job and one.state in WORKING else None,
        failed=job is not None and job.state == JobState.FAILED,
        created_at=one.created_at,
        committed_at=one.committed_at,
        reverted=msgspec.convert(reverted, ImportReverted) if (reverted := one.totals.get("reverted")) else None,
    )


def _samples(rows: Sequence[PlannedRow], number: int) -> list[str]:
    return [as_text(row.cells[number]) if number < len(row.cells) else "" for row in rows]


def import_row(row: PlannedRow, columns: Sequence[str | None], offices: Mapping[int, str], language: str) -> ImportRow:
    """Builds a row in the caller's language; ``columns`` names the field of each.

    ``offices``: the names of branches.
    """
    return ImportRow(
        number=row.number,
        verb=row.verb.value,
        name=row.name,
        cells=[as_text(cell) for cell in row.cells],
        reasons=[ImportReason(field=fault.field, words=fault_text(fault, language)) for fault in row.faults],
        notes=[fault_text(note, language) for note in row.notes],
        values=_stored_values(row, columns, offices),
        changes=[ImportChange(field=name, before=was, after=is_) for name, (was, is_) in row.changes.items()],
        # a removed student has no page
        student_id=None if row.reverted and row.verb == Verb.ADD else row.student_id,
        options=[option.value for option in row.options],
        decision=row.decision.value if row.decision else None,
        similar=[Named(id=id, name=name) for id, name in row.similar],
        reverted=row.reverted,
        left=translate(LEFT_TEXTS[row.left], language) if row.left else None,
    )


def _stored_values(row: PlannedRow, columns: Sequence[str | None], offices: Mapping[int, str]) -> list[ImportValue]:
    """Returns the values that the row stores, each beside its cell."""
    cells = {field: as_text(cell) for field, cell in zip(columns, row.cells, strict=False) if field}
    values = {CARD_FIELDS[column]: value for column, value in row.fields.items()}
    if row.papers is not None:
        values |= {paper: mask_paper(paper, row.papers) for paper in PAPERS}
    if BRANCH in columns:
        values[BRANCH] = offices.get(row.office_id or 0)
    return [
        ImportValue(field=field, cell=_cell_of(field, cells), value=str(value))
        for field in CELLS_OF
        if (value := values.get(field)) and (row.verb == Verb.ADD or row.office_id is not None or field in row.changes)
    ]


def _cell_of(field: str, cells: Mapping[str, str]) -> str:
    for names in CELLS_OF[field]:
        if text := " ".join(cells[name] for name in names if cells.get(name)):
            return text
    return ""


def fault_text(fault: Fault, language: str) -> str:
    """Translates a fault."""
    return translate(fault.code, language, **fault.params)
