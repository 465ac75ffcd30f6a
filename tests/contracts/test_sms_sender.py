"""What sending relies on, whichever provider stands behind the port: the twin, and Eskiz over HTTP to its simulator
with its real ways of failing (protocols §3.1, M1)."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import pytest

from adapters.http_client import Patience
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
HASTY = Patience(connect=1.0, answer=0.5, tries=2, first_pause=0.01, longest_pause=0.02)


def a_message(ref: int = 7, phone: str = "+998901234567", text: str = TEXT) -> OutgoingSms:
    return OutgoingSms(ref, phone, text)


def about(ref: int = 7, provider_id: str | None = None, phone: str = "+998901234567") -> PolledSms:
    return PolledSms(ref, phone, provider_id, datetime.now(UTC))


class Stage(Protocol):
    """A provider that a test can trouble."""

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
    """The twin."""

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
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    if request.param == "memory":
        yield InMemory()
        return
    async with over_eskiz() as eskiz:
        yield eskiz


async def test_a_message_arrives_as_it_was_written(stage: Stage) -> None:
    """To the sign, to the number, once."""
    provider_id = await stage.sender.send(a_message())
    assert provider_id
    assert stage.got() == [(7, "+998901234567", TEXT)]
    told = await stage.sender.reports([about(provider_id=provider_id)])
    assert told[7].state is SmsState.SENT
    assert told[7].provider_id == provider_id


async def test_delivered_and_lost_are_the_providers_words(stage: Stage) -> None:
    """M1: nothing is delivered before it says so."""
    ids = {ref: await stage.sender.send(a_message(ref)) for ref in (1, 2, 3)}
    stage.deliver(1)
    stage.lose(2)
    told = await stage.sender.reports([about(ref, id) for ref, id in ids.items()])
    assert {ref: report.state.value for ref, report in told.items()} == {1: "delivered", 2: "failed", 3: "sent"}
    assert told[2].error == "undelivered"


async def test_what_was_taken_without_an_answer_is_found_by_our_number(stage: Stage) -> None:
    """M1: asked before anything is sent again; a number that it never had is not among the answers."""
    stage.tears()
    with pytest.raises(SmsOutcomeUnknown):
        await stage.sender.send(a_message(41))
    stage.well()
    told = await stage.sender.reports([about(41), about(42)])
    assert set(told) == {41}
    assert told[41].provider_id
    assert len(stage.got()) == 1


async def test_a_refused_text_says_why(stage: Stage) -> None:
    """§3.1: moderation is told apart, and nothing was sent."""
    stage.refuses_texts()
    with pytest.raises(SmsRefused) as refused:
        await stage.sender.send(a_message())
    assert refused.value.code == "moderation"
    assert stage.got() == []


async def test_an_account_says_what_is_left(stage: Stage) -> None:
    """For the test of the connection."""
    assert (await stage.sender.account()).balance
    stage.down()
    with pytest.raises(SmsUnavailable) as away:
        await stage.sender.account()
    assert away.value.reason == "failing"


async def test_reports_that_can_not_be_had_are_no_reports(stage: Stage) -> None:
    """A provider that is away has not said that it never had a message."""
    stage.tears()
    with pytest.raises(SmsOutcomeUnknown):
        await stage.sender.send(a_message())
    stage.down()
    with pytest.raises(SmsUnavailable):
        await stage.sender.reports([about()])


@pytest.mark.parametrize("fault", ["errors", "torn", "cut", "no-id", "slow"])
async def test_what_may_have_been_taken_is_sent_no_second_time(fault: str) -> None:
    """M1: Eskiz knows no idempotency key, so that a repeat would be a second message."""
    async with over_eskiz() as eskiz:
        await eskiz.sender.account()
        eskiz.provider.suffer(fault)
        with pytest.raises(SmsOutcomeUnknown):
            await eskiz.sender.send(a_message())
        assert eskiz.provider.asked <= 1
        assert len(eskiz.provider.messages) <= 1


async def test_nobody_there_means_not_taken() -> None:
    """A connection that was never made can be tried again at once."""
    sender = EskizSms("http://127.0.0.1:1", "a@b.uz", "x", "4546", HASTY)
    with pytest.raises(SmsUnavailable) as away:
        await sender.send(a_message())
    assert away.value.reason == "unreachable"
    await sender.close()


async def test_a_busy_provider_is_waited_for() -> None:
    """429 with Retry-After: not taken, so tried again; once in the end."""
    async with over_eskiz("busy") as eskiz:
        assert await eskiz.sender.send(a_message())
        assert len(eskiz.provider.messages) == 1


async def test_a_token_that_ended_is_renewed_once() -> None:
    """A new password in the cabinet ends it before its thirty days; no message is lost or doubled by that."""
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
async def test_what_keeps_messages_waiting(faults: tuple[str, ...], password: str, reason: str) -> None:
    """It is nothing about the message: it is sent when the account is well again."""
    async with over_eskiz(*faults, password=password) as eskiz:
        with pytest.raises(SmsUnavailable) as away:
            await eskiz.sender.send(a_message())
        assert away.value.reason == reason
        assert eskiz.provider.messages == []


@pytest.mark.parametrize(("fault", "code"), [("black-list", "blacklist"), ("moderated", "moderation")])
async def test_a_message_that_is_refused_for_itself(fault: str, code: str) -> None:
    """HTTP 400 with a sentence; the sentence goes no further."""
    async with over_eskiz(fault) as eskiz:
        with pytest.raises(SmsRefused) as refused:
            await eskiz.sender.send(a_message())
        assert (refused.value.code, str(refused.value)) == (code, code)


async def test_an_approved_text_passes_moderation() -> None:
    """A template of the cabinet with its gaps."""
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
async def test_both_vocabularies_of_statuses(ending: str, state: str, error: str | None) -> None:
    """§3.1: DELIVERED and DELIVRD, UNDELIV, EXPIRED, REJECTED; accepted is not delivered."""
    async with over_eskiz() as eskiz:
        phone = f"+9989012345{ending}"
        provider_id = await eskiz.sender.send(a_message(phone=phone))
        eskiz.provider.messages[0].at -= 120
        for asked in (about(provider_id=provider_id, phone=phone), about(phone=phone)):
            report = (await eskiz.sender.reports([asked]))[7]
            assert (report.state.value, report.error) == (state, error)


async def test_a_long_message_whose_last_part_was_lost_is_not_delivered() -> None:
    """M1: the head says DELIVERED, a part of the Cyrillic text says UNDELIV."""
    async with over_eskiz() as eskiz:
        provider_id = await eskiz.sender.send(a_message(text="Ассалому алайкум! " * 10))
        eskiz.provider.messages[0].at -= 120
        eskiz.provider.suffer("half")
        report = (await eskiz.sender.reports([about(provider_id=provider_id)]))[7]
        assert (report.state, report.error) == (SmsState.FAILED, "undelivered")


async def test_one_of_many_is_found_however_many_pages_there_are() -> None:
    """And the same number of ours at another phone is another message: numbers come again after a restore."""
    async with over_eskiz() as eskiz:
        for ref in (5, *range(100, 360)):
            eskiz.provider.take({"user_sms_id": str(ref), "mobile_phone": "998901234567", "message": TEXT})
        assert set(await eskiz.sender.reports([about(5)])) == {5}
        assert await eskiz.sender.reports([about(5, phone="+998900000000")]) == {}


async def test_no_log_line_has_text_phone_or_password(caplog: pytest.LogCaptureFixture) -> None:
    """ASVS-42: not where it goes well, not where it fails, not in the sink."""
    caplog.set_level(logging.DEBUG)
    async with over_eskiz() as eskiz:
        await eskiz.sender.send(a_message())
        await eskiz.sender.reports([about()])
        eskiz.provider.suffer("errors")
        with pytest.raises(SmsOutcomeUnknown):
            await eskiz.sender.send(a_message())
    assert await SmsLog().send(a_message()) == "log-7"
    said = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert "no SMS provider" in said
    for secret in ("kanareyka-2026", "998901234567", "demo-sms", "shahzoda"):
        assert secret not in said


async def test_the_sink_tells_of_no_delivery() -> None:
    """M1: what was sent nowhere arrived nowhere."""
    assert await SmsLog().reports([about(provider_id="log-7")]) == {}
