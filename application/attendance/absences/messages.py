"""Messages to students absent from a lesson without a reason, by hand (D-158)."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.absences.presenter import absence_sms
from application.attendance.attendance_sheet import RIGHTS
from application.attendance.ports.absences import AbsenceStore, AbsentStudent, MissedLesson
from application.authorization import SUPERADMIN, Audience, permits
from application.messaging.ports import SmsQueue, SmsSenders
from application.messaging.sending import send_message
from application.messaging.texts import resolve_text
from application.ports import Clock, SmsCipher, UnitOfWork
from contracts.attendance.absences import (
    MAX_LESSONS,
    AbsenceMessagesQueued,
    AbsencePreview,
    AbsentRecipient,
    TellAbsent,
)
from contracts.job_kinds import SMS_ABSENCES
from contracts.shared import Named, check
from domain.messaging.message import SmsMessage, SmsState
from domain.messaging.parts import count_parts, to_gsm_text
from domain.messaging.quiet_hours import quiet_until
from domain.messaging.templates import (
    ABSENCE_PLACEHOLDERS,
    ABSENCE_PURPOSE,
    CENTRE,
    DAY,
    GROUP,
    HOUR,
    NAME,
    fill,
    missing_placeholders,
    unknown_placeholders,
)
from domain.people.phones import normalise_phone
from domain.shared.calendar import format_date
from domain.shared.errors import FieldError, ValidationError

SENDS = "users:students"


@permits(admin=RIGHTS["admin"], academic=RIGHTS["academic"], also=SENDS, do="update")
async def preview_absence_messages(
    form: TellAbsent,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    absences: AbsenceStore,
    senders: SmsSenders,
    clock: Clock,
    zone: ZoneInfo,
) -> AbsencePreview:
    """Returns the message of a real recipient, and everybody whom it concerns.

    Sends and stores nothing. Raises NotFound for a lesson outside the caller's scope (D-54).
    """
    _check(form)
    missed = await absences.missed(form.lesson_ids, actor=actor, audience=audience)
    centre, connected = to_gsm_text(await senders.centre()), await senders.connected()
    async with uow:
        template = await resolve_text("", None, uow, ABSENCE_PURPOSE)
    text, now = to_gsm_text(form.text) or template, clock.now()
    to_tell = [(lesson, student) for lesson in missed for student in lesson.students if _gets_one(student)]
    shown = _fill(text, *to_tell[0], centre) if to_tell else text
    counted = count_parts(shown)
    return AbsencePreview(
        template=template,
        recipient=Named(to_tell[0][1].id, to_tell[0][1].full_name) if to_tell else None,
        text=shown,
        encoding=counted.encoding.value,
        parts=counted.parts,
        left=counted.left,
        unknown_gaps=unknown_placeholders(text, ABSENCE_PLACEHOLDERS),
        missing_gaps=missing_placeholders(text, ABSENCE_PURPOSE),
        connected=connected,
        waits_until=quiet_until(now, zone),
        recipients=[
            AbsentRecipient(
                lesson_id=lesson.lesson.id,
                student=Named(student.id, student.full_name),
                phone=student.phone,
                reason_is_default=student.reason_is_default,
                sms=absence_sms(student.sms, now=now, zone=zone, language=actor.language),
            )
            for lesson in missed
            for student in lesson.students
        ],
    )


@permits(admin=RIGHTS["admin"], academic=RIGHTS["academic"], also=SENDS, do="update")
async def send_absence_messages(
    form: TellAbsent,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    absences: AbsenceStore,
    senders: SmsSenders,
    clock: Clock,
    zone: ZoneInfo,
) -> AbsenceMessagesQueued:
    """Sends a message to the students absent from these lessons without a reason.

    A student gets one message per lesson, whatever is pressed twice or in two tabs. Between 21:00 and 8:00 by the
    centre's clock it waits for the morning; if the absence is corrected until then, it is not sent (D-158).

    Raises ValidationError for a placeholder without a value and a text without the lesson's day and hour; NotFound for
    a lesson outside the caller's scope (D-54).
    """
    _check(form)
    missed = await absences.missed(form.lesson_ids, actor=actor, audience=audience)
    centre, connected, now = to_gsm_text(await senders.centre()), await senders.connected(), clock.now()
    async with uow:
        text = to_gsm_text(await resolve_text(form.text, None, uow, ABSENCE_PURPOSE))
        if faults := _text_faults(text):
            raise ValidationError({"text": faults})
        messages = [
            _message(_fill(text, lesson, student, centre), lesson, student, actor, clock)
            for lesson in missed
            for student in lesson.students
            if _gets_one(student)
        ]
        new = await absences.add_once(messages, uow)
        for lesson in missed:
            await _enqueue(lesson, [student for id, student in new if id == lesson.lesson.id], audience, actor, uow)
        await uow.commit()
    everybody = [student for lesson in missed for student in lesson.students]
    phoneless = sum(student.sms is None and not normalise_phone(student.phone) for student in everybody)
    return AbsenceMessagesQueued(
        count=len(new),
        known=len(everybody) - phoneless - len(new),
        phoneless=phoneless,
        connected=connected,
        waits_until=quiet_until(now, zone),
    )


@permits(SUPERADMIN)
async def run_absence_messages(
    lesson_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    cipher: SmsCipher,
    senders: SmsSenders,
    queue: SmsQueue,
) -> None:
    """Sends the waiting messages about a lesson; a retry resumes it.

    At night they stay waiting, and the scheduler sends them in the morning. Raises SmsUnavailable if the provider
    accepts nothing now.
    """
    async with uow:
        messages = await uow.find_all(SmsMessage, lesson_id=lesson_id)
    for message in messages:
        if message.status == SmsState.WAITING:
            await send_message(
                int(message.id or 0),
                actor=actor,
                uow=uow,
                clock=clock,
                zone=zone,
                cipher=cipher,
                senders=senders,
                queue=queue,
            )


async def _enqueue(
    missed: MissedLesson, student_ids: Sequence[int], audience: Audience, actor: Actor, uow: UnitOfWork
) -> None:
    """Records the new messages of a lesson, and enqueues the job that sends them."""
    if not student_ids:
        return
    lesson = missed.lesson
    uow.audit(
        "attendance.absentees_told",
        "lesson",
        lesson.id,
        actor=actor,
        permission=RIGHTS[audience],
        after={"students": sorted(student_ids)},
        group=missed.group_name,
        date=lesson.day.isoformat(),
        count=len(student_ids),
    )
    await uow.enqueue(SMS_ABSENCES, {"lessonId": lesson.id}, actor=actor)


def _gets_one(student: AbsentStudent) -> bool:
    return student.sms is None and bool(normalise_phone(student.phone))


def _fill(text: str, missed: MissedLesson, student: AbsentStudent, centre: str) -> str:
    lesson = missed.lesson
    return fill(
        text,
        {
            NAME: to_gsm_text(student.name),
            CENTRE: centre,
            GROUP: to_gsm_text(missed.group_name),
            DAY: format_date(lesson.day),
            HOUR: f"{lesson.begin:%H:%M}",
        },
    )


def _message(text: str, missed: MissedLesson, student: AbsentStudent, actor: Actor, clock: Clock) -> SmsMessage:
    return SmsMessage(
        phone=normalise_phone(student.phone) or "",
        text=text,
        parts=count_parts(text).parts,
        created_at=clock.now(),
        student_id=student.id,
        initiator_id=actor.id,
        lesson_id=missed.lesson.id,
    )


def _check(form: TellAbsent) -> None:
    faults = []
    if not form.lesson_ids:
        faults.append(FieldError("limit.required"))
    if len(form.lesson_ids) > MAX_LESSONS:
        faults.append(FieldError("limit.too_many", {"limit": MAX_LESSONS}))
    check(form, lessonIds=faults)


def _text_faults(text: str) -> list[FieldError]:
    if unknown := unknown_placeholders(text, ABSENCE_PLACEHOLDERS):
        return [FieldError("limit.unknown_gap", {"gap": unknown[0]})]
    missing = missing_placeholders(text, ABSENCE_PURPOSE)
    return [FieldError("limit.missing_gap", {"gap": missing[0]})] if missing else []
