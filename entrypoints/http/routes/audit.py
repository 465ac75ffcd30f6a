"""The audit log, histories of records and reverting one change."""

from application.access.revert import ACCOUNT_REVERT, ROLE_REVERT
from application.audit import history, log
from application.audit.revert import RevertCalls
from application.branches.revert import BRANCH_REVERT
from application.people.students.revert import STUDENT_REVERT
from application.settings.revert import CONTROL_ACTION_REVERT
from entrypoints.http.endpoint import Endpoint, endpoint


def _revert_of(name: str, of: str, calls: RevertCalls) -> list[Endpoint]:
    """Both calls of one kind of record: the preview of a revert, and the revert."""
    path = f"{of}/{{id:int}}/history/{{audit_id:int}}/take-back"
    return [
        endpoint("GET", path, calls.preview, operation_id=f"show{name}TakingBack"),
        endpoint("PUT", path, calls.revert, operation_id=f"takeBack{name}Change"),
    ]


REVERTS = [
    *_revert_of("Student", "/students", STUDENT_REVERT),
    *_revert_of("User", "/users", ACCOUNT_REVERT),
    *_revert_of("Role", "/roles", ROLE_REVERT),
    *_revert_of("Office", "/offices", BRANCH_REVERT),
    *_revert_of("ControlAction", "/control-actions", CONTROL_ACTION_REVERT),
]


ROUTES = [
    endpoint("GET", "/audits", log.list_audits, operation_id="listAudits"),
    endpoint("GET", "/audits/permission/names", log.permission_names, operation_id="auditPermissionNames"),
    endpoint("GET", "/audits/filter-objects", log.audit_filters, operation_id="auditFilters"),
    endpoint("GET", "/audits/{audit_id:int}", log.show_audit, operation_id="showAudit"),
    endpoint("GET", "/students/{student_id:int}/history", history.student_history, operation_id="studentHistory"),
    endpoint("GET", "/academic/{id:int}/history", history.academic_history, operation_id="academicHistory"),
    endpoint("GET", "/users/{user_id:int}/history", history.user_history, operation_id="userHistory"),
    endpoint("GET", "/roles/{role_id:int}/history", history.role_history, operation_id="roleHistory"),
    endpoint("GET", "/offices/{office_id:int}/history", history.office_history, operation_id="officeHistory"),
    endpoint(
        "GET",
        "/control-actions/{action_id:int}/history",
        history.control_action_history,
        operation_id="controlActionHistory",
    ),
    *REVERTS,
]
