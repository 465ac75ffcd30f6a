"""The audit log, and the histories of things."""

from application.audit import history as histories
from application.audit import log as use_cases
from application.audit import revert as taking_back
from entrypoints.http.endpoint import Endpoint, endpoint


def _taking_back(name: str, of: str, shows: taking_back.Shows, takes: taking_back.TakesBack) -> list[Endpoint]:
    """Both calls of one kind of things: what taking a change back would do, and doing it."""
    path = f"{of}/{{id:int}}/history/{{audit_id:int}}/take-back"
    return [
        endpoint("GET", path, shows, operation_id=f"show{name}TakingBack"),
        endpoint("PUT", path, takes, operation_id=f"takeBack{name}Change"),
    ]


TAKING_BACK = [
    *_taking_back("Student", "/students", taking_back.show_student, taking_back.take_back_student),
    *_taking_back("User", "/users", taking_back.show_account, taking_back.take_back_account),
    *_taking_back("Role", "/roles", taking_back.show_role, taking_back.take_back_role),
    *_taking_back("Office", "/offices", taking_back.show_office, taking_back.take_back_office),
    *_taking_back("ControlAction", "/control-actions", taking_back.show_status, taking_back.take_back_status),
]

ROUTES = [
    endpoint("GET", "/audits", use_cases.list_audits, operation_id="listAudits"),
    endpoint("GET", "/audits/permission/names", use_cases.permission_names, operation_id="auditPermissionNames"),
    endpoint("GET", "/audits/filter-objects", use_cases.audit_filters, operation_id="auditFilters"),
    endpoint("GET", "/audits/{audit_id:int}", use_cases.show_audit, operation_id="showAudit"),
    endpoint("GET", "/students/{student_id:int}/history", histories.student_history, operation_id="studentHistory"),
    endpoint("GET", "/academic/{id:int}/history", histories.academic_history, operation_id="academicHistory"),
    endpoint("GET", "/users/{user_id:int}/history", histories.user_history, operation_id="userHistory"),
    endpoint("GET", "/roles/{role_id:int}/history", histories.role_history, operation_id="roleHistory"),
    endpoint("GET", "/offices/{office_id:int}/history", histories.office_history, operation_id="officeHistory"),
    endpoint(
        "GET",
        "/control-actions/{action_id:int}/history",
        histories.control_action_history,
        operation_id="controlActionHistory",
    ),
    *TAKING_BACK,
]
