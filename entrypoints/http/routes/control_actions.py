"""Student statuses, one by one; their list stands with the names for filters."""

from application.settings import control_actions as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint(
        "GET", "/control-actions/{action_id:int}", use_cases.show_control_action, operation_id="showControlAction"
    ),
    endpoint(
        "PUT", "/control-actions/{action_id:int}", use_cases.change_control_action, operation_id="changeControlAction"
    ),
]
