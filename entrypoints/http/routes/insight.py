"""The *today* screen, and the counts of the shell's badges (D-76)."""

from application.insight.badges import count_notifications, count_reports
from application.insight.today import show_today
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/today", show_today, operation_id="showToday"),
    endpoint("GET", "/notifications/count", count_notifications, operation_id="countNotifications"),
    endpoint("GET", "/reports/count", count_reports, operation_id="countReports"),
]
