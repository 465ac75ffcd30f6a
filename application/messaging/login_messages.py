"""Logins of opened accounts by SMS, each with a newly issued password (D-156)."""

import asyncio
from collections.abc import Sequence
from typing import Any

from application.access.account_service import issued_password
from application.actor import Actor
from application.authorization import permits
from application.messaging.texts import resolve_text
from application.people.academics.academics import ACADEMIC
from application.people.bulk.opened_accounts import GUARD_OF, load_opening, opened_rows, set_password
from application.ports import Clock, PasswordHasher, SmsCipher, UnitOfWork
from contracts.job_kinds import SMS_BATCH
from contracts.messaging import BulkMessageStarted
from domain.messaging.message import ACCOUNT_USED, GONE, NO_ACCOUNT, NO_PHONE, SmsBatch, SmsMessage, SmsState
from domain.messaging.parts import count_parts, to_gsm_text
from domain.messaging.templates import CENTRE, LOGIN, MASK, NAME, PASSWORD, fill
from domain.people.bulk_operation import MAX_PASSWORDS, BulkOperation, Subject
from domain.people.phones import normalise_phone
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import DomainError, NotFound

STUDENTS = "users:students"
# rejection of a new password → code of the reason why no message is sent
PROBLEMS = {"people.account_used": ACCOUNT_USED, "shared.not_found": GONE}


@permits(STUDENTS, ACADEMIC, do="update")
async def send_logins(act_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> BulkMessageStarted:
    """Sends logins and new passwords of the accounts that an operation opened.

    An account that somebody signed in with, or whose owner has no phone, is told in the results. Raises NotFound,
    Forbidden; DomainError("messaging.logins_in_progress") while an earlier sending is not over.
    """
    async with uow:
        act = await load_opening(act_id, actor, uow)
        ids = list(await opened_rows(act, uow))
        if not ids:
            raise NotFound("BulkAct", act_id)
        # serialises two requests for the same operation
        await uow.load(BulkOperation, act_id, lock=True)
        for earlier in await uow.find_all(SmsBatch, act_id=act_id):
            if await uow.count(SmsMessage, batch_id=earlier.id) < len(earlier.student_ids):
                raise DomainError("messaging.logins_in_progress")
        text = to_gsm_text(await resolve_text("", None, uow))
        batch = SmsBatch(text=text, student_ids=ids, created_at=clock.now(), initiator_id=actor.id, act_id=act_id)
        uow.add(batch)
        await uow.flush()
        batch_id = int(batch.id or 0)
        job_id = await uow.enqueue(SMS_BATCH, {"batchId": batch_id}, actor=actor)
        recorded = {"text": text, "count": len(ids)}
        guard = GUARD_OF[act.entity]
        uow.audit("people.sms_to_many", "sms_batch", batch_id, actor=actor, permission=guard, after=recorded)
        await uow.commit()
    return BulkMessageStarted(job_id=job_id, batch_id=batch_id, count=len(ids))


async def create_login_messages(
    batch: SmsBatch,
    positions: Sequence[int],
    centre: str,
    *,
    owner: Actor,
    uow: UnitOfWork,
    clock: Clock,
    cipher: SmsCipher,
    passwords: PasswordHasher,
) -> list[int]:
    """Creates the missing messages of these places; returns the waiting ones.

    A password is issued in the commit of its message, in small portions.
    """
    waiting: list[int] = []
    for start in range(0, len(positions), MAX_PASSWORDS):
        portion = positions[start : start + MAX_PASSWORDS]
        issued = [issued_password() for _ in portion]
        hashes = await asyncio.gather(*map(passwords.hash, issued))
        secrets = dict(zip(portion, zip(issued, hashes, strict=True), strict=True))
        async with uow:
            await uow.load(SmsBatch, int(batch.id or 0), lock=True)
            present = {one.batch_place: one for one in await uow.find_all(SmsMessage, batch_id=batch.id)}
            act = await load_opening(int(batch.act_id or 0), owner, uow)
            rows = await opened_rows(act, uow)
            # locked in one order: a request for slips of the same people cannot deadlock
            kind: type[Teacher | Student] = Teacher if act.entity == Subject.TEACHER else Student
            people = {it.id: it for it in await uow.load_many(kind, [batch.student_ids[place] for place in portion])}
            for place in portion:
                person_id = batch.student_ids[place]
                if place not in present:
                    person, row = people.get(person_id), rows.get(person_id, {"id": person_id})
                    message = _empty(batch, place, person, clock)
                    await _fill(message, batch, act, row, person, secrets[place], centre, owner, uow, clock, cipher)
                    uow.add(message)
                    present[place] = message
            await uow.commit()
            found = [present[place] for place in portion]
            waiting += [int(one.id or 0) for one in found if one.status == SmsState.WAITING]
    return waiting


def _empty(batch: SmsBatch, place: int, person: Teacher | Student | None, clock: Clock) -> SmsMessage:
    return SmsMessage(
        phone=(normalise_phone(person.phone) or "") if person else "",
        text=batch.text,
        parts=0,
        created_at=clock.now(),
        student_id=person.id if isinstance(person, Student) else None,
        teacher_id=person.id if isinstance(person, Teacher) else None,
        initiator_id=batch.initiator_id,
        batch_id=batch.id,
        batch_place=place,
    )


async def _fill(
    message: SmsMessage,
    batch: SmsBatch,
    act: BulkOperation,
    row: dict[str, Any],
    person: Teacher | Student | None,
    secret: tuple[str, str],
    centre: str,
    owner: Actor,
    uow: UnitOfWork,
    clock: Clock,
    cipher: SmsCipher,
) -> None:
    """Issues the password and writes it into the message, or fails the message."""
    password, hashed = secret
    if person is None or not message.phone:
        message.fail(GONE if person is None else NO_PHONE, clock.now())
        return
    try:
        _, login = await set_password(act, row, hashed, owner, uow, clock)
    except DomainError as refusal:
        message.fail(PROBLEMS.get(refusal.code, NO_ACCOUNT), clock.now())
        return
    name = to_gsm_text(f"{person.first_name} {person.last_name}")
    values = {NAME: name, CENTRE: to_gsm_text(centre), LOGIN: login}
    whole = fill(batch.text, values | {PASSWORD: password})
    message.text = fill(batch.text, values | {PASSWORD: MASK})
    message.sealed_text, message.parts = cipher.encrypt(whole.encode()), count_parts(whole).parts
