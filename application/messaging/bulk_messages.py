"""Bulk messages: one text for many students, sent by a job, once to each."""

from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.messaging.composition import bulk_text_errors, recipient_name
from application.messaging.login_messages import create_login_messages
from application.messaging.ports import SmsQueue, SmsSenders, SmsViews
from application.messaging.sending import send_message
from application.messaging.texts import resolve_text
from application.people.academics.academics import ACADEMIC
from application.ports import Clock, PasswordHasher, SmsCipher, UnitOfWork
from contracts.job_kinds import SMS_BATCH
from contracts.messaging import (
    MAX_FILTERED,
    MAX_SELECTED,
    BatchAnswer,
    BatchesQuery,
    BatchPage,
    BatchQuery,
    BulkMessageStarted,
    SendBulkMessage,
)
from contracts.shared import check
from domain.access.permissions import Action
from domain.messaging.message import GONE, NO_PHONE, SmsBatch, SmsMessage, SmsState
from domain.messaging.parts import count_parts, to_gsm_text
from domain.messaging.templates import CENTRE, NAME, fill
from domain.people.phones import normalise_phone
from domain.people.student import Student
from domain.shared.errors import FieldError, Forbidden, ValidationError
from domain.shared.text import clean_text

GUARD = "users:students"
AT_ONCE = 200


@permits(GUARD, do="update")
async def send_bulk_message(
    form: SendBulkMessage, *, actor: Actor, uow: UnitOfWork, clock: Clock, sms: SmsViews
) -> BulkMessageStarted:
    """Sends one text to the selected students of the caller's branches.

    They are given by id or by the list's filters, and resolved now, however long sending takes. Raises ValidationError
    for no or too many students and for unknown placeholders; NotFound for an unknown template.
    """
    check(form)
    ids = await _resolve_selection(form, actor, sms)
    async with uow:
        text = await resolve_text(form.text, form.template_id, uow) if clean_text(form.text) or form.template_id else ""
        faults = bulk_text_errors(text) if text else [FieldError("limit.required")]
        if faults:
            raise ValidationError({"text": faults})
        batch = SmsBatch(text=to_gsm_text(text), student_ids=ids, created_at=clock.now(), initiator_id=actor.id)
        uow.add(batch)
        await uow.flush()
        batch_id = int(batch.id or 0)
        job_id = await uow.enqueue(SMS_BATCH, {"batchId": batch_id}, actor=actor)
        recorded = {"text": batch.text, "count": len(ids)}
        uow.audit("people.sms_to_many", "sms_batch", batch_id, actor=actor, permission=GUARD, after=recorded)
        await uow.commit()
    return BulkMessageStarted(job_id=job_id, batch_id=batch_id, count=len(ids))


async def _resolve_selection(form: SendBulkMessage, actor: Actor, sms: SmsViews) -> list[int]:
    marked, filters = form.student_ids, form.filters
    if marked is not None and filters is None:
        field, most = "studentIds", MAX_SELECTED
        ids = await sms.visible_ids(list(dict.fromkeys(marked)), actor) if len(marked) <= most else marked
    elif filters is not None and marked is None:
        field, most = "filters", MAX_FILTERED
        check(filters)
        ids = await sms.matching_ids(filters, actor, most + 1)
    else:
        raise ValidationError({"studentIds": [FieldError("limit.required")]})
    if not ids:
        raise ValidationError({field: [FieldError("limit.required")]})
    if len(ids) > most:
        raise ValidationError({field: [FieldError("limit.too_many", {"limit": most})]})
    return ids


@permits(GUARD, ACADEMIC)
async def list_batches(query: BatchesQuery, *, actor: Actor, sms: SmsViews) -> BatchPage:
    """Returns the caller's batches with the results of each."""
    return await sms.batches(query, actor)


@permits(GUARD, ACADEMIC)
async def show_batch(batch_id: int, query: BatchQuery, *, actor: Actor, sms: SmsViews) -> BatchAnswer:
    """Returns the result of each message of the caller's batch. Raises NotFound."""
    return await sms.batch(batch_id, query, actor)


@permits(SUPERADMIN)
async def run_batch(
    batch_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    cipher: SmsCipher,
    senders: SmsSenders,
    queue: SmsQueue,
    people: ActorLookup,
    passwords: PasswordHasher,
) -> None:
    """Creates and sends the messages of a batch; a retry resumes it.

    Raises SmsUnavailable if the provider accepts nothing now; Forbidden if the owner of a batch of logins may no longer
    issue passwords.
    """
    centre = await senders.centre()
    async with uow:
        batch = await uow.load(SmsBatch, batch_id)
        total = len(batch.student_ids)
    waiting: list[int] = []
    owner = await people.acting(batch.initiator_id or 0) if batch.act_id is not None else None
    for start in range(0, total, AT_ONCE):
        positions = range(start, min(start + AT_ONCE, total))
        if batch.act_id is None:
            waiting += await _create_messages(batch_id, positions, centre, uow, clock)
        elif owner is None:
            raise Forbidden(GUARD, str(Action.UPDATE))
        else:
            waiting += await create_login_messages(
                batch,
                positions,
                centre,
                owner=replace(owner, request_id=actor.request_id),
                uow=uow,
                clock=clock,
                cipher=cipher,
                passwords=passwords,
            )
    for message_id in waiting:
        await send_message(
            message_id, actor=actor, uow=uow, clock=clock, zone=zone, cipher=cipher, senders=senders, queue=queue
        )


async def _create_messages(
    batch_id: int, positions: Sequence[int], centre: str, uow: UnitOfWork, clock: Clock
) -> list[int]:
    """Returns the waiting messages of these places, and creates the missing ones."""
    async with uow:
        batch = await uow.load(SmsBatch, batch_id, lock=True)
        present = {message.batch_place: message for message in await uow.find_all(SmsMessage, batch_id=batch_id)}
        students = {
            it.id: it for it in await uow.load_many(Student, [batch.student_ids[position] for position in positions])
        }
        for position in positions:
            student = students.get(batch.student_ids[position])
            if position not in present:
                present[position] = _message(batch, position, student, centre, clock)
                uow.add(present[position])
        await uow.commit()
        found = (present[position] for position in positions)
        return [int(it.id or 0) for it in found if it.status == SmsState.WAITING]


def _message(batch: SmsBatch, position: int, student: Student | None, centre: str, clock: Clock) -> SmsMessage:
    """Returns the message of a place.

    One without phone, or whose student was removed meanwhile, has failed.
    """
    text = fill(batch.text, {NAME: recipient_name(student) if student else "", CENTRE: to_gsm_text(centre)})
    message = SmsMessage(
        phone=(normalise_phone(student.phone) or "") if student else "",
        text=text,
        parts=count_parts(text).parts,
        created_at=clock.now(),
        student_id=student.id if student else None,
        initiator_id=batch.initiator_id,
        batch_id=batch.id,
        batch_place=position,
    )
    if not message.phone:
        message.fail(NO_PHONE if student else GONE, clock.now())
    return message
