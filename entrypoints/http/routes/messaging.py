"""Messages to students: a login sent, many at once, what became of them, and the texts to choose from."""

from application.messaging import bulk_messages as many
from application.messaging import composition as writing
from application.messaging import history, templates
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("POST", "/students/{student_id:int}/send-sms", writing.send_login, operation_id="sendLogin", status=202),
    endpoint("GET", "/students/{student_id:int}/sms-history", history.sms_history, operation_id="smsHistory"),
    endpoint("POST", "/sms/preview", writing.preview_sms, operation_id="previewSms", status=200),
    endpoint("POST", "/sms/send-many", many.send_many, operation_id="sendMany", status=202),
    endpoint("GET", "/sms/batches/{batch_id:int}", many.show_batch, operation_id="showBatch"),
    endpoint("GET", "/sms/templates", templates.list_templates, operation_id="listSmsTemplates"),
    endpoint("POST", "/sms/templates", templates.add_template, operation_id="addSmsTemplate"),
    endpoint("PUT", "/sms/templates/{template_id:int}", templates.change_template, operation_id="changeSmsTemplate"),
    endpoint("DELETE", "/sms/templates/{template_id:int}", templates.delete_template, operation_id="deleteSmsTemplate"),
]
