"""An SMS provider in memory that stores messages, or fails as configured."""

from collections.abc import Mapping, Sequence

from application.messaging.ports import (
    Account,
    OutgoingSms,
    PolledSms,
    Report,
    SmsOutcomeUnknown,
    SmsRefused,
    SmsUnavailable,
)
from domain.messaging.message import SmsState


class SmsInMemory:
    """See ``application.messaging.ports.SmsSender``.

    ``taken``: the accepted messages. ``unavailable``, ``refuses``: the error of every call; ``torn``: messages are
    accepted, but the response is lost.
    """

    name = "memory"

    def __init__(self) -> None:
        self.taken: list[OutgoingSms] = []
        self.reports_by_ref: dict[int, Report] = {}
        self.unavailable: str | None = None
        self.refuses: str | None = None
        self.torn = False

    async def send(self, message: OutgoingSms) -> str:
        if self.unavailable:
            raise SmsUnavailable(self.unavailable)
        if self.refuses:
            raise SmsRefused(self.refuses)
        self.taken.append(message)
        provider_id = f"memory-{len(self.taken)}"
        self.reports_by_ref[message.ref] = Report(SmsState.SENT, provider_id)
        if self.torn:
            raise SmsOutcomeUnknown
        return provider_id

    async def reports(self, polled: Sequence[PolledSms]) -> Mapping[int, Report]:
        if self.unavailable:
            raise SmsUnavailable(self.unavailable)
        return {one.ref: self.reports_by_ref[one.ref] for one in polled if one.ref in self.reports_by_ref}

    async def account(self) -> Account:
        if self.unavailable:
            raise SmsUnavailable(self.unavailable)
        return Account("1000", "memory")

    async def close(self) -> None:
        pass

    def deliver(self, ref: int) -> None:
        """Reports a message as delivered."""
        self.reports_by_ref[ref] = Report(SmsState.DELIVERED, self.reports_by_ref[ref].provider_id)

    def lose(self, ref: int, error: str) -> None:
        """Reports a message as failed."""
        self.reports_by_ref[ref] = Report(SmsState.FAILED, self.reports_by_ref[ref].provider_id, error)
