"""A message to a student's phone, from its writing to the provider's last word about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from domain.shared.state_machine import move


class SmsState(StrEnum):
    """Where a message is. UNKNOWN: it was handed over, and nobody has said what came of it."""

    WAITING = "waiting"
    UNKNOWN = "unknown"
    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"


# Handing over is written down before it is done: whatever dies then, a message is not handed over a second time
# without asking the provider (M1). Delivered is only what the provider calls so.
MOVES = {
    SmsState.WAITING: {SmsState.UNKNOWN, SmsState.FAILED},
    SmsState.UNKNOWN: {SmsState.SENT, SmsState.DELIVERED, SmsState.FAILED, SmsState.WAITING},
    SmsState.SENT: {SmsState.DELIVERED, SmsState.FAILED},
    SmsState.DELIVERED: set[SmsState](),
    SmsState.FAILED: set[SmsState](),
}
# no provider takes so long to answer, nor to list what it has taken
ANSWERED_WITHIN = timedelta(minutes=3)
# what could not be sent for a day is no news any more
WORTH_SENDING = timedelta(days=1)
# operators try for a day; what a provider has not told in three days it never tells
TOLD_WITHIN = timedelta(days=3)
NO_PHONE, TOO_LATE = "no_phone", "too_late"


@dataclass
class SmsMessage:
    """``text`` is what may be read later: a password is dots in it; ``sealed_text`` is the whole one until it is sent.

    ``phone`` is E.164; ``sent_at``: when it was last handed over; ``provider_id``: the provider's name for it;
    ``error``: why it failed, a word of the texts.
    """

    phone: str
    text: str
    parts: int
    created_at: datetime
    student_id: int | None = None
    status: str = SmsState.WAITING
    provider: str = ""
    provider_id: str | None = None
    error: str | None = None
    sealed_text: bytes | None = None
    initiator_id: int | None = None
    batch_id: int | None = None
    batch_place: int | None = None
    sent_at: datetime | None = None
    delivered_at: datetime | None = None
    checked_at: datetime | None = None
    id: int | None = None
    version: int = 1

    @property
    def over(self) -> bool:
        """Nothing more can come of it."""
        return not MOVES[SmsState(self.status)]

    def stale(self, now: datetime) -> bool:
        """It waited so long that it is not to be sent any more."""
        return now - self.created_at > WORTH_SENDING

    def settled_soon(self, now: datetime) -> bool:
        """Whoever handed it over may still be at it, or the provider not have listed it yet."""
        return self.sent_at is not None and now - self.sent_at < ANSWERED_WITHIN

    def hand_over(self, provider: str, now: datetime) -> None:
        """It is about to be given to a provider; until that one's word nobody knows what came of it."""
        self.status = move(MOVES, SmsState(self.status), SmsState.UNKNOWN)
        self.provider, self.sent_at = provider, now

    def take_back(self) -> None:
        """The provider surely has not taken it: it can be handed over again."""
        self.status = move(MOVES, SmsState(self.status), SmsState.WAITING)
        self.provider, self.sent_at = "", None

    def tell(self, state: SmsState, now: datetime, provider_id: str | None = None, error: str | None = None) -> bool:
        """What the provider says of it; False where that is nothing new. A word that comes too late changes nothing."""
        self.provider_id = provider_id or self.provider_id
        if self.over or state == self.status:
            return False
        self.status = move(MOVES, SmsState(self.status), state)
        self.error, self.sealed_text = error, None
        if state == SmsState.DELIVERED:
            self.delivered_at = now
        return True

    def fail(self, error: str, now: datetime) -> None:
        """It will not be sent."""
        self.tell(SmsState.FAILED, now, error=error)


@dataclass
class SmsBatch:
    """One text for many students; ``student_ids`` are those it was asked for."""

    text: str
    student_ids: list[int]
    created_at: datetime
    initiator_id: int | None = None
    id: int | None = None
