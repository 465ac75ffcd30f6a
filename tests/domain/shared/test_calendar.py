"""Uzbek calendar words (D-52); DD.MM.YYYY and the centre's zone (D-6).

The web's tests hold them to CLDR.
"""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from domain.shared import calendar


def test_june_and_july_differ_when_shortened() -> None:
    assert (calendar.month_short(6), calendar.month_short(7)) == ("iyn", "iyl")


def test_the_week_begins_on_monday() -> None:
    monday = date(2026, 11, 16).isoweekday()
    assert calendar.weekday_wide(monday) == "dushanba"
    assert calendar.weekday_short(monday) == "Dush"
    assert calendar.weekday_narrow(7) == "Ya"


@pytest.mark.parametrize("spelling", ["oktabr", "Oktyabr", " OKTABR ", "okt", "okt.", "октябрь"])
def test_a_month_in_every_form(spelling: str) -> None:
    assert calendar.parse_month(spelling) == 10


def test_words_and_numbers_agree() -> None:
    for month in range(1, 13):
        assert calendar.parse_month(calendar.month_wide(month)) == month
        assert calendar.parse_month(calendar.month_short(month)) == month
    for weekday in range(1, 8):
        for word in (calendar.weekday_wide, calendar.weekday_short, calendar.weekday_narrow):
            assert calendar.parse_weekday(word(weekday)) == weekday
    assert calendar.parse_weekday("Якшанба") == 7
    assert calendar.parse_month("brumaire") is None
    assert calendar.parse_weekday("") is None


@pytest.mark.parametrize("number", [0, 13, -1])
def test_a_month_out_of_range_is_rejected(number: int) -> None:
    with pytest.raises(ValueError, match="not within"):
        calendar.month_wide(number)


def test_the_formats_of_days_and_times() -> None:
    assert calendar.format_date(date(2026, 11, 5)) == "05.11.2026"
    assert calendar.format_long_date(date(2026, 11, 5)) == "05 noyabr, 2026"
    late = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
    assert calendar.format_time(late, ZoneInfo("Asia/Tashkent")) == "01:30"
