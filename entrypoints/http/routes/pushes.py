"""What became of attendance on its way to the school, and sending again what it refused (D-26)."""

from application.attendance import pushes as use_cases
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/attendance/pushes/{push_id:int}", use_cases.show_push, operation_id="showPush"),
    endpoint("POST", "/attendance/pushes/retry", use_cases.retry_push, operation_id="retryPush", status=200),
]
