"""Delivery of messages through a provider, once each, with polling (M1)."""

from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.messaging.ports import (
    OutgoingSms,
    PolledSms,
    SmsOutcomeUnknown,
    SmsQueue,
    SmsRefused,
    SmsSender,
    SmsSenders,
    SmsUnavailable,
)
from application.ports import Clock, SmsCipher, UnitOfWork
from domain.messaging.message import NO_ACCOUNT, NOT_ABSENT, TOO_LATE, SmsMessage, SmsState
from domain.messaging.quiet_hours import quiet_until

AT_ONCE = 100
# the text cannot be decrypted: the installation's key has changed
UNREADABLE = "unreadable"


@permits(SUPERADMIN)
async def send_message(
    message_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    cipher: SmsCipher,
    senders: SmsSenders,
    queue: SmsQueue,
) -> SmsState:
    """Sends a waiting message; any other stays as it is. Safe to run concurrently.

    One about an absence stays waiting at night, and fails if the absence was corrected (D-158); one with a login fails
    if the opening of its account was undone (D-156). Raises SmsUnavailable
    if the provider accepts nothing now, NotLive on a copy: the message stays waiting.
    """
    async with senders.current() as sender:
        message = await _begin_hand_over(message_id, sender.name, uow, clock, zone, cipher, queue)
        if message is None:
            return await _state(message_id, uow)
        try:
            provider_id = await sender.send(message)
        except SmsRefused as refused:
            return await _apply_report(message_id, uow, clock, SmsState.FAILED, error=refused.code)
        except SmsOutcomeUnknown:
            return SmsState.UNKNOWN
        except SmsUnavailable:
            await _return_to_queue(message_id, uow, clock)
            raise
        return await _apply_report(message_id, uow, clock, SmsState.SENT, provider_id)


@permits(SUPERADMIN)
async def send_and_poll(
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    cipher: SmsCipher,
    senders: SmsSenders,
    queue: SmsQueue,
) -> int:
    """Sends overdue messages and polls the others; returns how many were processed.

    A message that the provider certainly never had is sent again; until it has reported so, nothing is sent twice.
    Raises NotLive on a copy.
    """
    due = await queue.due(clock.now(), AT_ONCE, quiet=quiet_until(clock.now(), zone) is not None)
    ports: dict[str, Any] = {"uow": uow, "clock": clock, "zone": zone, "cipher": cipher, "senders": senders}
    async with senders.current() as sender:
        try:
            await _poll([one.id for one in due if one.status != SmsState.WAITING], sender, uow, clock)
            for one in due:
                if one.status == SmsState.WAITING:
                    await send_message(one.id, actor=actor, queue=queue, **ports)
        except SmsUnavailable:
            # the provider is unavailable: retry in the next round
            pass
    return len(due)


async def _begin_hand_over(
    message_id: int,
    provider: str,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    cipher: SmsCipher,
    queue: SmsQueue,
) -> OutgoingSms | None:
    """Commits the hand-over of the message before it happens."""
    async with uow:
        message = await uow.load(SmsMessage, message_id, lock=True)
        if message.status != SmsState.WAITING:
            return None
        if message.rests_at_night:
            if quiet_until(clock.now(), zone):
                return None
            if await queue.is_outdated(message_id):
                message.fail(NOT_ABSENT, clock.now())
                await uow.commit()
                return None
        if message.sealed_text is not None and await queue.is_login_removed(message_id):
            message.fail(NO_ACCOUNT, clock.now())
            await uow.commit()
            return None
        text = _whole_text(message, cipher)
        if text is None or message.is_expired(clock.now()):
            message.fail(UNREADABLE if text is None else TOO_LATE, clock.now())
            await uow.commit()
            return None
        message.hand_over(provider, clock.now())
        await uow.commit()
        return OutgoingSms(message_id, message.phone, text)


def _whole_text(message: SmsMessage, cipher: SmsCipher) -> str | None:
    if message.sealed_text is None:
        return message.text
    try:
        return cipher.decrypt(message.sealed_text).decode()
    except ValueError:
        return None


async def _state(message_id: int, uow: UnitOfWork) -> SmsState:
    async with uow:
        return SmsState((await uow.load(SmsMessage, message_id)).status)


async def _apply_report(
    message_id: int, uow: UnitOfWork, clock: Clock, state: SmsState, provider_id: str | None = None, error: str = ""
) -> SmsState:
    async with uow:
        message = await uow.load(SmsMessage, message_id, lock=True)
        message.apply_report(state, clock.now(), provider_id, error or None)
        await uow.commit()
        return SmsState(message.status)


async def _return_to_queue(message_id: int, uow: UnitOfWork, clock: Clock) -> None:
    async with uow:
        message = await uow.load(SmsMessage, message_id, lock=True)
        if message.status == SmsState.UNKNOWN:
            message.requeue()
        message.checked_at = clock.now()
        await uow.commit()


async def _poll(ids: list[int], sender: SmsSender, uow: UnitOfWork, clock: Clock) -> None:
    polled = await _mark_polled(ids, sender.name, uow, clock)
    reports = await sender.reports(polled) if polled else {}
    for one in polled:
        async with uow:
            message = await uow.load(SmsMessage, one.ref, lock=True)
            report = reports.get(one.ref)
            if report is not None:
                message.apply_report(report.state, clock.now(), report.provider_id, report.error)
            elif message.status == SmsState.UNKNOWN and not message.hand_over_in_progress(clock.now()):
                message.requeue()
            await uow.commit()


async def _mark_polled(ids: list[int], provider: str, uow: UnitOfWork, clock: Clock) -> list[PolledSms]:
    """Returns those of the messages that this provider has; marks all as polled."""
    polled = []
    async with uow:
        for message in await uow.load_many(SmsMessage, ids):
            message.checked_at = clock.now()
            if message.provider == provider and message.sent_at is not None:
                polled.append(PolledSms(int(message.id or 0), message.phone, message.provider_id, message.sent_at))
        await uow.commit()
    return polled
