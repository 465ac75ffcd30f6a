"""The contract of SMS senders (protocols §3.1, M1).

Runs against the in-memory implementation, and Eskiz over HTTP to its simulator with its real faults.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import pytest

from adapters.http_client import RetryPolicy
from adapters.memory.sms import SmsInMemory
from adapters.sms.eskiz import EskizSms
from adapters.sms.log import SmsLog
from application.messaging.ports import (
    OutgoingSms,
    PolledSms,
    SmsOutcomeUnknown,
    SmsRefused,
    SmsSender,
    SmsUnavailable,
)
from domain.messaging.message import SmsState
from entrypoints.simulators.sms import Provider, serve

TEXT = "Markaz. Login: shahzoda Parol: kanareyka-2026"
HASTY = RetryPolicy(connect=1.0, answer=2.0, tries=2, first_pause=0.01, longest_pause=0.02)


def a_message(ref: int = 7, phone: str = "+998901234567", text: str = TEXT) -> OutgoingSms:
    return OutgoingSms(ref, phone, text)


def about(ref: int = 7, provider_id: str | None = None, phone: str = "+998901234567") -> PolledSms:
    return PolledSms(ref, phone, provider_id, datetime.now(UTC))


class Harness(Protocol):
    """A provider that a test can make fail."""

    @property
    def sender(self) -> SmsSender: ...

    def got(self) -> list[tuple[int, str, str]]: ...

    def deliver(self, ref: int) -> None: ...

    def lose(self, ref: int) -> None: ...

    def down(self) -> None: ...

    def tears(self) -> None: ...

    def refuses_texts(self) -> None: ...

    def well(self) -> None: ...


class InMemory:
    """The in-memory implementation."""

    def __init__(self) -> None:
        self.sender = SmsInMemory()
        self.deliver = self.sender.deliver

    def got(self) -> list[tuple[int, str, str]]:
        return [(it.ref, it.phone, it.text) for it in self.sender.taken]

    def lose(self, ref: int) -> None:
        self.sender.lose(ref, "undelivered")

    def down(self) -> None:
        self.sender.unavailable = "failing"

    def tears(self) -> None:
        self.sender.torn = True

    def refuses_texts(self) -> None:
        self.sender.refuses = "moderation"

    def well(self) -> None:
        self.sender.unavailable = self.sender.refuses = None
        self.sender.torn = False


@dataclass
class OverEskiz:
    """The real adapter and the simulator."""

    sender: EskizSms
    provider: Provider

    def got(self) -> list[tuple[int, str, str]]:
        return [(int(it.ref), f"+{it.phone}", it.text) for it in self.provider.messages]

    def deliver(self, ref: int) -> None:
        self._end(ref, "DELIVERED")

    def lose(self, ref: int) -> None:
        self._end(ref, "UNDELIV")

    def _end(self, ref: int, fate: str) -> None:
        for message in self.provider.messages:
            if message.ref == str(ref):
                message.fate, message.at = fate, message.at - self.provider.delay

    def down(self) -> None:
        self.provider.suffer("down")

    def tears(self) -> None:
        self.provider.suffer("torn")

    def refuses_texts(self) -> None:
        self.provider.suffer("moderated")

    def well(self) -> None:
        self.provider.suffer()


@asynccontextmanager
async def over_eskiz(*faults: str, password: str = "demo-sms") -> AsyncIterator[OverEskiz]:
    provider = Provider(delay=60)
    provider.suffer(*faults)
    async with serve(provider) as url:
        sender = EskizSms(url, provider.email, password, "4546", HASTY)
        try:
            yield OverEskiz(sender, provider)
        finally:
            await sender.close()


@pytest.fixture(params=["memory", "eskiz"])
async def harness(request: pytest.FixtureRequest) -> AsyncIterator[Harness]:
    if request.param == "memory":
        yield InMemory()
        return
    async with over_eskiz() as eskiz:
        yield eskiz


async def test_a_message_arrives_as_it_was_written(harness: Harness) -> None:
    """Character for character, to the number, once."""
    provider_id = await harness.sender.send(a_message())
    assert provider_id
    assert harness.got() == [(7, "+998901234567", TEXT)]
    reports = await harness.sender.reports([about(provider_id=provider_id)])
    assert reports[7].state is SmsState.SENT
    assert reports[7].provider_id == provider_id


async def test_delivered_and_failed_come_from_the_provider(harness: Harness) -> None:
    """A message is not delivered until the provider reports it (M1)."""
    ids = {ref: await harness.sender.send(a_message(ref)) for ref in (1, 2, 3)}
    harness.deliver(1)
    harness.lose(2)
    reports = await harness.sender.reports([about(ref, id) for ref, id in ids.items()])
    assert {ref: report.state.value for ref, report in reports.items()} == {1: "delivered", 2: "failed", 3: "sent"}
    assert reports[2].error == "undelivered"


async def test_a_message_without_an_answer_is_found_by_our_number(harness: Harness) -> None:
    """Queried before any retry; a number it never had is not among the answers.

    M1.
    """
    harness.tears()
    with pytest.raises(SmsOutcomeUnknown):
        await harness.sender.send(a_message(41))
    harness.well()
    reports = await harness.sender.reports([about(41), about(42)])
    assert set(reports) == {41}
    assert reports[41].provider_id
    assert len(harness.got()) == 1


async def test_a_rejected_text_has_its_reason(harness: Harness) -> None:
    """Moderation is reported separately, and nothing was sent (§3.1)."""
    harness.refuses_texts()
    with pytest.raises(SmsRefused) as refused:
        await harness.sender.send(a_message())
    assert refused.value.code == "moderation"
    assert harness.got() == []


async def test_an_account_reports_its_balance(harness: Harness) -> None:
    """For the connection test."""
    assert (await harness.sender.account()).balance
    harness.down()
    with pytest.raises(SmsUnavailable) as away:
        await harness.sender.account()
    assert away.value.reason == "failing"


async def test_missing_reports_are_not_negative_reports(harness: Harness) -> None:
    """An unavailable provider has not denied having a message."""
    harness.tears()
    with pytest.raises(SmsOutcomeUnknown):
        await harness.sender.send(a_message())
    harness.down()
    with pytest.raises(SmsUnavailable):
        await harness.sender.reports([about()])


@pytest.mark.parametrize("fault", ["errors", "torn", "cut", "no-id", "slow"])
async def test_a_possibly_sent_message_is_not_sent_again(fault: str) -> None:
    """Eskiz has no idempotency key, so a repeat would be a second message (M1)."""
    async with over_eskiz() as eskiz:
        await eskiz.sender.account()
        eskiz.provider.suffer(fault)
        with pytest.raises(SmsOutcomeUnknown):
            await eskiz.sender.send(a_message())
        assert eskiz.provider.requests <= 1
        assert len(eskiz.provider.messages) <= 1


async def test_an_unreachable_provider_has_not_sent() -> None:
    """A connection that was never made can be retried at once."""
    sender = EskizSms("http://127.0.0.1:1", "a@b.uz", "x", "4546", HASTY)
    with pytest.raises(SmsUnavailable) as away:
        await sender.send(a_message())
    assert away.value.reason == "unreachable"
    await sender.close()


async def test_a_busy_provider_is_retried_later() -> None:
    """429 with Retry-After: not sent, so retried; exactly one message results."""
    async with over_eskiz("busy") as eskiz:
        assert await eskiz.sender.send(a_message())
        assert len(eskiz.provider.messages) == 1


async def test_an_expired_token_is_renewed_once() -> None:
    """A new password in the cabinet ends it before its thirty days.

    No message is lost or doubled.
    """
    async with over_eskiz("expired") as eskiz:
        for ref in range(8):
            await eskiz.sender.send(a_message(ref))
        assert [it.ref for it in eskiz.provider.messages] == [str(ref) for ref in range(8)]
        assert len(eskiz.provider.tokens) >= 3


@pytest.mark.parametrize(
    ("faults", "password", "reason"),
    [
        ((), "wrong", "unauthorised"),
        (("blocked",), "demo-sms", "unauthorised"),
        (("no-money",), "demo-sms", "no_money"),
        (("down",), "demo-sms", "failing"),
        (("garbage",), "demo-sms", "unauthorised"),
    ],
)
async def test_an_account_problem_defers_messages(faults: tuple[str, ...], password: str, reason: str) -> None:
    """The message is fine: it is sent once the account works again."""
    async with over_eskiz(*faults, password=password) as eskiz:
        with pytest.raises(SmsUnavailable) as away:
            await eskiz.sender.send(a_message())
        assert away.value.reason == reason
        assert eskiz.provider.messages == []


@pytest.mark.parametrize(("fault", "code"), [("black-list", "blacklist"), ("moderated", "moderation")])
async def test_a_message_rejected_for_its_content_fails(fault: str, code: str) -> None:
    """HTTP 400 with a reason; the reason is not passed on."""
    async with over_eskiz(fault) as eskiz:
        with pytest.raises(SmsRefused) as refused:
            await eskiz.sender.send(a_message())
        assert (refused.value.code, str(refused.value)) == (code, code)


async def test_an_approved_text_passes_moderation() -> None:
    """A template of the cabinet with its placeholders."""
    async with over_eskiz("moderated") as eskiz:
        eskiz.provider.approved.append("Markaz. Login: %w Parol: %w")
        assert await eskiz.sender.send(a_message())


@pytest.mark.parametrize(
    ("ending", "state", "error"),
    [
        ("67", "delivered", None),
        ("00", "failed", "undelivered"),
        ("01", "failed", "expired"),
        ("02", "failed", "rejected"),
        ("03", "sent", None),
    ],
)
async def test_both_vocabularies_of_statuses_are_read(ending: str, state: str, error: str | None) -> None:
    """DELIVERED and DELIVRD, UNDELIV, EXPIRED, REJECTED; accepted is not delivered.

    §3.1.
    """
    async with over_eskiz() as eskiz:
        phone = f"+9989012345{ending}"
        provider_id = await eskiz.sender.send(a_message(phone=phone))
        eskiz.provider.messages[0].at -= 120
        for message in (about(provider_id=provider_id, phone=phone), about(phone=phone)):
            report = (await eskiz.sender.reports([message]))[7]
            assert (report.state.value, report.error) == (state, error)


async def test_a_long_message_with_a_lost_part_is_not_delivered() -> None:
    """The head says DELIVERED, a part of the Cyrillic text says UNDELIV (M1)."""
    async with over_eskiz() as eskiz:
        provider_id = await eskiz.sender.send(a_message(text="Ассалому алайкум! " * 10))
        eskiz.provider.messages[0].at -= 120
        eskiz.provider.suffer("half")
        report = (await eskiz.sender.reports([about(provider_id=provider_id)]))[7]
        assert (report.state, report.error) == (SmsState.FAILED, "undelivered")


async def test_a_message_is_found_on_any_page() -> None:
    """The same number of ours to another phone is another message.

    Numbers repeat after a restore.
    """
    async with over_eskiz() as eskiz:
        for ref in (5, *range(100, 360)):
            eskiz.provider.take({"user_sms_id": str(ref), "mobile_phone": "998901234567", "message": TEXT})
        assert set(await eskiz.sender.reports([about(5)])) == {5}
        assert await eskiz.sender.reports([about(5, phone="+998900000000")]) == {}


async def test_no_log_line_has_text_phone_or_password(caplog: pytest.LogCaptureFixture) -> None:
    """Neither on success, nor on failure, nor in the sink (ASVS-42)."""
    caplog.set_level(logging.DEBUG)
    async with over_eskiz() as eskiz:
        await eskiz.sender.send(a_message())
        await eskiz.sender.reports([about()])
        eskiz.provider.suffer("errors")
        with pytest.raises(SmsOutcomeUnknown):
            await eskiz.sender.send(a_message())
    assert await SmsLog().send(a_message()) == "log-7"
    log = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert "no SMS provider" in log
    for secret in ("kanareyka-2026", "998901234567", "demo-sms", "shahzoda"):
        assert secret not in log


async def test_the_sink_reports_no_delivery() -> None:
    """A message sent nowhere was delivered nowhere (M1)."""
    assert await SmsLog().reports([about(provider_id="log-7")]) == {}
