"""Taking part in a group after leaving it (D-98)."""

from datetime import date, timedelta

import pytest

from domain.groups.enrolments import ACTIVE, FINISHED, LEFT, NOT_COUNTED, PRIVILEGE, Period
from domain.groups.taking_part import takes_part

TODAY = date(2026, 11, 16)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("action", "ended", "may"),
    [
        (ACTIVE, None, True),
        (NOT_COUNTED, None, True),
        (ACTIVE, TODAY, True),
        (ACTIVE, TODAY - DAY, False),
        (FINISHED, TODAY - DAY, False),
        (LEFT, TODAY, False),
        (PRIVILEGE, TODAY - DAY, True),
        (PRIVILEGE, TODAY - 30 * DAY, True),
        (PRIVILEGE, TODAY - 31 * DAY, False),
        (PRIVILEGE, None, False),
    ],
)
def test_only_active_periods_and_thirty_days_of_privilege_count(action: int, ended: date | None, may: bool) -> None:
    """D-98: both ends included."""
    assert takes_part(action, Period(TODAY - 90 * DAY, ended), TODAY) is may


def test_a_period_that_has_not_begun_counts_not_yet() -> None:
    """A student who comes next week hands in nothing today."""
    assert not takes_part(ACTIVE, Period(TODAY + DAY, None), TODAY)
