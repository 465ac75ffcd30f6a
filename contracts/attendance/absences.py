"""The API of absences: messages about them, and absences in a row (D-158)."""

from datetime import date, datetime
from typing import Annotated, Literal

from contracts.messaging import MAX_TEXT_LENGTH, Status
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

MAX_LESSONS = 500


class AbsenceSms(Wire):
    """The message to a student about an absence.

    ``connected``: false for one that was only written to the console's log; ``problem``: why it was not sent, as text;
    ``waitsUntil``: the end of the quiet hours, while it waits for it.
    """

    status: Status
    connected: bool
    problem: str | None
    waits_until: datetime | None


class TellAbsent(Form):
    """A message to the students absent from these lessons without a reason.

    ``text``: empty for that of the template; it has the placeholders of the lesson's day and hour.
    """

    lesson_ids: list[int]
    text: Annotated[str, Limit(max_length=MAX_TEXT_LENGTH)] = ""


class AbsentRecipient(Wire):
    """A student absent without a reason.

    ``reasonIsDefault``: nobody chose the reason (D-24); ``sms``: the message that the student has got of the lesson.
    """

    lesson_id: int
    student: Named
    phone: str | None
    reason_is_default: bool
    sms: AbsenceSms | None


class AbsencePreview(Wire):
    """The message as the first of its recipients would get it.

    ``template``: the text of the template; ``recipient``: whose message ``text`` is; null where nobody gets one.
    ``unknownGaps``, ``missingGaps``: placeholders without a value, and those that the text lacks. ``waitsUntil``: the
    end of the quiet hours, if it would wait.
    """

    template: str
    recipient: Named | None
    text: str
    encoding: Literal["gsm", "ucs2"]
    parts: int
    left: int
    unknown_gaps: list[str]
    missing_gaps: list[str]
    connected: bool
    waits_until: datetime | None
    recipients: list[AbsentRecipient]


class AbsenceMessagesQueued(Wire):
    """The result of a press.

    ``count``: new messages; ``known``: students who had theirs already; ``phoneless``: those without a phone.
    """

    count: int
    known: int
    phoneless: int
    connected: bool
    waits_until: datetime | None


class AbsencesInARowQuery(ListQuery):
    """Query of students absent several lessons in a row, the newest absence first.

    ``value``: the beginning of names.
    """

    order_by: Order = Order.DESC


class AbsencesInARow(Wire):
    """A student absent several lessons of a group in a row.

    ``id``: of the enrolment; ``absences``: their number; ``date``, ``beginTime``, ``lessonId``: the last of them.
    """

    id: int
    student: Named
    h_id: str | None
    phone: str | None
    group: Named
    absences: int
    lesson_id: int
    date: date
    begin_time: str
    staff_id: int
    schedule_id: int | None


class AbsencesInARowPage(Wire):
    """A page of these students and their total."""

    rows: list[AbsencesInARow]
    total: int
