"""Lists as spreadsheets, and what one has asked for and waits for."""

from typing import Any

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from application.actor import Actor
from application.exports import exports as use_cases
from application.exports.ports import ExportedLists
from application.files.ports import FileLinks, Files
from application.files.spreadsheets import SpreadsheetWriter
from application.jobs.ports import OwnJobs as OwnJobViews
from application.ports import Clock, UnitOfWork
from contracts.access.users import StaffQuery
from contracts.exports import ExportAccepted, ExportedFile, ExportList, ExportMade, OwnJobs
from contracts.groups.groups import GroupsQuery
from contracts.people.academics import AcademicsQuery, TeachersQuery
from contracts.people.authors import AuthorsQuery
from contracts.people.students import StudentsQuery
from contracts.shared import ListQuery
from domain.files.file import XLSX
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer

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


def _export_of(path: str, query: type[ListQuery], export: use_cases.Export, operation_id: str, words: str) -> Any:
    async def exported(
        data: JSONBody[ExportList],
        asked: Given[ListQuery],
        actor: Given[Actor],
        uow: Given[UnitOfWork],
        lists: Given[ExportedLists],
        spreadsheet_writer: Given[SpreadsheetWriter],
        files: Given[Files],
        clock: Given[Clock],
    ) -> Response[Any]:
        made = await export(
            asked,
            data,
            actor=actor,
            uow=uow,
            lists=lists,
            spreadsheet_writer=spreadsheet_writer,
            files=files,
            clock=clock,
        )
        return as_file(made, files)

    exported.__doc__ = f"{words} as an .xlsx; of more than 2 000, the job that makes it."
    return post(
        path,
        status_code=200,
        dependencies={"asked": asked_of(query)},
        opt={"query": query, TAKES_ITS_TIME: True},
        responses=AS_A_FILE,
        operation_id=operation_id,
        summary=words,
    )(exported)


EXPORTS = [
    _export_of(*declared)
    for declared in (
        ("/students/export", StudentsQuery, use_cases.export_students, "exportStudents", "The filtered students"),
        ("/users/staff/export", StaffQuery, use_cases.export_staff, "exportStaff", "The filtered staff"),
        ("/authors/export", AuthorsQuery, use_cases.export_authors, "exportAuthors", "The filtered authors"),
        ("/academic/export", AcademicsQuery, use_cases.export_academics, "exportAcademics", "The filtered academics"),
        ("/kpi/export", TeachersQuery, use_cases.export_teachers, "exportKpi", "The filtered teachers with KPIs"),
        (
            "/assistant/export",
            TeachersQuery,
            use_cases.export_assistants,
            "exportAssistants",
            "The filtered assistants",
        ),
        ("/groups/export", GroupsQuery, use_cases.export_groups, "exportGroups", "The filtered groups"),
        (
            "/groups/for-academic/export",
            GroupsQuery,
            use_cases.export_own_groups,
            "exportOwnGroups",
            "The caller's own groups, filtered,",
        ),
    )
]


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


ROUTES = [*EXPORTS, one_export, own_jobs]
