"""Messages to students: a login sent, many at once, what became of them, and the texts to choose from."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.messaging import bulk_messages as many
from application.messaging import composition as writing
from application.messaging import history, templates
from application.messaging.ports import SmsSenders, SmsViews
from application.ports import Cipher, Clock, UnitOfWork
from contracts.messaging import (
    AddSmsTemplate,
    BatchAnswer,
    BatchQuery,
    ChangeSmsTemplate,
    ManySent,
    PreviewSms,
    SendLogin,
    SendMany,
    SmsHistory,
    SmsHistoryQuery,
    SmsPreview,
    SmsSent,
    SmsTemplateAnswer,
    SmsTemplates,
)
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@post("/students/{student_id:int}/send-sms", status_code=202, operation_id="sendLogin")
async def send_login(
    student_id: FromPath[int],
    data: JSONBody[SendLogin],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    sms_cipher: Given[Cipher],
    outside: Given[SmsSenders],
) -> Answer[SmsSent]:
    """Sends a student his login and password; it goes on as a job."""
    done = await writing.send_login(
        student_id, data, actor=actor, uow=uow, clock=clock, sms_cipher=sms_cipher, senders=outside
    )
    return Answer(data=done)


@get(
    "/students/{student_id:int}/sms-history",
    dependencies={"asked": asked_of(SmsHistoryQuery)},
    opt={"query": SmsHistoryQuery},
    operation_id="smsHistory",
)
async def sms_history(
    student_id: FromPath[int], asked: Given[SmsHistoryQuery], actor: Given[Actor], sms: Given[SmsViews]
) -> Answer[SmsHistory]:
    """A student's messages, the newest first."""
    return Answer(data=await history.sms_history(student_id, asked, actor=actor, sms=sms))


@post("/sms/preview", status_code=200, operation_id="previewSms")
async def preview(
    data: JSONBody[PreviewSms], actor: Given[Actor], uow: Given[UnitOfWork], outside: Given[SmsSenders]
) -> Answer[SmsPreview]:
    """A text as it would be sent, and how many parts it takes."""
    return Answer(data=await writing.preview_sms(data, actor=actor, uow=uow, senders=outside))


@post("/sms/send-many", status_code=202, operation_id="sendMany")
async def send_many(
    data: JSONBody[SendMany],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    sms: Given[SmsViews],
) -> Answer[ManySent]:
    """Sends one text to many students; it goes on as a job."""
    return Answer(data=await many.send_many(data, actor=actor, uow=uow, clock=clock, sms=sms))


@get(
    "/sms/batches/{batch_id:int}",
    dependencies={"asked": asked_of(BatchQuery)},
    opt={"query": BatchQuery},
    operation_id="showBatch",
)
async def batch(
    batch_id: FromPath[int], asked: Given[BatchQuery], actor: Given[Actor], sms: Given[SmsViews]
) -> Answer[BatchAnswer]:
    """What became of each message of a batch of one's own."""
    return Answer(data=await many.show_batch(batch_id, asked, actor=actor, sms=sms))


@get("/sms/templates", operation_id="listSmsTemplates")
async def all_templates(actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[SmsTemplates]:
    """Texts to choose from."""
    return Answer(data=await templates.list_templates(actor=actor, uow=uow))


@post("/sms/templates", operation_id="addSmsTemplate")
async def add_template(
    data: JSONBody[AddSmsTemplate], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[SmsTemplateAnswer]:
    """Makes a text to choose."""
    return Answer(data=await templates.add_template(data, actor=actor, uow=uow))


@put("/sms/templates/{template_id:int}", operation_id="changeSmsTemplate")
async def change_template(
    template_id: FromPath[int], data: JSONBody[ChangeSmsTemplate], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Gives a text another name or other words."""
    return Answer(data=await templates.change_template(template_id, data, actor=actor, uow=uow))


@delete("/sms/templates/{template_id:int}", status_code=200, operation_id="deleteSmsTemplate")
async def delete_template(template_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Empty]:
    """Deletes a text that the console does not need itself."""
    return Answer(data=await templates.delete_template(template_id, actor=actor, uow=uow))


ROUTES = [
    send_login,
    sms_history,
    preview,
    send_many,
    batch,
    all_templates,
    add_template,
    change_template,
    delete_template,
]
