"""What writing to students needs of the outside: somebody who sends, and reads of what was sent."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.messaging import BatchAnswer, BatchQuery, SmsHistory, SmsHistoryQuery
from contracts.people.students import StudentsQuery
from domain.messaging.message import SmsState

# the sink that stands where no provider is chosen: it writes a line into the console's log and sends nothing
LOG = "log"


@dataclass(frozen=True)
class Outgoing:
    """A message to be sent. ``ref`` is our number for it, ``phone`` E.164; nobody writes ``text`` into a log."""

    ref: int
    phone: str
    text: str


@dataclass(frozen=True)
class Asked:
    """A message to be asked about; ``provider_id`` is missing where its handing over came to no answer."""

    ref: int
    phone: str
    provider_id: str | None
    handed_over: datetime


@dataclass(frozen=True)
class Report:
    """What a provider says of a message: SENT, DELIVERED or FAILED, with the word of the texts why."""

    state: SmsState
    provider_id: str
    error: str | None = None


@dataclass(frozen=True)
class Heard:
    """What a provider tells of a message unasked: our number or its own, the phone (E.164) where it says it."""

    ref: int | None
    provider_id: str | None
    phone: str
    state: SmsState
    error: str | None = None


@dataclass(frozen=True)
class Account:
    """What a provider says of our account; None where it does not say."""

    balance: str | None = None
    name: str = ""


class SmsRefused(Exception):
    """This message will not be sent. ``code``: moderation, number, blacklist, refused."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SmsUnavailable(Exception):
    """The provider does nothing for us now; what was to be sent was surely not taken.

    ``reason``: unreachable, slow, failing, busy, resting, unauthorised, no_money, garbage, refused.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SmsOutcomeUnknown(Exception):
    """The message was handed over and no answer came: it may have been sent."""


@runtime_checkable
class SmsSender(Protocol):
    """A provider of SMS."""

    @property
    def name(self) -> str:
        """By which messages remember who sent them."""
        ...

    async def send(self, message: Outgoing) -> str:
        """Hands a message over, once; gives the provider's id. Raises SmsRefused, SmsUnavailable, SmsOutcomeUnknown."""
        ...

    async def reports(self, asked: Sequence[Asked]) -> Mapping[int, Report]:
        """By our number, of those that the provider knows. Raises SmsUnavailable unless all of them were looked for."""
        ...

    async def account(self) -> Account:
        """Whether we are let in, and what is left. Raises SmsUnavailable."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class SmsSenders(Protocol):
    """The provider that the settings name at this moment."""

    def current(self) -> AbstractAsyncContextManager[SmsSender]:
        """The one to send with."""
        ...

    async def centre(self) -> str:
        """The centre's name in messages."""
        ...

    @property
    def word(self) -> str:
        """What stands in the address at which providers tell of deliveries; who knows it is believed."""
        ...

    def heard(self, provider: str, body: bytes) -> Heard:
        """What a provider tells unasked. Raises LookupError for one that tells nothing, ValueError for other words."""
        ...


@dataclass(frozen=True)
class Due:
    """A message that something is to be done about."""

    id: int
    status: SmsState


@runtime_checkable
class SmsQueue(Protocol):
    """Messages that nobody works at."""

    async def due(self, now: datetime, limit: int) -> list[Due]:
        """Those that wait too long, whose outcome is unknown, or whose delivery is to be asked for."""
        ...


@runtime_checkable
class SmsViews(Protocol):
    """Reads about messages."""

    async def history(self, student_id: int, asked: SmsHistoryQuery, actor: Actor) -> SmsHistory:
        """A student's messages, the newest first. Raises NotFound, also for one of another branch."""
        ...

    async def batch(self, batch_id: int, asked: BatchQuery, actor: Actor) -> BatchAnswer:
        """What became of a batch of the actor's own. Raises NotFound."""
        ...

    async def chosen(self, asked: StudentsQuery, actor: Actor, limit: int) -> list[int]:
        """The ids of the students that the list would show, of the actor's branches; ``limit`` at most."""
        ...

    async def seen(self, student_ids: Sequence[int], actor: Actor) -> list[int]:
        """Those of them that the actor may see, in the order given."""
        ...
