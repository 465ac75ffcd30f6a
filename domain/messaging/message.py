"""A message to a student's phone, from creation to the provider's final report."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from domain.shared.state_machine import move


class SmsState(StrEnum):
    """The state of a message. UNKNOWN: it was handed over without a known outcome."""

    WAITING = "waiting"
    UNKNOWN = "unknown"
    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"


# The hand-over is committed before it happens: after a crash a message is not handed over a second time
# without polling the provider (M1). Only the provider's report makes a message delivered.
MOVES = {
    SmsState.WAITING: {SmsState.UNKNOWN, SmsState.FAILED},
    SmsState.UNKNOWN: {SmsState.SENT, SmsState.DELIVERED, SmsState.FAILED, SmsState.WAITING},
    SmsState.SENT: {SmsState.DELIVERED, SmsState.FAILED},
    SmsState.DELIVERED: set[SmsState](),
    SmsState.FAILED: set[SmsState](),
}
# no provider takes longer to respond, nor to list an accepted message
ANSWERED_WITHIN = timedelta(minutes=3)
# a message that could not be sent for a day is obsolete
WORTH_SENDING = timedelta(days=1)
# operators retry for a day; a provider that has not reported in three days never does
REPORTED_WITHIN = timedelta(days=3)
NO_PHONE, TOO_LATE, GONE, NOT_ABSENT = "no_phone", "too_late", "gone", "not_absent"
# of messages with a login: its owner has signed in; the account was changed or removed
ACCOUNT_USED, NO_ACCOUNT = "account_used", "no_account"


@dataclass
class SmsMessage:
    """A message to the phone of a student, or of an academic.

    ``text`` is the readable text with a masked password; ``sealed_text`` is the full one, encrypted and stored until
    the message is sent. ``phone`` is E.164; ``sent_at``: the last hand-over; ``provider_id``: the provider's name for
    it; ``error``: the code of the text why it failed; ``lesson_id``: the lesson from which the student was absent
    (D-158).
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
    lesson_id: int | None = None
    sent_at: datetime | None = None
    delivered_at: datetime | None = None
    checked_at: datetime | None = None
    id: int | None = None
    teacher_id: int | None = None
    version: int = 1

    @property
    def over(self) -> bool:
        """The state is final."""
        return not MOVES[SmsState(self.status)]

    @property
    def rests_at_night(self) -> bool:
        """A message about an absence waits through the quiet hours (D-158)."""
        return self.lesson_id is not None

    def is_expired(self, now: datetime) -> bool:
        """The message waited too long to be sent."""
        return now - self.created_at > WORTH_SENDING

    def hand_over_in_progress(self, now: datetime) -> bool:
        """The hand-over may be in progress, or not yet listed by the provider."""
        return self.sent_at is not None and now - self.sent_at < ANSWERED_WITHIN

    def hand_over(self, provider: str, now: datetime) -> None:
        """Marks the hand-over to a provider; its outcome is unknown until a report."""
        self.status = move(MOVES, SmsState(self.status), SmsState.UNKNOWN)
        self.provider, self.sent_at = provider, now

    def requeue(self) -> None:
        """Returns the message to waiting: the provider certainly has not accepted it."""
        self.status = move(MOVES, SmsState(self.status), SmsState.WAITING)
        self.provider, self.sent_at = "", None

    def apply_report(
        self, state: SmsState, now: datetime, provider_id: str | None = None, error: str | None = None
    ) -> bool:
        """Applies a provider's report; returns False if it changes nothing.

        A report that arrives too late changes nothing.
        """
        self.provider_id = provider_id or self.provider_id
        if self.over or state == self.status:
            return False
        self.status = move(MOVES, SmsState(self.status), state)
        self.error, self.sealed_text = error, None
        if state == SmsState.DELIVERED:
            self.delivered_at = now
        return True

    def fail(self, error: str, now: datetime) -> None:
        """Marks the message as failed; it will not be sent."""
        self.apply_report(SmsState.FAILED, now, error=error)


@dataclass
class SmsBatch:
    """One text for many students; ``student_ids`` are the selected ones.

    ``act_id``: the operation whose opened accounts get their logins; if it is about academics, so are the ids.
    """

    text: str
    student_ids: list[int]
    created_at: datetime
    initiator_id: int | None = None
    act_id: int | None = None
    id: int | None = None
