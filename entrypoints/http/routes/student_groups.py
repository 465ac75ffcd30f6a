"""Students in groups: choosing, adding, stopping, continuing, and the control actions."""

from typing import Annotated

from litestar.params import QueryParameter

from application.groups import enrolments as use_cases
from application.groups.results import list_results
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/student-groups/groups", use_cases.list_choices, operation_id="listGroupChoices"),
    endpoint(
        "GET", "/student-groups/student/{student_id:int}", use_cases.list_enrolments, operation_id="listStudentGroups"
    ),
    endpoint("GET", "/students/{student_id:int}/results", list_results, operation_id="listStudentResults"),
    endpoint(
        "GET",
        "/student-groups/prices",
        use_cases.list_prices,
        operation_id="listPrices",
        parameters={"group_id": Annotated[int | None, QueryParameter(name="groupId", ge=-(2**62), le=2**62)]},
    ),
    endpoint("GET", "/student-groups/form-options", use_cases.enrolment_options, operation_id="enrolmentOptions"),
    endpoint("POST", "/student-groups/add", use_cases.add_to_group, operation_id="addToGroup", status=200),
    endpoint("PUT", "/student-groups/stop", use_cases.stop_in_group, operation_id="stopInGroup"),
    endpoint("PUT", "/student-groups/continue", use_cases.continue_in_group, operation_id="continueInGroup"),
    endpoint(
        "PUT", "/student-groups/change-status", use_cases.change_enrolment_status, operation_id="changeEnrolmentStatus"
    ),
]
