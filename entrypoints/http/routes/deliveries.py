"""What providers of SMS tell of deliveries; they know the address, and are no staff."""

from typing import Any

from litestar import Request, post
from litestar.params import FromPath

from application.messaging.deliveries import take_delivery
from application.messaging.ports import SmsSenders
from application.ports import Clock, UnitOfWork
from contracts.shared import Empty
from domain.shared.errors import Refused
from entrypoints.http.caller import Given
from entrypoints.http.rate_limiter import Pace
from entrypoints.http.request_guards import CALLED_FROM_OUTSIDE
from entrypoints.http.responses import Answer

# one message's few words
BODY_MAX = 16 * 1024
# a batch of thousands is told of within seconds; what is turned away here is asked for later
PACE = Pace(per_second=50, burst=500)


@post(
    "/api/sms/{provider:str}/{word:str}",
    status_code=200,
    operation_id="takeDelivery",
    request_max_body_size=BODY_MAX,
    security=[],
    opt={CALLED_FROM_OUTSIDE: True},
)
async def take(
    request: Request[Any, Any, Any],
    provider: FromPath[str],
    word: FromPath[str],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    outside: Given[SmsSenders],
) -> Answer[Empty]:
    """Keeps what a provider of SMS says became of a message. The body is the provider's own, JSON or a form."""
    if seconds := PACE.wait():
        raise Refused("shared.too_often", seconds=seconds)
    done = await take_delivery(provider, await request.body(), word=word, uow=uow, clock=clock, senders=outside)
    return Answer(data=done)


PUBLIC_ROUTES = [take]
