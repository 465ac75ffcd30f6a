"""Spans in which the counters of homework are read (D-106)."""

from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.postgres.core.counters.counters_sql import (
    DAY_SPAN,
    EXCESS_SPAN,
    MONTH_SPAN,
    nearest_spans_of,
    spans_of,
)

DAY = timedelta(days=1)
DAYS = st.dates(date(2025, 1, 1), date(2026, 12, 31))
Spans = tuple[list[int], list[date], list[date]]


def _days(spans: Spans) -> dict[date, int]:
    """The number of times each day is counted."""
    found: dict[date, int] = {}
    for span, first, last in zip(*spans, strict=True):
        if span == MONTH_SPAN:
            assert (first.day, (last + DAY).day) == (1, 1)
        for number in range((last - first).days + 1):
            day = first + DAY * number
            found[day] = found.get(day, 0) + (-1 if span == EXCESS_SPAN else 1)
    return {day: times for day, times in found.items() if times}


@given(one=DAYS, length=st.integers(0, 366))
@example(one=date(2026, 11, 1), length=29)
@example(one=date(2026, 2, 16), length=0)
def test_every_day_of_a_period_is_counted_once(one: date, length: int) -> None:
    """D-106: and no other."""
    last = one + DAY * length
    expected = dict.fromkeys((one + DAY * number for number in range(length + 1)), 1)
    for spans in (spans_of(one, last), spans_of(one, last, reaches_today=True), nearest_spans_of(one, last)):
        assert _days(spans) == expected
    # the days read one by one at both ends: of half a month each
    nearest = zip(*nearest_spans_of(one, last), strict=True)
    assert sum((end - begin).days + 1 for span, begin, end in nearest if span != MONTH_SPAN) <= 31


@pytest.mark.parametrize(("first", "last"), [(date.min, date.min), (date.min, date.max), (date.max, date.max)])
def test_periods_at_the_ends_of_the_calendar_have_spans(first: date, last: date) -> None:
    """D-89: any date is accepted."""
    for spans in (spans_of(first, last), spans_of(first, last, reaches_today=True), nearest_spans_of(first, last)):
        assert spans[0]


def test_only_a_period_until_today_reads_its_last_month_as_a_whole() -> None:
    """Of another one, the longest time of the month could be that of a day after it."""
    first, last = date(2026, 10, 1), date(2026, 11, 26)
    assert spans_of(first, last)[0] == [MONTH_SPAN, DAY_SPAN]
    assert spans_of(first, last, reaches_today=True)[0] == [MONTH_SPAN, EXCESS_SPAN]
