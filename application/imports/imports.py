"""Imports of students: upload, map columns, choose the branch, review, commit."""

import hashlib
from collections.abc import AsyncIterator
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.files.uploads import read_upload
from application.imports import header_mapping
from application.imports.commit import commit_plan
from application.imports.plan import plan_rows
from application.imports.ports import FILE_MAX, ImportRows, SpreadsheetReader
from application.imports.presenters import HEADER_ROW, HEADERS, count_totals, import_card, import_row
from application.imports.rows import PlannedRow, Verb
from application.people.students.branch_assignment import resolve_branches
from application.ports import Clock, PaperCipher, UnitOfWork
from contracts.imports import (
    CommitImport,
    ImportAnswer,
    ImportRowPage,
    ImportRowsQuery,
    MapImport,
)
from contracts.job_kinds import IMPORT
from domain.files.file import tidy_file_name
from domain.imports.spreadsheet_values import as_text
from domain.imports.student_import import ImportState, StudentImport
from domain.jobs.job import Job
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError

GUARD = "users:students"
# up to so many rows are committed by the request, more by a job
SYNCHRONOUS_MAX = 300


@permits(GUARD, do="create")
async def upload_import(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    spreadsheet_reader: SpreadsheetReader,
    import_rows: ImportRows,
) -> ImportAnswer:
    """Reads a spreadsheet of at most 10 MB and 20 000 rows and guesses its columns.

    The file is not stored. Raises DomainError("imports.not_a_sheet", "imports.empty", "imports.too_many_rows",
    "files.too_large").
    """
    whole = await read_upload(content, FILE_MAX)
    rows = await spreadsheet_reader.read(whole)
    at = header_mapping.find_header_row(rows)
    told = [as_text(cell)[:200] for cell in rows[at]] if rows else []
    read = [
        PlannedRow(number, Verb.REFUSE, cells)
        for number, cells in enumerate(rows[at + 1 :], start=at + 2)
        if any(as_text(cell) for cell in cells)
    ]
    if not read:
        raise DomainError("imports.empty")
    width = max(len(row.cells) for row in read)
    told = (told + [""] * width)[: max(width, len(told))]
    mapping = {HEADERS: told, HEADER_ROW: at + 1, "columns": header_mapping.guess_fields(told)}
    one = StudentImport(
        tidy_file_name(name, "import"), hashlib.sha256(whole).hexdigest(), actor.id, mapping, {"rows": len(read)}
    )
    async with uow:
        uow.add(one)
        await uow.flush()
        await import_rows.replace(int(one.id or 0), read, uow)
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


@permits(GUARD, do="create")
async def show_import(import_id: int, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows) -> ImportAnswer:
    """Returns an import of the caller. Raises NotFound, also for another's."""
    async with uow:
        return ImportAnswer(
            student_import=await import_card(await load_own(import_id, actor, uow), actor, uow, import_rows)
        )


@permits(GUARD, do="create")
async def map_import(
    import_id: int,
    form: MapImport,
    *,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> ImportAnswer:
    """Sets columns and branch, and plans each row without writing to students.

    Raises ValidationError, DomainError("shared.stale", "shared.illegal_move"), NotFound.
    """
    async with uow:
        one = await load_own(import_id, actor, uow, lock=True)
        if one.version != form.version:
            raise DomainError("shared.stale")
        columns = _columns(form.columns, len(one.mapping[HEADERS]))
        await _branch(form.office_id, actor, uow)
        rows = await import_rows.fetch_all(import_id, uow)
        today = clock.now().astimezone(zone).date()
        decided = await plan_rows(rows, columns, today, actor, uow, import_rows, paper_cipher)
        one.plan(columns, form.office_id, count_totals(decided))
        await import_rows.replace(import_id, decided, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


async def _branch(office_id: int, actor: Actor, uow: UnitOfWork) -> None:
    """Raises ValidationError for a branch that the caller may not assign (D-56)."""
    try:
        await resolve_branches([office_id], [], actor=actor, uow=uow)
    except ValidationError:
        raise ValidationError({"officeId": [FieldError("limit.unknown_choice")]}) from None


def _columns(columns: tuple[str | None, ...], width: int) -> list[str | None]:
    """Raises ValidationError for unknown, repeated or missing required fields."""
    named = [field for field in columns if field]
    if len(columns) != width or any(field not in header_mapping.FIELDS for field in named):
        raise ValidationError({"columns": [FieldError("limit.unknown_choice")]})
    if len(set(named)) != len(named):
        raise ValidationError({"columns": [FieldError("limit.column_twice")]})
    if not header_mapping.has_required_fields(columns):
        raise ValidationError({"columns": [FieldError("limit.columns_missing")]})
    return list(columns)


@permits(GUARD, do="create")
async def list_import_rows(
    import_id: int, query: ImportRowsQuery, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows
) -> ImportRowPage:
    """Returns the rows as planned, in the order of the spreadsheet. Raises NotFound."""
    async with uow:
        one = await load_own(import_id, actor, uow)
        if one.state == ImportState.MAPPING:
            return ImportRowPage(rows=[], total=0)
        offset = (query.page - 1) * query.per_page
        rows, total = await import_rows.fetch_page(import_id, query.verb, offset, query.per_page, uow)
    return ImportRowPage(rows=[import_row(row, actor.language) for row in rows], total=total)


@permits(GUARD, do="create")
async def commit_import(
    import_id: int,
    form: CommitImport,
    *,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> ImportAnswer:
    """Commits the plan that was shown, by a job above 300 changes.

    Nobody is removed (L7). Raises DomainError("shared.stale") if the plan is no longer the one shown,
    DomainError("imports.other_branch").
    """
    async with uow:
        one = await load_own(import_id, actor, uow, lock=True)
        if one.version != form.version:
            raise DomainError("shared.stale")
        one.start_commit(form.office_id)
        if one.totals.get("add", 0) + one.totals.get("change", 0) <= SYNCHRONOUS_MAX:
            await commit_plan(
                one, actor=actor, uow=uow, import_rows=import_rows, clock=clock, cipher=paper_cipher, zone=zone
            )
        else:
            await _enqueue(one, actor, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


async def _enqueue(one: StudentImport, actor: Actor, uow: UnitOfWork) -> None:
    payload = {"importId": one.id, "fileName": one.file_name, "rows": one.totals.get("rows", 0)}
    job_id = await uow.enqueue(IMPORT, payload, actor=actor)
    job = await uow.load(Job, job_id)
    job.payload = payload | {"jobId": job_id}
    one.assign_job(job_id)


async def load_own(import_id: int, actor: Actor, uow: UnitOfWork, *, lock: bool = False) -> StudentImport:
    """Loads an import of the caller; another's is not found."""
    one = await uow.load(StudentImport, import_id, lock=lock)
    if one.created_by != actor.id:
        raise NotFound("StudentImport", import_id)
    return one
