"""Groups: the lists, one with its schedule, curriculum and students, the class as a spreadsheet."""

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath

from application.actor import Actor
from application.files.spreadsheets import SpreadsheetWriter
from application.groups import groups as use_cases
from application.groups.views import GroupViews
from contracts.groups.groups import (
    CurriculumAnswer,
    GroupAnswer,
    GroupInfo,
    GroupPage,
    GroupsQuery,
    GroupStudentPage,
    GroupStudentsQuery,
    SchedulesAnswer,
)
from domain.files.file import XLSX
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.headers import AS_IT_IS
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer
from entrypoints.http.routes.exports import saved_as

AS_A_FILE = {200: ResponseSpec(bytes, description="The spreadsheet", media_type=XLSX, generate_examples=False)}


@get(
    "/groups/all",
    dependencies={"asked": asked_of(GroupsQuery)},
    opt={"query": GroupsQuery},
    operation_id="listGroups",
)
async def all_groups(asked: Given[GroupsQuery], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[GroupPage]:
    """Groups of the caller's branches, filtered and searched."""
    return Answer(data=await use_cases.list_groups(asked, audience="admin", actor=actor, groups=groups))


@get(
    "/groups/for-academic/all",
    dependencies={"asked": asked_of(GroupsQuery)},
    opt={"query": GroupsQuery},
    operation_id="listOwnGroups",
)
async def own_groups(asked: Given[GroupsQuery], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[GroupPage]:
    """Groups whose schedule names the caller, filtered and searched."""
    return Answer(data=await use_cases.list_groups(asked, audience="academic", actor=actor, groups=groups))


@get("/groups/{id:int}", operation_id="showGroup")
async def one_group(id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[GroupAnswer]:
    """One group."""
    return Answer(data=await use_cases.show_group(id, actor=actor, groups=groups))


@get("/groups/{id:int}/schedules", operation_id="listGroupSchedules")
async def schedules(id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[SchedulesAnswer]:
    """The schedule of a group, with clashes of teachers and rooms."""
    return Answer(data=await use_cases.list_schedules(id, actor=actor, groups=groups))


@get("/groups/{id:int}/curriculum", operation_id="showGroupCurriculum")
async def curriculum(id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[CurriculumAnswer]:
    """The topics of the group's course, and where the group stands."""
    return Answer(data=await use_cases.show_curriculum(id, actor=actor, groups=groups))


@get("/groups/for-admin/{id:int}/info", operation_id="showGroupInfo")
async def info(id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[GroupInfo]:
    """A group of the caller's branches with its teachers and assistants."""
    return Answer(data=await use_cases.show_info(id, audience="admin", actor=actor, groups=groups))


@get("/groups/for-academic/{id:int}/info", operation_id="showOwnGroupInfo")
async def own_info(id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews]) -> Answer[GroupInfo]:
    """A group of the caller's own with its teachers and assistants."""
    return Answer(data=await use_cases.show_info(id, audience="academic", actor=actor, groups=groups))


@get(
    "/groups/for-admin/{id:int}/student",
    dependencies={"asked": asked_of(GroupStudentsQuery)},
    opt={"query": GroupStudentsQuery},
    operation_id="listGroupStudents",
)
async def students(
    id: FromPath[int], asked: Given[GroupStudentsQuery], actor: Given[Actor], groups: Given[GroupViews]
) -> Answer[GroupStudentPage]:
    """Who is in a group of the caller's branches."""
    found = await use_cases.list_group_students(id, asked, audience="admin", actor=actor, groups=groups)
    return Answer(data=found)


@get(
    "/groups/for-academic/{id:int}/student",
    dependencies={"asked": asked_of(GroupStudentsQuery)},
    opt={"query": GroupStudentsQuery},
    operation_id="listOwnGroupStudents",
)
async def own_students(
    id: FromPath[int], asked: Given[GroupStudentsQuery], actor: Given[Actor], groups: Given[GroupViews]
) -> Answer[GroupStudentPage]:
    """Who is in a group of the caller's own."""
    found = await use_cases.list_group_students(id, asked, audience="academic", actor=actor, groups=groups)
    return Answer(data=found)


@get(
    "/groups/{id:int}/download",
    opt={TAKES_ITS_TIME: True, AS_IT_IS: True},
    responses=AS_A_FILE,
    operation_id="downloadGroup",
)
async def download(
    id: FromPath[int], actor: Given[Actor], groups: Given[GroupViews], spreadsheet_writer: Given[SpreadsheetWriter]
) -> Response[bytes]:
    """The class as an .xlsx; its length is said, so that the browser can tell how far it is."""
    made = await use_cases.download_class(id, actor=actor, groups=groups, spreadsheet_writer=spreadsheet_writer)
    return Response(made.content, media_type=XLSX, headers=saved_as(made.name, len(made.content)))


ROUTES = [
    all_groups,
    own_groups,
    one_group,
    schedules,
    curriculum,
    info,
    own_info,
    students,
    own_students,
    download,
]
