"""Connections with outside systems."""

from application.settings import integrations as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/integrations", use_cases.list_integrations, operation_id="listIntegrations"),
    endpoint("PUT", "/integrations", use_cases.change_integration, operation_id="changeIntegration"),
    endpoint(
        "POST", "/integrations/{kind:str}/test", use_cases.test_integration, operation_id="testIntegration", status=200
    ),
]
