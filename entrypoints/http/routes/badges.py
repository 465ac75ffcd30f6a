"""The numbers on the shell's badges. Their contexts come later; until then there is nothing to count (D-76)."""

from litestar import get

from application.actor import Actor
from application.insight.badges import count_notifications, count_reports
from contracts.shared import Count
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/notifications/count", operation_id="countNotifications")
async def notifications(actor: Given[Actor]) -> Answer[Count]:
    """The caller's unread notifications."""
    return Answer(data=await count_notifications(actor=actor))


@get("/reports/count", operation_id="countReports")
async def reports(actor: Given[Actor]) -> Answer[Count]:
    """Reports that wait for the caller."""
    return Answer(data=await count_reports(actor=actor))


ROUTES = [notifications, reports]
