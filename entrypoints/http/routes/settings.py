"""Settings: student statuses, integrations and the live installation."""

from application.settings import control_actions, integrations, live_mode
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint(
        "GET", "/control-actions/{action_id:int}", control_actions.show_control_action, operation_id="showControlAction"
    ),
    endpoint(
        "PUT",
        "/control-actions/{action_id:int}",
        control_actions.change_control_action,
        operation_id="changeControlAction",
    ),
    endpoint("GET", "/integrations", integrations.list_integrations, operation_id="listIntegrations"),
    endpoint("PUT", "/integrations", integrations.change_integration, operation_id="changeIntegration"),
    endpoint(
        "POST",
        "/integrations/{kind:str}/test",
        integrations.test_integration,
        operation_id="testIntegration",
        status=200,
    ),
    endpoint("GET", "/live-mode", live_mode.show_live_mode, operation_id="showLiveMode"),
    endpoint("PUT", "/live-mode", live_mode.go_live, operation_id="goLive"),
]
