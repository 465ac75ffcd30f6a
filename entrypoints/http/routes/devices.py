"""What the door devices tell (D-24, T4); they show a token of their own and are no staff."""

from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from application.doors.entries import take_door_events
from application.doors.ports import DoorBook
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import DoorEvents, TakenDoorEvents
from entrypoints.http.caller import Given, bearer
from entrypoints.http.responses import Answer
from entrypoints.http.strict_body import refuse_what_only_looks_right
from entrypoints.settings import Settings

# five hundred entries, each with the longest words
BODY_MAX = 512 * 1024


@post(
    "/api/devices/events",
    status_code=200,
    operation_id="takeDoorEvents",
    request_max_body_size=BODY_MAX,
    security=[{"device": []}],
)
async def take_events(
    request: Request[Any, Any, Any],
    data: JSONBody[DoorEvents],
    settings: Given[Settings],
    uow: Given[UnitOfWork],
    door_book: Given[DoorBook],
    clock: Given[Clock],
) -> Answer[TakenDoorEvents]:
    """Keeps the entries that a device tells."""
    await refuse_what_only_looks_right(request)
    taken = await take_door_events(
        data, token=bearer(request), devices_token=settings.devices_token, uow=uow, doors=door_book, clock=clock
    )
    return Answer(data=taken)


PUBLIC_ROUTES = [take_events]
