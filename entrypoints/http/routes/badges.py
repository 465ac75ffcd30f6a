"""The numbers on the shell's badges. Their contexts come later; until then there is nothing to count (D-76)."""

from application.insight.badges import count_notifications, count_reports
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/notifications/count", count_notifications, operation_id="countNotifications"),
    endpoint("GET", "/reports/count", count_reports, operation_id="countReports"),
]
