"""API types of messages to students: logins, templates, batches, deliveries."""

from datetime import datetime
from typing import Annotated, Literal

from contracts.people.students import StudentsQuery
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

MAX_TEXT_LENGTH = 1000
MAX_NAME_LENGTH = 100
MAX_FILTERED = 5000
# a selection lists few ids; larger ones use the list's filters
MAX_SELECTED = 1000

Status = Literal["waiting", "unknown", "sent", "delivered", "failed"]
Purpose = Literal["login", "absence"]
Text = Annotated[str, Limit(max_length=MAX_TEXT_LENGTH)]
Login = Annotated[str, Limit(min_length=1, max_length=64)]
Password = Annotated[str, Limit(min_length=1, max_length=256)]


class SendLogin(Form, kw_only=True):
    """A student's login and password, sent to a phone (R1-157).

    ``id``: the student's, as in the path.
    """

    id: int | None = None
    login: Login
    password: Password
    phone: Annotated[str, Limit(max_length=40)]


class SmsSent(Wire):
    """A queued message.

    ``connected``: false without a provider; the message reaches nobody.
    """

    id: int
    status: Status
    parts: int
    connected: bool


class PreviewSms(Form, kw_only=True):
    """A message before it is sent.

    Without ``text`` and ``templateId``: the message with a login.
    """

    student_id: int | None = None
    text: Text = ""
    template_id: int | None = None
    login: Annotated[str, Limit(max_length=64)] = ""
    password: Annotated[str, Limit(max_length=256)] = ""


class SmsPreview(Wire):
    """The text as it will be sent, its password as dots.

    ``left``: characters free in the last part.
    """

    text: str
    encoding: Literal["gsm", "ucs2"]
    parts: int
    left: int
    unknown_gaps: list[str]
    connected: bool


class SmsHistoryQuery(ListQuery):
    """Query of a student's messages."""

    order_by: Order = Order.DESC


class SmsHistoryItem(Wire):
    """A message to a student (R1-156).

    ``connected``: false for one that was only written to the console's log. ``problem``: why it was not delivered, as
    text.
    """

    id: int
    phone: str
    text: str
    parts: int
    status: Status
    connected: bool
    problem: str | None
    initiator: Named | None
    created_at: datetime
    sent_at: datetime | None
    delivered_at: datetime | None


class SmsHistory(Wire):
    """A student's messages."""

    history: list[SmsHistoryItem]
    total: int


class RecipientFilters(StudentsQuery, forbid_unknown_fields=True):
    """The query of the students list in a body.

    A misspelt filter would reach everybody.
    """


class SendBulkMessage(Form, kw_only=True):
    """One text for many students.

    Either ``studentIds`` or ``filters``, as in the query of the students list.
    """

    student_ids: list[int] | None = None
    filters: RecipientFilters | None = None
    text: Text = ""
    template_id: int | None = None


class BulkMessageStarted(Wire):
    """The job that sends them; ``count``: number of selected students."""

    job_id: int
    batch_id: int
    count: int


class BatchQuery(ListQuery):
    """Query of a batch's rows; ``status`` filters them."""

    status: Status | None = None


class BatchRow(Wire):
    """The result of one student's message.

    ``student``: the recipient, also if an academic; null for one who was removed before the message was made.

    ``connected``: false for one that was only written to the console's log.
    """

    student: Named | None
    phone: str
    status: Status
    connected: bool
    problem: str | None


class BatchCounts(Wire):
    """Numbers of students by state.

    ``left``: message not created yet. ``logged``: those of ``sent`` that were only written to the console's log.
    """

    left: int
    waiting: int
    unknown: int
    sent: int
    logged: int
    delivered: int
    failed: int


class BatchesQuery(ListQuery):
    """Query of the caller's batches, newest first; ``value`` is searched in the text."""

    order_by: Order = Order.DESC


class BatchSummary(Wire):
    """A batch in the list.

    ``count``: students selected.
    """

    id: int
    text: str
    created_at: datetime
    count: int
    counts: BatchCounts


class BatchPage(Wire):
    """A page of batches and their total."""

    batches: list[BatchSummary]
    total: int


class BatchAnswer(Wire):
    """A batch and a page of its rows.

    ``connected``: a provider is connected now; ``entity``: the recipients, academics if logins were sent to these.
    """

    id: int
    text: str
    count: int
    connected: bool
    counts: BatchCounts
    rows: list[BatchRow]
    total: int
    entity: Literal["student", "teacher"] = "student"


class SmsTemplateRow(Wire):
    """A message template.

    ``purpose``: the console's own use of it, which cannot be deleted: ``login`` carries a login, ``absence`` is for
    students absent without a reason (D-158).
    """

    id: int
    name: str
    text: str
    purpose: Purpose | None
    parts: int
    encoding: Literal["gsm", "ucs2"]
    version: int


class SmsTemplates(Wire):
    """All templates, by name."""

    templates: list[SmsTemplateRow]


class SmsTemplateAnswer(Wire):
    """One template."""

    template: SmsTemplateRow


class AddSmsTemplate(Form):
    """A new template."""

    name: Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
    text: Annotated[str, Limit(min_length=1, max_length=MAX_TEXT_LENGTH)]


class ChangeSmsTemplate(Form):
    """A new name or text; ``version`` is the version that was read."""

    name: Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
    text: Annotated[str, Limit(min_length=1, max_length=MAX_TEXT_LENGTH)]
    version: int
