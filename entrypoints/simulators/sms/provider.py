"""The provider's state: tokens, approved texts, messages, active faults."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_urlsafe
from uuid import uuid4

FAULTS = {
    "down": "every call answers 503",
    "slow": "every call takes 2 s",
    "errors": "a message is answered 500, and not taken",
    "torn": "a message is taken, and answered 500",
    "cut": "a message is taken, and the connection breaks before the answer",
    "no-id": "a message is taken, and answered without its id",
    "busy": "every second message is answered 429 with Retry-After",
    "expired": "every token ends after three calls",
    "blocked": "signing in is answered 200 without a token",
    "no-money": "messages are refused for want of money",
    "moderated": "only approved texts are taken",
    "black-list": "every number is on the black list",
    "silent": "no message ever comes to a final status",
    "half": "of a long message the last part is lost, and its head is called delivered",
    "garbage": "answers are no JSON",
    "untold": "nobody is told of a delivery; who asks learns of it",
    "twice": "each word of a delivery is told twice",
    "disorder": "the last word of a delivery is told first",
}
SLOW_SECONDS = 2.0
CALLS_OF_A_SHORT_TOKEN = 3
UNMODERATED = (
    "Этот смс текст еще не прошёл модерацию. Сначала добавьте его через API - Шаблоны - Отправить шаблон "
    "или через кабинет my.eskiz.uz - СМС - Мои тексты."
)
# the final status by the end of the number
FATES = {"00": "UNDELIV", "01": "EXPIRED", "02": "REJECTED", "03": "ACCEPTED"}


@dataclass
class Taken:
    """An accepted message. ``fate``: its final status."""

    number: int
    request_id: str
    ref: str
    phone: str
    text: str
    sender: str
    at: float
    fate: str
    # the address for delivery reports
    callback_url: str = ""


@dataclass
class Provider:
    """One provider with one account.

    ``delay``: seconds until a message has its final status.
    """

    email: str = "markaz@example.uz"
    password: str = "demo-sms"  # noqa: S105 - of the simulator
    delay: float = 1.0
    approved: list[str] = field(default_factory=list)
    balance: int = 100_000
    clock: Callable[[], float] = time.time
    messages: list[Taken] = field(default_factory=list)
    faults: set[str] = field(default_factory=set)
    tokens: dict[str, int] = field(default_factory=dict)
    requests: int = 0

    def suffer(self, *faults: str) -> None:
        """Sets exactly these faults. Raises ValueError for an unknown one."""
        for fault in faults:
            if fault not in FAULTS:
                raise ValueError(f"unknown fault {fault!r}; known: {', '.join(FAULTS)}")
        self.faults = set(faults)

    def sign_in(self, email: str, password: str) -> str | None:
        """Returns a token, or None for a wrong password."""
        if (email, password) != (self.email, self.password):
            return None
        token = token_urlsafe(24)
        self.tokens[token] = 0
        return token

    def lets_in(self, authorization: str) -> bool:
        """True when the call carries a valid token."""
        token = authorization.removeprefix("Bearer ")
        if token not in self.tokens:
            return False
        self.tokens[token] += 1
        return "expired" not in self.faults or self.tokens[token] <= CALLS_OF_A_SHORT_TOKEN

    def refusal(self, form: dict[str, str]) -> str | None:
        """Returns the reason for a rejection, in the provider's words."""
        if not re.fullmatch(r"\d{1,12}", form.get("user_sms_id") or "0"):
            return "user_sms_id is invalid"
        if not re.fullmatch(r"998\d{9}", form.get("mobile_phone", "")):
            return "The mobile_phone format is invalid."
        if "black-list" in self.faults:
            return "Номер находится в черном списке"
        if "no-money" in self.faults or self.balance <= 0:
            return "Недостаточно средств на балансе"
        if "moderated" in self.faults and not any(_matches(it, form.get("message", "")) for it in self.approved):
            return UNMODERATED
        return None

    def take(self, form: dict[str, str]) -> Taken:
        """Accepts a message."""
        fate = "ENROUTE" if "silent" in self.faults else FATES.get(form["mobile_phone"][-2:], "DELIVERED")
        taken = Taken(
            number=len(self.messages) + 1,
            request_id=str(uuid4()),
            ref=form.get("user_sms_id", ""),
            phone=form["mobile_phone"],
            text=form.get("message", ""),
            sender=form.get("from", ""),
            at=self.clock(),
            fate=fate,
            callback_url=form.get("callback_url", ""),
        )
        self.messages.append(taken)
        self.balance -= 100
        return taken

    def find(self, id: str) -> Taken | None:
        """Finds a message by its id, or by the platform's own number."""
        return next((it for it in self.messages if id in (it.request_id, str(it.number))), None)

    def status(self, message: Taken) -> str:
        """Returns the current status of a message."""
        if self.clock() - message.at < self.delay:
            return "NEW" if self.clock() - message.at < self.delay / 2 else "ACCEPTED"
        return message.fate


def _matches(template: str, text: str) -> bool:
    """Matches an approved text: %w and %d stand for words and numbers."""
    pattern = re.escape(template).replace("%w", ".+").replace("%d", r"\d+")
    return re.fullmatch(pattern, text, re.DOTALL) is not None
