"""Ports of messaging: SMS providers, and queries of messages."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.messaging import BatchAnswer, BatchesQuery, BatchPage, BatchQuery, SmsHistory, SmsHistoryQuery
from contracts.people.students import StudentsQuery
from domain.messaging.message import SmsState

# the sender used without a provider: it writes a line to the console's log and sends nothing
LOG = "log"


@dataclass(frozen=True)
class OutgoingSms:
    """A message to send.

    ``ref`` is our number for it, ``phone`` E.164; ``text`` must never be logged.
    """

    ref: int
    phone: str
    text: str


@dataclass(frozen=True)
class PolledSms:
    """A message whose delivery is polled.

    ``provider_id`` is missing if no response to its hand-over arrived.
    """

    ref: int
    phone: str
    provider_id: str | None
    handed_over: datetime


@dataclass(frozen=True)
class Report:
    """A provider's report of a message: SENT, DELIVERED or FAILED with an error code."""

    state: SmsState
    provider_id: str
    error: str | None = None


@dataclass(frozen=True)
class PushedReport:
    """A delivery report that a provider pushed.

    It has our number or the provider's, and the phone (E.164) if given.
    """

    ref: int | None
    provider_id: str | None
    phone: str
    state: SmsState
    error: str | None = None


@dataclass(frozen=True)
class Account:
    """A provider's data of our account; None for what it does not report."""

    balance: str | None = None
    name: str = ""


class SmsRefused(Exception):
    """The provider rejected the message.

    ``code``: moderation, number, blacklist, refused.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SmsUnavailable(Exception):
    """The provider is unavailable; it certainly did not accept the message.

    ``reason``: unreachable, slow, failing, busy, resting, unauthorised, no_money, garbage, refused, cut, too_large,
    not_allowed.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SmsOutcomeUnknown(Exception):
    """The message was handed over without a response: it may have been sent."""


@runtime_checkable
class SmsSender(Protocol):
    """Sends SMS through a provider."""

    @property
    def name(self) -> str:
        """The name under which messages record their provider."""
        ...

    async def send(self, message: OutgoingSms) -> str:
        """Hands a message over, once, and returns the provider's id.

        Raises SmsRefused, SmsUnavailable, SmsOutcomeUnknown.
        """
        ...

    async def reports(self, polled: Sequence[PolledSms]) -> Mapping[int, Report]:
        """Returns the reports by our number, for the messages the provider knows.

        Raises SmsUnavailable unless all of them were looked up.
        """
        ...

    async def account(self) -> Account:
        """Checks the credentials and returns the balance. Raises SmsUnavailable."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class SmsSenders(Protocol):
    """The provider as configured at present."""

    def current(self) -> AbstractAsyncContextManager[SmsSender]:
        """Returns the sender to use. Raises NotLive on a copy."""
        ...

    async def connected(self) -> bool:
        """Returns False if messages are only logged."""
        ...

    async def centre(self) -> str:
        """Returns the centre's name in messages."""
        ...

    @property
    def webhook_secret(self) -> str:
        """Returns the secret part of the address for delivery reports.

        A caller that knows it is trusted.
        """
        ...

    def parse_report(self, provider: str, body: bytes) -> PushedReport:
        """Parses a pushed delivery report.

        Raises LookupError for a provider that pushes none, ValueError for an invalid body.
        """
        ...


@dataclass(frozen=True)
class DueSms:
    """A message that requires an action."""

    id: int
    status: SmsState


@runtime_checkable
class SmsQueue(Protocol):
    """Messages without an active worker."""

    async def due(self, now: datetime, limit: int, *, quiet: bool = False) -> list[DueSms]:
        """Returns overdue messages, those of unknown outcome, and those to poll.

        In quiet hours those about an absence are not overdue (D-158).
        """
        ...

    async def is_outdated(self, message_id: int) -> bool:
        """True if the student of a message about an absence is not absent any more."""
        ...

    async def is_login_removed(self, message_id: int) -> bool:
        """True if the operation that opened the account of this message was undone."""
        ...


@runtime_checkable
class SmsViews(Protocol):
    """Queries of messages."""

    async def history(self, student_id: int, query: SmsHistoryQuery, actor: Actor) -> SmsHistory:
        """Returns a student's messages, newest first.

        Raises NotFound, also for a student of another branch.
        """
        ...

    async def batches(self, query: BatchesQuery, actor: Actor) -> BatchPage:
        """Returns the actor's batches."""
        ...

    async def batch(self, batch_id: int, query: BatchQuery, actor: Actor) -> BatchAnswer:
        """Returns the results of the actor's batch. Raises NotFound."""
        ...

    async def matching_ids(self, query: StudentsQuery, actor: Actor, limit: int) -> list[int]:
        """Returns at most ``limit`` ids that the students list shows to the actor."""
        ...

    async def visible_ids(self, student_ids: Sequence[int], actor: Actor) -> list[int]:
        """Returns those of the students whom the actor may see, in the given order."""
        ...
