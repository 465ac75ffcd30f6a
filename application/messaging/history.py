"""History of a student's messages (R1-156, R1-363)."""

from application.actor import Actor
from application.authorization import permits
from application.messaging.ports import SmsViews
from contracts.messaging import SmsHistory, SmsHistoryQuery


@permits("users:students")
async def sms_history(student_id: int, query: SmsHistoryQuery, *, actor: Actor, sms: SmsViews) -> SmsHistory:
    """Returns a student's messages, newest first. Raises NotFound."""
    return await sms.history(student_id, query, actor)
