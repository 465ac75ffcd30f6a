"""The SMS sender without a provider: messages are logged and not delivered.

The log line does not contain the message.
"""

import logging
from collections.abc import Mapping, Sequence

from application.messaging.ports import LOG, Account, OutgoingSms, PolledSms, Report
from domain.messaging.parts import count_parts
from domain.people.phones import mask_phone

log = logging.getLogger("markaz.sms")


class SmsLog:
    """See ``application.messaging.ports.SmsSender``. Reports no deliveries."""

    name = LOG

    async def send(self, message: OutgoingSms) -> str:
        parts = count_parts(message.text).parts
        log.warning(
            "no SMS provider: message %s to %s (%s parts) not sent", message.ref, mask_phone(message.phone), parts
        )
        return f"log-{message.ref}"

    async def reports(self, polled: Sequence[PolledSms]) -> Mapping[int, Report]:
        log.debug("%s messages asked about; nothing is known of them", len(polled))
        return {}

    async def account(self) -> Account:
        return Account(name="log")

    async def close(self) -> None:
        pass
