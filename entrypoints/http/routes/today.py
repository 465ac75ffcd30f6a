"""Today."""

from application.insight.today import show_today
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/today", show_today, operation_id="showToday"),
]
