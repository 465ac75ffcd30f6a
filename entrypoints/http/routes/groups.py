"""Groups: lists, class list, enrolments; the own groups of a student."""

from litestar import Response

from application.exams.student_results import list_results
from application.groups import enrolments, groups, own_periods
from domain.files.file import XLSX
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.deadline import TAKES_ITS_TIME
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.routes.exports import AS_A_FILE, saved_as


def _class_list(made: groups.ClassSpreadsheet) -> Response[bytes]:
    """The spreadsheet, with its length, so that the browser can show progress."""
    return Response(made.content, media_type=XLSX, headers=saved_as(made.name, len(made.content)))


ROUTES = [
    endpoint("GET", "/groups/all", groups.list_groups, operation_id="listGroups", audience="admin"),
    endpoint("GET", "/groups/for-academic/all", groups.list_groups, operation_id="listOwnGroups", audience="academic"),
    endpoint("GET", "/groups/{id:int}", groups.show_group, operation_id="showGroup"),
    endpoint("GET", "/groups/{id:int}/schedules", groups.list_schedules, operation_id="listGroupSchedules"),
    endpoint("GET", "/groups/{id:int}/curriculum", groups.show_curriculum, operation_id="showGroupCurriculum"),
    endpoint(
        "GET", "/groups/for-admin/{id:int}/info", groups.show_info, operation_id="showGroupInfo", audience="admin"
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{id:int}/info",
        groups.show_info,
        operation_id="showOwnGroupInfo",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/for-admin/{id:int}/student",
        groups.list_group_students,
        operation_id="listGroupStudents",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{id:int}/student",
        groups.list_group_students,
        operation_id="listOwnGroupStudents",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/{id:int}/download",
        groups.download_class,
        operation_id="downloadGroup",
        answer=_class_list,
        responses=AS_A_FILE,
        marks=[TAKES_ITS_TIME, AS_IT_IS],
    ),
    endpoint("GET", "/student-groups/groups", enrolments.list_choices, operation_id="listGroupChoices"),
    endpoint(
        "GET",
        "/student-groups/group/{group_id:int}/candidates",
        enrolments.list_candidates,
        operation_id="listGroupCandidates",
    ),
    endpoint(
        "GET", "/student-groups/student/{student_id:int}", enrolments.list_enrolments, operation_id="listStudentGroups"
    ),
    endpoint("GET", "/students/{student_id:int}/results", list_results, operation_id="listStudentResults"),
    endpoint(
        "GET",
        "/student-groups/prices",
        enrolments.list_prices,
        operation_id="listPrices",
        parameters={"group_id": int | None},
    ),
    endpoint("GET", "/student-groups/form-options", enrolments.enrolment_options, operation_id="enrolmentOptions"),
    endpoint("POST", "/student-groups/add", enrolments.add_to_group, operation_id="addToGroup"),
    endpoint("PUT", "/student-groups/stop", enrolments.stop_in_group, operation_id="stopInGroup"),
    endpoint("PUT", "/student-groups/continue", enrolments.continue_in_group, operation_id="continueInGroup"),
    endpoint(
        "PUT", "/student-groups/change-status", enrolments.change_enrolment_status, operation_id="changeEnrolmentStatus"
    ),
]
STUDENT_ROUTES = [endpoint("GET", "/groups", own_periods.list_own_periods, operation_id="listOwnPeriods")]
