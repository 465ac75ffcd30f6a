"""Students from a spreadsheet: upload, columns, the plan, its commit, and what was refused."""

from typing import Any
from zoneinfo import ZoneInfo

from litestar import Request, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from application.actor import Actor
from application.files.spreadsheets import SpreadsheetWriter
from application.imports import imports as use_cases
from application.imports.ports import FILE_MAX, ImportRows, SpreadsheetReader
from application.imports.rejected_rows import export_rejected_rows
from application.ports import Cipher, Clock, UnitOfWork
from contracts.imports import CommitImport, ImportAnswer, ImportRowPage, ImportRowsQuery, MapImport
from domain.files.file import XLSX
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.query_params import asked_of
from entrypoints.http.request_guards import TAKES_A_FILE
from entrypoints.http.responses import Answer
from entrypoints.http.routes.files import file_name


@post(
    "/students/imports",
    operation_id="uploadImport",
    status_code=200,
    request_max_body_size=FILE_MAX,
    opt={TAKES_A_FILE: True, TAKES_ITS_TIME: True},
)
async def upload(
    request: Request[Any, Any, Any],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    spreadsheet_reader: Given[SpreadsheetReader],
    import_rows: Given[ImportRows],
) -> Answer[ImportAnswer]:
    """A spreadsheet of students: the bytes of an .xlsx or .csv of at most 10 MB and 20 000 rows as the body."""
    answer = await use_cases.upload_import(
        request.stream(),
        file_name(request),
        actor=actor,
        uow=uow,
        spreadsheet_reader=spreadsheet_reader,
        import_rows=import_rows,
    )
    return Answer(data=answer)


@get("/students/imports/{import_id:int}", operation_id="showImport")
async def one_import(
    import_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], import_rows: Given[ImportRows]
) -> Answer[ImportAnswer]:
    """One's own import."""
    return Answer(data=await use_cases.show_import(import_id, actor=actor, uow=uow, import_rows=import_rows))


@put("/students/imports/{import_id:int}/mapping", operation_id="mapImport", opt={TAKES_ITS_TIME: True})
async def mapping(
    import_id: FromPath[int],
    data: JSONBody[MapImport],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    import_rows: Given[ImportRows],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[ImportAnswer]:
    """Which column is what, and for which branch; the plan is made anew."""
    answer = await use_cases.map_import(
        import_id, data,
        actor=actor, uow=uow, import_rows=import_rows, clock=clock, paper_cipher=paper_cipher, zone=zone,
    )  # fmt: skip
    return Answer(data=answer)


@get(
    "/students/imports/{import_id:int}/rows",
    dependencies={"asked": asked_of(ImportRowsQuery)},
    opt={"query": ImportRowsQuery},
    operation_id="listImportRows",
)
async def rows(
    import_id: FromPath[int],
    asked: Given[ImportRowsQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    import_rows: Given[ImportRows],
) -> Answer[ImportRowPage]:
    """What each row would become, or has become."""
    page = await use_cases.list_import_rows(import_id, asked, actor=actor, uow=uow, import_rows=import_rows)
    return Answer(data=page)


@post(
    "/students/imports/{import_id:int}/commit", status_code=200, operation_id="commitImport", opt={TAKES_ITS_TIME: True}
)
async def commit(
    import_id: FromPath[int],
    data: JSONBody[CommitImport],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    import_rows: Given[ImportRows],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[ImportAnswer]:
    """Does what the plan shows; of more than 300 rows a job does it."""
    answer = await use_cases.commit_import(
        import_id, data,
        actor=actor, uow=uow, import_rows=import_rows, clock=clock, paper_cipher=paper_cipher, zone=zone,
    )  # fmt: skip
    return Answer(data=answer)


@get(
    "/students/imports/{import_id:int}/refused.xlsx",
    operation_id="refusedImportRows",
    opt={TAKES_ITS_TIME: True},
    responses={200: ResponseSpec(bytes, description="The spreadsheet", media_type=XLSX, generate_examples=False)},
)
async def refused(
    import_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    import_rows: Given[ImportRows],
    spreadsheet_writer: Given[SpreadsheetWriter],
) -> Stream:
    """The refused rows with their reasons, to be mended and uploaded again."""
    content = await export_rejected_rows(
        import_id, actor=actor, uow=uow, import_rows=import_rows, spreadsheet_writer=spreadsheet_writer
    )
    name = {"Content-Disposition": f'attachment; filename="refused-{import_id}.xlsx"', "Cache-Control": "no-store"}
    return Stream(content, media_type=XLSX, headers=name)


ROUTES = [upload, one_import, mapping, rows, commit, refused]
