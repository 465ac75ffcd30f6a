"""Messages to students, and the delivery reports of SMS providers."""

from typing import Any

from litestar import Request

from application.messaging import bulk_messages, composition, history, login_messages, templates
from application.messaging.deliveries import receive_delivery_report
from application.messaging.ports import SmsSenders
from application.ports import Clock, UnitOfWork
from contracts.shared import Empty
from domain.shared.errors import DomainError
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.request_guards import CALLED_FROM_OUTSIDE
from entrypoints.http.rate_limiter import RateLimiter

# a report about one message is small
MAX_BODY_BYTES = 16 * 1024

# reports of a batch of thousands arrive within seconds; the status of a rejected one is fetched later
PACE = RateLimiter(per_second=50, burst=500)


# written by hand: the rate limit is checked before the body is read
async def take(
    request: Request[Any, Any, Any], provider: str, word: str, *, uow: UnitOfWork, clock: Clock, senders: SmsSenders
) -> Empty:
    """Stores a delivery report of an SMS provider.

    The body is the provider's own, JSON or a form.
    """
    if seconds := PACE.wait():
        raise DomainError("shared.too_often", seconds=seconds)
    return await receive_delivery_report(
        provider, await request.body(), word=word, uow=uow, clock=clock, senders=senders
    )


ROUTES = [
    endpoint(
        "POST", "/students/{student_id:int}/send-sms", composition.send_login, operation_id="sendLogin", status=202
    ),
    endpoint("GET", "/students/{student_id:int}/sms-history", history.sms_history, operation_id="smsHistory"),
    endpoint("POST", "/sms/preview", composition.preview_sms, operation_id="previewSms", status=200),
    endpoint("POST", "/sms/send-many", bulk_messages.send_bulk_message, operation_id="sendMany", status=202),
    endpoint(
        "POST",
        "/students/bulk/{act_id:int}/send-logins",
        login_messages.send_logins,
        operation_id="sendBulkLogins",
        status=202,
    ),
    endpoint("GET", "/sms/batches", bulk_messages.list_batches, operation_id="listBatches"),
    endpoint("GET", "/sms/batches/{batch_id:int}", bulk_messages.show_batch, operation_id="showBatch"),
    endpoint("GET", "/sms/templates", templates.list_templates, operation_id="listSmsTemplates"),
    endpoint("POST", "/sms/templates", templates.add_template, operation_id="addSmsTemplate"),
    endpoint("PUT", "/sms/templates/{template_id:int}", templates.change_template, operation_id="changeSmsTemplate"),
    endpoint("DELETE", "/sms/templates/{template_id:int}", templates.delete_template, operation_id="deleteSmsTemplate"),
]

PUBLIC_ROUTES = [
    endpoint(
        "POST",
        "/api/sms/{provider:str}/{word:str}",
        take,
        operation_id="takeDelivery",
        status=200,
        body_max=MAX_BODY_BYTES,
        security=[],
        marks=[CALLED_FROM_OUTSIDE],
    ),
]
