"""What a provider tells of deliveries by itself, sooner than we would ask (M1)."""

import hmac

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.messaging.ports import Heard, SmsSenders
from application.ports import Clock, UnitOfWork
from contracts.shared import Empty
from domain.messaging.message import SmsMessage, SmsState
from domain.shared.errors import DomainError, NotFound


@permits(PUBLIC)
async def take_delivery(
    provider: str,
    body: bytes,
    *,
    word: str,
    uow: UnitOfWork,
    clock: Clock,
    senders: SmsSenders,
    actor: Actor | None = None,
) -> Empty:
    """Keeps what a provider says of a message; who calls shows the word of the address, for nobody signs anything.

    A repeat, a word that comes late and one about a message that nobody has sent change nothing, and are answered
    alike. Raises NotFound for another word, DomainError("shared.malformed").
    """
    if not hmac.compare_digest(word.encode(), senders.word.encode()):
        raise NotFound("Provider", provider)
    try:
        heard = senders.heard(provider, body)
    except LookupError as unknown:
        raise NotFound("Provider", provider) from unknown
    except ValueError as unreadable:
        raise DomainError("shared.malformed") from unreadable
    async with uow:
        message = await _meant(heard, provider, uow)
        if message is not None and not message.over:
            _note(message, heard, clock)
            await uow.commit()
    return Empty()


def _note(message: SmsMessage, heard: Heard, clock: Clock) -> None:
    """Of a message in parts one part may be spoken of: that all have arrived is asked for, at the next round."""
    if heard.state == SmsState.DELIVERED and message.parts > 1:
        message.tell(SmsState.SENT, clock.now(), heard.provider_id)
        message.checked_at = None
    else:
        message.tell(heard.state, clock.now(), heard.provider_id, heard.error)


async def _meant(heard: Heard, provider: str, uow: UnitOfWork) -> SmsMessage | None:
    """The message that is spoken of, held. Our numbers come again after a restore, so that the rest has to agree."""
    message = None
    if heard.ref is not None:
        message = await uow.find(SmsMessage, lock=True, id=heard.ref, provider=provider)
    elif heard.provider_id is not None:
        message = await uow.find(SmsMessage, lock=True, provider_id=heard.provider_id, provider=provider)
    if message is None:
        return None
    other_id = heard.provider_id and message.provider_id and heard.provider_id != message.provider_id
    other_phone = heard.phone and heard.phone != message.phone
    return None if other_id or other_phone else message
