"""Lists as spreadsheets, and what one has asked for and waits for."""

from typing import Any

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from application.actor import Actor
from application.exports import exports as use_cases
from application.exports.ports import ExportedLists, SheetWriter
from application.exports.ports import OwnJobs as OwnJobViews
from application.files.ports import FileLinks, Files
from application.ports import Clock, UnitOfWork
from contracts.exports import ExportAccepted, ExportedFile, ExportList, ExportMade, OwnJobs
from contracts.people import StudentsQuery
from contracts.users import StaffQuery
from domain.files.file import XLSX
from entrypoints.http.answers import Answer
from entrypoints.http.asked import asked_of
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME

LARGE = {
    202: ResponseSpec(
        Answer[ExportAccepted], description="More than 2 000 rows: a job makes the file", generate_examples=False
    )
}
AS_A_FILE = {200: ResponseSpec(bytes, description="The spreadsheet", media_type=XLSX, generate_examples=False)} | LARGE


def as_file(made: ExportMade, files: Files) -> Response[Any]:
    """The file to be saved, or the job that makes it."""
    if made.job_id is not None:
        accepted = Answer(data=ExportAccepted(job_id=made.job_id, rows=made.rows))
        return Response[Any](accepted, status_code=202)
    return Stream(files.open(made.digest), media_type=XLSX, headers=saved_as(made.file_name, made.size))


def saved_as(name: str, size: int) -> dict[str, str]:
    """It is saved, never shown. ``name``: plain letters."""
    return {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Length": str(size),
        "Cache-Control": "no-store",
    }


@post(
    "/students/export",
    status_code=200,
    dependencies={"asked": asked_of(StudentsQuery)},
    opt={"query": StudentsQuery, TAKES_ITS_TIME: True},
    responses=AS_A_FILE,
    operation_id="exportStudents",
)
async def export_students(
    data: JSONBody[ExportList],
    asked: Given[StudentsQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    lists: Given[ExportedLists],
    sheets: Given[SheetWriter],
    files: Given[Files],
    clock: Given[Clock],
) -> Response[Any]:
    """The filtered students as an .xlsx; of more than 2 000, the job that makes it."""
    made = await use_cases.export_students(
        asked, data, actor=actor, uow=uow, lists=lists, sheets=sheets, files=files, clock=clock
    )
    return as_file(made, files)


@post(
    "/users/staff/export",
    status_code=200,
    dependencies={"asked": asked_of(StaffQuery)},
    opt={"query": StaffQuery, TAKES_ITS_TIME: True},
    responses=AS_A_FILE,
    operation_id="exportStaff",
)
async def export_staff(
    data: JSONBody[ExportList],
    asked: Given[StaffQuery],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    lists: Given[ExportedLists],
    sheets: Given[SheetWriter],
    files: Given[Files],
    clock: Given[Clock],
) -> Response[Any]:
    """The filtered staff as an .xlsx; of more than 2 000, the job that makes it."""
    made = await use_cases.export_staff(
        asked, data, actor=actor, uow=uow, lists=lists, sheets=sheets, files=files, clock=clock
    )
    return as_file(made, files)


@get("/exports/{job_id:int}", operation_id="showExport")
async def one_export(
    job_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    links: Given[FileLinks],
    clock: Given[Clock],
) -> Answer[ExportedFile]:
    """One's own export, with a link to its file."""
    return Answer(data=await use_cases.show_export(job_id, actor=actor, uow=uow, links=links, clock=clock))


@get("/jobs/mine", operation_id="listOwnJobs")
async def own_jobs(actor: Given[Actor], own_jobs: Given[OwnJobViews]) -> Answer[OwnJobs]:
    """What one has asked for since yesterday."""
    return Answer(data=await use_cases.list_own_jobs(actor=actor, own_jobs=own_jobs))


ROUTES = [export_students, export_staff, one_export, own_jobs]
