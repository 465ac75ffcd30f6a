"""Door entries, as the devices report them (D-24, T4)."""

from application.doors.entries import admit_device, take_door_events
from entrypoints.http.caller import bearer
from entrypoints.http.endpoint import endpoint

# five hundred entries, each with the longest texts
MAX_BODY_BYTES = 512 * 1024


PUBLIC_ROUTES = [
    endpoint(
        "POST",
        "/api/devices/events",
        take_door_events,
        operation_id="takeDoorEvents",
        status=200,
        reads={"token": bearer},
        admit=admit_device,
        body_max=MAX_BODY_BYTES,
        security=[{"device": []}],
    ),
]
