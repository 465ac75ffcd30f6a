"""Messages to one student: fill the template, count the parts, enqueue."""

from application.actor import Actor
from application.authorization import permits
from application.messaging.ports import SmsSenders
from application.messaging.texts import resolve_text
from application.ports import Clock, SmsCipher, UnitOfWork
from contracts.job_kinds import SMS_SEND
from contracts.messaging import PreviewSms, SendLogin, SmsPreview, SmsSent
from contracts.shared import check
from domain.messaging.message import SmsMessage
from domain.messaging.parts import count_parts, to_gsm_text
from domain.messaging.templates import (
    ACCOUNT_PLACEHOLDERS,
    CENTRE,
    LOGIN,
    MASK,
    NAME,
    PASSWORD,
    fill,
    unknown_placeholders,
)
from domain.people.phones import PhoneProblem, mask_phone, normalise_phone, phone_problems
from domain.people.student import Student
from domain.shared.errors import FieldError

GUARD = "users:students"


@permits(GUARD, do="update")
async def send_login(
    student_id: int,
    form: SendLogin,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    sms_cipher: SmsCipher,
    senders: SmsSenders,
) -> SmsSent:
    """Sends a student their login and password; the stored text masks the password.

    Raises ValidationError, also for a missing or invalid phone (R1-243, R1-244); NotFound.
    """
    other = form.id is not None and form.id != student_id
    check(form, phone=_phone_faults(form.phone), id=[FieldError("limit.fixed")] if other else [])
    centre = await senders.centre()
    connected = await senders.connected()
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        text = to_gsm_text(await resolve_text("", None, uow))
        # a login and a password are sent unchanged, character for character
        values = {NAME: recipient_name(student), CENTRE: to_gsm_text(centre), LOGIN: form.login.strip()}
        whole, shown = (fill(text, values | {PASSWORD: it}) for it in (form.password, MASK))
        message = SmsMessage(
            phone=normalise_phone(form.phone) or "",
            text=shown,
            parts=count_parts(whole).parts,
            created_at=clock.now(),
            student_id=student_id,
            sealed_text=sms_cipher.encrypt(whole.encode()),
            initiator_id=actor.id,
        )
        uow.add(message)
        await uow.flush()
        message_id = int(message.id or 0)
        recorded = {"phone": mask_phone(message.phone)}
        uow.audit("people.login_sent", "student", student_id, actor=actor, permission=GUARD, after=recorded)
        await uow.enqueue(SMS_SEND, {"messageId": message_id}, actor=actor)
        await uow.commit()
    return SmsSent(id=message_id, status="waiting", parts=message.parts, connected=connected)


@permits(GUARD, do="update")
async def preview_sms(form: PreviewSms, *, actor: Actor, uow: UnitOfWork, senders: SmsSenders) -> SmsPreview:
    """Returns the text as it would be sent and its number of parts.

    Sends and stores nothing. Raises NotFound.
    """
    check(form)
    connected = await senders.connected()
    values = {CENTRE: to_gsm_text(await senders.centre())}
    async with uow:
        if form.student_id is not None:
            values[NAME] = recipient_name(await uow.load(Student, form.student_id, seen_by=actor))
        text = to_gsm_text(await resolve_text(form.text, form.template_id, uow))
    account = ((LOGIN, form.login.strip()), (PASSWORD, form.password))
    values |= {name: value for name, value in account if value}
    counted = count_parts(fill(text, values))
    shown = fill(text, values | ({PASSWORD: MASK} if form.password else {}))
    return SmsPreview(
        text=shown,
        encoding=counted.encoding.value,
        parts=counted.parts,
        left=counted.left,
        unknown_gaps=unknown_placeholders(text),
        connected=connected,
    )


def recipient_name(student: Student) -> str:
    """Returns the student's first and last name for a message."""
    return to_gsm_text(f"{student.first_name} {student.last_name}")


def bulk_text_errors(text: str) -> list[FieldError]:
    """Returns the errors of a text for many: unknown or account-only placeholders."""
    wrong = [*unknown_placeholders(text), *(name for name in ACCOUNT_PLACEHOLDERS if f"{{{name}}}" in text)]
    return [FieldError("limit.unknown_gap", {"gap": wrong[0]})] if wrong else []


def _phone_faults(phone: str) -> list[FieldError]:
    for problem in phone_problems(phone):
        if problem is PhoneProblem.MISSING:
            return [FieldError("limit.required")]
        if problem is PhoneProblem.FORMAT:
            return [FieldError("limit.phone")]
    return []
