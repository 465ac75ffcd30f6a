"""Quiet hours: no message about an absence at night (D-158)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.messaging.message import SmsMessage
from domain.messaging.quiet_hours import quiet_until
from domain.messaging.templates import ABSENCE_PURPOSE, LOGIN_PURPOSE, known_placeholders, missing_placeholders

ZONE = ZoneInfo("Asia/Tashkent")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-16T07:59:59.999", "2026-11-16T08:00"),
        ("2026-11-16T08:00", None),
        ("2026-11-16T20:59:59.999", None),
        ("2026-11-16T21:00", "2026-11-17T08:00"),
        ("2026-11-16T23:59:59", "2026-11-17T08:00"),
        ("2026-11-17T00:00", "2026-11-17T08:00"),
        ("2026-12-31T21:00", "2027-01-01T08:00"),
    ],
)
def test_a_message_waits_from_nine_in_the_evening_until_eight(now: str, until: str | None) -> None:
    """D-158: both ends exactly, by the centre's clock wherever the server stands."""
    utc = at(now).astimezone(ZoneInfo("UTC"))
    assert quiet_until(utc, ZONE) == (at(until) if until else None)


def test_only_a_message_about_an_absence_rests_at_night() -> None:
    """A login that somebody is waiting for is sent at once."""
    message = SmsMessage("+998901234567", "Salom", 1, at("2026-11-16T22:00"))
    assert not message.rests_at_night
    message.lesson_id = 7
    assert message.rests_at_night


def test_a_text_about_an_absence_has_the_lessons_day_and_hour() -> None:
    """D-158: by placeholders, which no other text has."""
    assert missing_placeholders("{name} kelmadi", ABSENCE_PURPOSE) == ["day", "hour"]
    assert missing_placeholders("{day} {hour}", ABSENCE_PURPOSE) == []
    assert missing_placeholders("{name}", None) == []
    assert {"day", "hour", "group"} <= set(known_placeholders(ABSENCE_PURPOSE))
    assert not {"day", "hour", "group"} & {*known_placeholders(None), *known_placeholders(LOGIN_PURPOSE)}
    assert not {"login", "password"} & {*known_placeholders(None), *known_placeholders(ABSENCE_PURPOSE)}
