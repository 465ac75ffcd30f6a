"""The states of a message; delivered comes from the provider alone (M1)."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from domain.messaging.message import ANSWERED_WITHIN, MOVES, SmsMessage, SmsState
from domain.messaging.templates import fill, placeholders, unknown_placeholders
from domain.shared.errors import DomainError
from domain.shared.state_machine import move

NOON = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)


def a_message(status: SmsState = SmsState.WAITING) -> SmsMessage:
    return SmsMessage("+998901234567", "Salom", 1, NOON, status=status, sealed_text=b"x")


@pytest.mark.parametrize(("current", "target"), list(itertools.product(SmsState, SmsState)))
def test_every_pair_of_states_is_allowed_or_rejected(current: SmsState, target: SmsState) -> None:
    """Nothing unsent is delivered; final states stay."""
    if target in MOVES[current]:
        assert move(MOVES, current, target) is target
    else:
        with pytest.raises(DomainError, match=r"shared\.illegal_move"):
            move(MOVES, current, target)


def test_a_message_is_not_delivered_before_it_was_sent() -> None:
    """M1."""
    assert SmsState.DELIVERED not in MOVES[SmsState.WAITING]
    assert SmsState.SENT not in MOVES[SmsState.WAITING]


def test_a_sent_message_is_unknown_until_the_provider_reports() -> None:
    """If the process dies in between, the stored state is "possibly sent"."""
    message = a_message()
    message.hand_over("eskiz", NOON)
    assert (message.status, message.provider, message.sent_at) == ("unknown", "eskiz", NOON)
    assert message.sealed_text == b"x"
    assert message.hand_over_in_progress(NOON + timedelta(seconds=5))
    assert not message.hand_over_in_progress(NOON + ANSWERED_WITHIN)
    assert message.apply_report(SmsState.SENT, NOON, "id-1")
    assert (message.status, message.provider_id, message.sealed_text) == ("sent", "id-1", None)


def test_a_late_report_changes_nothing() -> None:
    """Reports arrive twice and out of order."""
    message = a_message(SmsState.SENT)
    assert message.apply_report(SmsState.DELIVERED, NOON)
    for late in SmsState:
        assert not message.apply_report(late, NOON + timedelta(hours=1), error="expired")
    assert (message.status, message.delivered_at, message.error) == ("delivered", NOON, None)


def test_a_message_that_was_certainly_not_sent_can_be_sent_again() -> None:
    """Its text is stored until then."""
    message = a_message()
    message.hand_over("eskiz", NOON)
    message.requeue()
    assert (message.status, message.sent_at, message.provider, message.sealed_text) == ("waiting", None, "", b"x")


def test_placeholders_are_filled_once() -> None:
    """A value that looks like a placeholder is not filled."""
    assert fill("{name}: {login}", {"name": "{login}", "login": "x"}) == "{login}: x"
    assert placeholders("{name} {qarz} {") == ["name", "qarz"]
    assert unknown_placeholders("{name} {qarz}") == ["qarz"]
