"""Imports of students: upload, map columns, choose the branch, review, commit."""

import hashlib
from collections.abc import AsyncIterator
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.files.uploads import read_upload
from application.imports import header_mapping
from application.imports.branches import BRANCH, load_branch_names, names_of_column
from application.imports.commit import commit_plan
from application.imports.plan import plan_rows
from application.imports.ports import MAX_FILE_BYTES, ImportRows, RowsWanted, SpreadsheetReader
from application.imports.presenters import BRANCHES, COLUMNS, HEADER_ROW, HEADERS, count_totals, import_card, import_row
from application.imports.rows import PlannedRow, Verb
from application.people.students.branch_assignment import resolve_branches
from application.ports import Clock, PaperCipher, UnitOfWork
from contracts.imports import (
    CommitImport,
    DecideImportRows,
    ImportAnswer,
    ImportBranchNames,
    ImportBranchNamesQuery,
    ImportRowPage,
    ImportRowsQuery,
    MapImport,
)
from contracts.job_kinds import IMPORT
from contracts.shared import check
from domain.branches.office import Office
from domain.files.file import tidy_file_name
from domain.imports.decisions import Decision
from domain.imports.spreadsheet_values import as_text
from domain.imports.student_import import ImportState, StudentImport
from domain.jobs.job import Job
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError

GUARD = "users:students"
# up to so many rows are committed by the request, more by a job
MAX_INLINE_CHANGES = 300


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
    whole = await read_upload(content, MAX_FILE_BYTES)
    rows = await spreadsheet_reader.read(whole)
    at = header_mapping.find_header_row(rows)
    headers = [as_text(cell)[:200] for cell in rows[at]] if rows else []
    read = [
        PlannedRow(number, Verb.REFUSE, cells)
        for number, cells in enumerate(rows[at + 1 :], start=at + 2)
        if any(as_text(cell) for cell in cells)
    ]
    if not read:
        raise DomainError("imports.empty")
    width = max(len(row.cells) for row in read)
    headers = (headers + [""] * width)[: max(width, len(headers))]
    mapping = {HEADERS: headers, HEADER_ROW: at + 1, COLUMNS: header_mapping.guess_fields(headers)}
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
        if form.office_id is not None:
            await _branches([form.office_id], "officeId", actor, uow)
        elif BRANCH not in columns:
            raise ValidationError({"officeId": [FieldError("limit.required")]})
        await _branches([choice.office_id for choice in form.branches], "branches", actor, uow)
        chosen = dict(one.mapping.get(BRANCHES, [])) | {choice.name: choice.office_id for choice in form.branches}
        rows = await import_rows.fetch_all(import_id, uow)
        today = clock.now().astimezone(zone).date()
        branches = await load_branch_names(actor, uow, chosen.items(), form.office_id)
        decided = await plan_rows(rows, columns, branches, today, actor, uow, import_rows, paper_cipher)
        one.plan({COLUMNS: columns, BRANCHES: list(chosen.items())}, form.office_id, count_totals(decided))
        await import_rows.replace(import_id, decided, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


@permits(GUARD, do="create")
async def decide_import_rows(
    import_id: int,
    form: DecideImportRows,
    *,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> ImportAnswer:
    """Decides about rows with a warning, and plans all rows anew (D-155).

    Of all warned rows, those that the decision is not offered for stay as they are; of named rows it is an error.
    Raises ValidationError, DomainError("shared.stale", "shared.illegal_move"), NotFound.
    """
    check(form)
    async with uow:
        one = await load_own(import_id, actor, uow, lock=True)
        if one.version != form.version:
            raise DomainError("shared.stale")
        rows = await import_rows.fetch_all(import_id, uow)
        _choose(rows, form)
        branches = await load_branch_names(actor, uow, one.mapping.get(BRANCHES, []), one.office_id)
        today = clock.now().astimezone(zone).date()
        decided = await plan_rows(rows, one.mapping[COLUMNS], branches, today, actor, uow, import_rows, paper_cipher)
        one.replan(count_totals(decided))
        await import_rows.replace(import_id, decided, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


def _choose(rows: list[PlannedRow], form: DecideImportRows) -> None:
    """Notes the decision in its rows. Raises ValidationError if it is not offered."""
    decision, named = Decision(form.decision), None if form.rows is None else set(form.rows)
    offered = [
        row
        for row in rows
        if (named is None or row.number in named)
        and decision in row.options
        and form.student_id in (None, *(id for id, _ in row.similar))
    ]
    if named is not None and len(offered) != len(named):
        raise ValidationError({"decision": [FieldError("limit.unknown_choice")]})
    for row in offered:
        into = form.student_id or next((id for id, _ in row.similar), None)
        row.choice = (decision, into if decision == Decision.MERGE else None)


@permits(GUARD, do="create")
async def list_import_branch_names(
    import_id: int, query: ImportBranchNamesQuery, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows
) -> ImportBranchNames:
    """Returns the names in a column of branches, each with its branch (D-155).

    At most 100 names; a name without a branch is to be mapped. Raises NotFound.
    """
    async with uow:
        one = await load_own(import_id, actor, uow)
        if query.column >= len(one.mapping[HEADERS]):
            raise NotFound("ImportColumn", query.column)
        known = await load_branch_names(actor, uow, one.mapping.get(BRANCHES, []))
        rows = await import_rows.fetch_all(import_id, uow)
    return ImportBranchNames(names=names_of_column(rows, query.column, known))


async def _branches(office_ids: list[int], field: str, actor: Actor, uow: UnitOfWork) -> None:
    """Raises ValidationError for a branch that the caller may not assign (D-56)."""
    try:
        if office_ids:
            await resolve_branches(office_ids, [], actor=actor, uow=uow)
    except ValidationError:
        raise ValidationError({field: [FieldError("limit.unknown_choice")]}) from None


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
        columns = one.mapping[COLUMNS]
        offset = (query.page - 1) * query.per_page
        offices = {int(office.id or 0): office.name for office in await uow.find_all(Office)}
        which = RowsWanted(query.verb, query.warned, query.left)
        rows, total = await import_rows.fetch_page(import_id, which, offset, query.per_page, uow)
    return ImportRowPage(rows=[import_row(row, columns, offices, actor.language) for row in rows], total=total)


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
        if one.totals.get("add", 0) + one.totals.get("change", 0) <= MAX_INLINE_CHANGES:
            await commit_plan(
                one, actor=actor, uow=uow, import_rows=import_rows, clock=clock, cipher=paper_cipher, zone=zone
            )
        else:
            await enqueue(IMPORT, one, actor, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


async def enqueue(kind: str, one: StudentImport, actor: Actor, uow: UnitOfWork) -> None:
    """Enqueues a job on an import, to be shown on its card."""
    payload = {"importId": one.id, "fileName": one.file_name, "rows": one.totals.get("rows", 0)}
    job_id = await uow.enqueue(kind, payload, actor=actor)
    job = await uow.load(Job, job_id)
    job.payload = payload | {"jobId": job_id}
    one.assign_job(job_id)


async def load_own(import_id: int, actor: Actor, uow: UnitOfWork, *, lock: bool = False) -> StudentImport:
    """Loads an import of the caller; another's is not found."""
    one = await uow.load(StudentImport, import_id, lock=lock)
    if one.created_by != actor.id:
        raise NotFound("StudentImport", import_id)
    return one
