"""What became of attendance on its way to the school, and sending again what it refused (D-26)."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.attendance import pushes as use_cases
from application.attendance.ports.pushes import Pushes, PushViews
from application.ports import UnitOfWork
from contracts.attendance.attendance_sheets import PushAnswer, Pushed, RetryPush
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/attendance/pushes/{push_id:int}", operation_id="showPush")
async def one_push(push_id: FromPath[int], actor: Given[Actor], pushes: Given[PushViews]) -> Answer[PushAnswer]:
    """Where a push is, and whom the school did not take."""
    return Answer(data=await use_cases.show_push(push_id, actor=actor, pushes=pushes))


@post("/attendance/pushes/retry", status_code=200, operation_id="retryPush")
async def retry(
    data: JSONBody[RetryPush], actor: Given[Actor], uow: Given[UnitOfWork], pushes: Given[Pushes]
) -> Answer[Pushed]:
    """Sends again what may be sent again."""
    return Answer(data=await use_cases.retry_push(data, actor=actor, uow=uow, pushes=pushes))


ROUTES = [one_push, retry]
