"""Today."""

from zoneinfo import ZoneInfo

from litestar import get

from application.actor import Actor
from application.insight.today import TodayViews, show_today
from application.ports import Clock
from contracts.insight import TodayAnswer
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/today", operation_id="showToday")
async def today(
    actor: Given[Actor], days: Given[TodayViews], clock: Given[Clock], zone: Given[ZoneInfo]
) -> Answer[TodayAnswer]:
    """The caller's day: lessons of now and next, and what waits for him."""
    return Answer(data=await show_today(actor=actor, days=days, clock=clock, zone=zone))


ROUTES = [today]
