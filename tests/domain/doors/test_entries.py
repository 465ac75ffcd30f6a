"""Which clock of a door can be believed (T4): to the second, live and stored."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from domain.doors.entries import Doubt, date_entry

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


@pytest.mark.parametrize("off", [timedelta(0), MINUTE, -MINUTE, 59 * SECOND])
def test_a_clock_that_is_right_to_the_minute_is_believed(off: timedelta) -> None:
    """T4: at most 60 s of drift; the entry counts as the device says, and the drift is kept."""
    found = date_entry(NOW + off, NOW)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW + off, int(off.total_seconds()), None)


@pytest.mark.parametrize(
    "off",
    [
        61 * SECOND,
        -61 * SECOND,
        # adms-server-ZKTeco#14: +2:30; pyHik#54: local time told as UTC; jamku#1421: a quarter of an hour ahead
        timedelta(hours=2, minutes=30),
        timedelta(hours=5),
        15 * MINUTE,
    ],
)
def test_a_clock_that_is_wrong_is_flagged_and_ours_counts(off: timedelta) -> None:
    """T4: live entries of such a clock count as of when they came; by how much it is wrong is kept."""
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
def test_an_impossible_date_is_ignored_visibly(at: datetime | None, *, stored: bool) -> None:
    """T4: it counts as of when it came, no drift is made up, and it is flagged."""
    assert date_entry(at, NOW, stored=stored) == date_entry(None, NOW)
    assert date_entry(at, NOW, stored=stored).doubt is Doubt.DATE
    assert date_entry(at, NOW, stored=stored).at == NOW


@pytest.mark.parametrize("ago", [timedelta(0), 61 * SECOND, timedelta(hours=7), 30 * DAY])
def test_what_was_kept_while_cut_off_counts_when_it_was(ago: timedelta) -> None:
    """An hour without a network is no wrong clock; how wrong it may be can't be told then."""
    found = date_entry(NOW - ago, NOW, stored=True)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW - ago, None, None)


def test_what_was_kept_can_not_be_of_the_future() -> None:
    """Then the clock is ahead, as it is of a live entry."""
    found = date_entry(NOW + 5 * MINUTE, NOW, stored=True)
    assert (found.at, found.drift_seconds, found.doubt) == (NOW, 300, Doubt.CLOCK)


def test_zones_are_instants() -> None:
    """The same moment told in another zone is the same moment."""
    told = NOW.astimezone(timezone(timedelta(hours=14)))
    assert date_entry(told, NOW).doubt is None
