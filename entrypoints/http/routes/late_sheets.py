"""What teachers sent after their time: what waits, and the office's decision (D-70)."""

from application.attendance import late_submissions as late
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/attendance/late", late.list_late_sheets, operation_id="listLateSheets"),
    endpoint("POST", "/attendance/late/decide", late.decide_late_sheets, operation_id="decideLateSheets", status=200),
]
