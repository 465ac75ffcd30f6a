"""Groups: the lists, one with its schedule, curriculum and students, the class as a spreadsheet."""

from litestar import Response

from application.groups import groups as use_cases
from domain.files.file import XLSX
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.endpoint import endpoint
from entrypoints.http.headers import AS_IT_IS
from entrypoints.http.routes.exports import AS_A_FILE, saved_as


def _file(made: use_cases.ClassSpreadsheet) -> Response[bytes]:
    """The spreadsheet; with its length, so that the browser can tell how far it is."""
    return Response(made.content, media_type=XLSX, headers=saved_as(made.name, len(made.content)))


ROUTES = [
    endpoint("GET", "/groups/all", use_cases.list_groups, operation_id="listGroups", audience="admin"),
    endpoint(
        "GET", "/groups/for-academic/all", use_cases.list_groups, operation_id="listOwnGroups", audience="academic"
    ),
    endpoint("GET", "/groups/{id:int}", use_cases.show_group, operation_id="showGroup"),
    endpoint("GET", "/groups/{id:int}/schedules", use_cases.list_schedules, operation_id="listGroupSchedules"),
    endpoint("GET", "/groups/{id:int}/curriculum", use_cases.show_curriculum, operation_id="showGroupCurriculum"),
    endpoint(
        "GET", "/groups/for-admin/{id:int}/info", use_cases.show_info, operation_id="showGroupInfo", audience="admin"
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{id:int}/info",
        use_cases.show_info,
        operation_id="showOwnGroupInfo",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/for-admin/{id:int}/student",
        use_cases.list_group_students,
        operation_id="listGroupStudents",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{id:int}/student",
        use_cases.list_group_students,
        operation_id="listOwnGroupStudents",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/{id:int}/download",
        use_cases.download_class,
        operation_id="downloadGroup",
        answer=_file,
        responses=AS_A_FILE,
        marks=[TAKES_ITS_TIME, AS_IT_IS],
    ),
]
