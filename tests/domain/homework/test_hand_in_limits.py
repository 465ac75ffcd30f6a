"""Limits of handing in that an installation sets."""

from datetime import timedelta

import pytest

from domain.homework.hand_in_limits import MEGABYTE, HandInLimits
from domain.shared.errors import DomainError


def test_settings_become_limits() -> None:
    """D-80: the days of late hand-ins are a setting, 14 without one."""
    assert HandInLimits.of(0, 200).late_period == timedelta(0)
    assert HandInLimits().late_period == timedelta(days=14)


def test_the_last_byte_of_the_room_is_used() -> None:
    """D-72: one byte more is refused, with the figure."""
    limits = HandInLimits.of(14, 200)
    limits.check_room(199 * MEGABYTE, MEGABYTE)
    with pytest.raises(DomainError) as refused:
        limits.check_room(199 * MEGABYTE, MEGABYTE + 1)
    assert (refused.value.code, refused.value.params) == ("files.student_full", {"megabytes": 200})
