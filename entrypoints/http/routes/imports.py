"""Imports of students: upload, mapping, plan, commit, rejected rows."""

from litestar.response import Stream

from application.actor import Actor
from application.files.spreadsheets import SpreadsheetWriter
from application.imports import imports as use_cases
from application.imports.ports import FILE_MAX, ImportRows
from application.imports.rejected_rows import export_rejected_rows
from application.ports import UnitOfWork
from domain.files.file import XLSX
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.routes.exports import AS_A_FILE
from entrypoints.http.routes.files import UPLOAD, UPLOADED


# a handler of its own: a stream of unknown length, named after the import
async def rejected_rows(
    import_id: int, *, actor: Actor, uow: UnitOfWork, import_rows: ImportRows, spreadsheet_writer: SpreadsheetWriter
) -> Stream:
    """The rejected rows with their reasons, to be corrected and uploaded again."""
    content = await export_rejected_rows(
        import_id, actor=actor, uow=uow, import_rows=import_rows, spreadsheet_writer=spreadsheet_writer
    )
    name = {"Content-Disposition": f'attachment; filename="refused-{import_id}.xlsx"', "Cache-Control": "no-store"}
    return Stream(content, media_type=XLSX, headers=name)


ROUTES = [
    endpoint(
        "POST",
        "/students/imports",
        use_cases.upload_import,
        operation_id="uploadImport",
        status=200,
        reads=UPLOADED,
        body_max=FILE_MAX,
        marks=UPLOAD,
    ),
    endpoint("GET", "/students/imports/{import_id:int}", use_cases.show_import, operation_id="showImport"),
    endpoint(
        "PUT",
        "/students/imports/{import_id:int}/mapping",
        use_cases.map_import,
        operation_id="mapImport",
        marks=[TAKES_ITS_TIME],
    ),
    endpoint(
        "GET", "/students/imports/{import_id:int}/rows", use_cases.list_import_rows, operation_id="listImportRows"
    ),
    endpoint(
        "POST",
        "/students/imports/{import_id:int}/commit",
        use_cases.commit_import,
        operation_id="commitImport",
        status=200,
        marks=[TAKES_ITS_TIME],
    ),
    endpoint(
        "GET",
        "/students/imports/{import_id:int}/refused.xlsx",
        rejected_rows,
        operation_id="refusedImportRows",
        responses=AS_A_FILE,
        marks=[TAKES_ITS_TIME],
    ),
]
