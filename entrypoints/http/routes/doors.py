"""Door entries, as the devices report them (D-24, T4)."""

from application.doors.entries import take_door_events
from entrypoints.http.caller import bearer
from entrypoints.http.endpoint import endpoint

# five hundred entries, each with the longest texts
BODY_MAX = 512 * 1024


PUBLIC_ROUTES = [
    endpoint(
        "POST",
        "/api/devices/events",
        take_door_events,
        operation_id="takeDoorEvents",
        status=200,
        reads={"token": bearer},
        body_max=BODY_MAX,
        security=[{"device": []}],
    ),
]
