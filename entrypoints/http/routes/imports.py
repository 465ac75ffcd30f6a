"""Imports of students: template, upload, mapping, plan, commit, rejected rows."""

from litestar import Response
from litestar.response import Stream

from application.actor import Actor
from application.authorization import guarded_as
from application.files.spreadsheets import SpreadsheetWriter
from application.imports import imports as use_cases
from application.imports.ports import MAX_FILE_BYTES, ImportRows
from application.imports.rejected_rows import export_rejected_rows
from application.imports.revert import revert_import
from application.imports.template import import_template
from application.ports import UnitOfWork
from domain.files.file import XLSX
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.routes.exports import AS_A_FILE, saved_as
from entrypoints.http.routes.files import UPLOAD, UPLOADED

TEMPLATE_NAME = "students-template.xlsx"


def _template(content: bytes) -> Response[bytes]:
    return Response(content, media_type=XLSX, headers=saved_as(TEMPLATE_NAME, len(content)))


# a handler of its own: a stream of unknown length, named after the import
@guarded_as(export_rejected_rows)
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
        "GET",
        "/students/imports/template.xlsx",
        import_template,
        operation_id="importTemplate",
        answer=_template,
        responses=AS_A_FILE,
        marks=[TAKES_ITS_TIME],
    ),
    endpoint(
        "POST",
        "/students/imports",
        use_cases.upload_import,
        operation_id="uploadImport",
        reads=UPLOADED,
        body_max=MAX_FILE_BYTES,
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
        "PUT",
        "/students/imports/{import_id:int}/decisions",
        use_cases.decide_import_rows,
        operation_id="decideImportRows",
        marks=[TAKES_ITS_TIME],
    ),
    endpoint(
        "GET",
        "/students/imports/{import_id:int}/branches",
        use_cases.list_import_branch_names,
        operation_id="listImportBranchNames",
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
        "POST",
        "/students/imports/{import_id:int}/revert",
        revert_import,
        operation_id="revertImport",
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
