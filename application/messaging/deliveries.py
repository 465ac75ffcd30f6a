"""Delivery reports that a provider pushes, ahead of polling (M1)."""

import hmac

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.messaging.ports import PushedReport, SmsSenders
from application.ports import Clock, UnitOfWork
from contracts.shared import Empty
from domain.messaging.message import SmsMessage, SmsState
from domain.shared.errors import DomainError, NotFound


@permits(PUBLIC)
async def receive_delivery_report(
    provider: str,
    body: bytes,
    *,
    word: str,
    uow: UnitOfWork,
    clock: Clock,
    senders: SmsSenders,
    actor: Actor | None = None,
) -> Empty:
    """Stores a provider's report of a message.

    The caller proves itself by the secret ``word`` in the address, as reports are not signed. A repeated report, a late
    one and one about an unknown message change nothing and get the same response. Raises NotFound for another word,
    DomainError("shared.malformed").
    """
    if not hmac.compare_digest(word.encode(), senders.webhook_secret.encode()):
        raise NotFound("Provider", provider)
    try:
        report = senders.parse_report(provider, body)
    except LookupError as unknown:
        raise NotFound("Provider", provider) from unknown
    except ValueError as unreadable:
        raise DomainError("shared.malformed") from unreadable
    async with uow:
        message = await _load_message(report, provider, uow)
        if message is not None and not message.over:
            _apply_report(message, report, clock)
            await uow.commit()
    return Empty()


def _apply_report(message: SmsMessage, report: PushedReport, clock: Clock) -> None:
    """Applies the report to the message.

    A report may concern one part of several: delivery of all parts is polled in the next round.
    """
    if report.state == SmsState.DELIVERED and message.parts > 1:
        message.apply_report(SmsState.SENT, clock.now(), report.provider_id)
        message.checked_at = None
    else:
        message.apply_report(report.state, clock.now(), report.provider_id, report.error)


async def _load_message(report: PushedReport, provider: str, uow: UnitOfWork) -> SmsMessage | None:
    """Loads and locks the message that the report is about.

    Ids repeat after a restore of the database, so that the other fields have to agree.
    """
    message = None
    if report.ref is not None:
        message = await uow.find(SmsMessage, lock=True, id=report.ref, provider=provider)
    elif report.provider_id is not None:
        message = await uow.find(SmsMessage, lock=True, provider_id=report.provider_id, provider=provider)
    if message is None:
        return None
    other_id = report.provider_id and message.provider_id and report.provider_id != message.provider_id
    other_phone = report.phone and report.phone != message.phone
    return None if other_id or other_phone else message
