"""Trust in a door's clock, to the second, live and buffered (T4)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from domain.doors.entries import Doubt, date_entry

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


@pytest.mark.parametrize("off", [timedelta(0), MINUTE, -MINUTE, 59 * SECOND])
def test_a_clock_right_to_the_minute_is_trusted(off: timedelta) -> None:
    """Up to 60 s of drift the device's time counts; the drift is stored (T4)."""
    found = date_entry(NOW + off, NOW)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW + off, int(off.total_seconds()), None)


@pytest.mark.parametrize(
    "off",
    [
        61 * SECOND,
        -61 * SECOND,
        # adms-server-ZKTeco#14: +2:30; pyHik#54: local time sent as UTC; jamku#1421: a quarter of an hour ahead
        timedelta(hours=2, minutes=30),
        timedelta(hours=5),
        15 * MINUTE,
    ],
)
def test_a_wrong_clock_is_flagged_and_the_arrival_time_counts(off: timedelta) -> None:
    """Live entries count from their arrival; the drift is stored (T4)."""
    found = date_entry(NOW + off, NOW)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW, int(off.total_seconds()), Doubt.CLOCK)


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize(
    "at",
    [
        None,
        # zkteco-php#7
        datetime(2000, 1, 1, tzinfo=UTC),
        datetime.min.replace(tzinfo=timezone(timedelta(hours=5))),
        datetime.max.replace(tzinfo=timezone(-timedelta(hours=5))),
        NOW - 30 * DAY - SECOND,
        NOW + DAY + SECOND,
    ],
)
def test_an_impossible_date_is_flagged(at: datetime | None, *, stored: bool) -> None:
    """The arrival time counts, and no drift is computed (T4)."""
    assert date_entry(at, NOW, stored=stored) == date_entry(None, NOW)
    assert date_entry(at, NOW, stored=stored).doubt is Doubt.DATE
    assert date_entry(at, NOW, stored=stored).at == NOW


@pytest.mark.parametrize("ago", [timedelta(0), 61 * SECOND, timedelta(hours=7), 30 * DAY])
def test_buffered_entries_count_at_their_own_time(ago: timedelta) -> None:
    """An hour offline is no wrong clock; the drift is unknown then."""
    found = date_entry(NOW - ago, NOW, stored=True)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW - ago, None, None)


def test_a_buffered_entry_can_not_lie_in_the_future() -> None:
    """Then the clock is ahead, as for a live entry."""
    found = date_entry(NOW + 5 * MINUTE, NOW, stored=True)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW, 300, Doubt.CLOCK)


def test_times_are_compared_as_instants() -> None:
    """The same moment in another zone is the same moment."""
    elsewhere = NOW.astimezone(timezone(timedelta(hours=14)))
    assert date_entry(elsewhere, NOW).doubt is None
