"""Deadlines of homework, the last second included (D-80, T2, T3)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.homework.deadlines import (
    HOURS,
    LATE_HAND_IN,
    check_open,
    deadline_of,
    due_after_rejection,
    is_late,
    moved_deadline,
)
from domain.shared.errors import DomainError

NOW = datetime(2026, 11, 25, 9, 0, 0, 400_000, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def test_24_and_36_hours_are_offered() -> None:
    """R2-186."""
    assert HOURS == (24, 36)


def test_the_hours_count_from_the_giving_or_the_end_of_the_lesson() -> None:
    """D-80: whichever is later."""
    assert deadline_of(24, NOW, NOW - timedelta(hours=3)) == datetime(2026, 11, 26, 9, tzinfo=UTC)
    assert deadline_of(36, NOW, NOW + timedelta(hours=2)) == datetime(2026, 11, 26, 23, tzinfo=UTC)


def test_the_last_second_is_on_time() -> None:
    """D-80, T3."""
    due = datetime(2026, 11, 26, 9, tzinfo=UTC)
    assert not is_late(due, due)
    assert not is_late(due + timedelta(seconds=1) - TICK, due)
    assert is_late(due + timedelta(seconds=1), due)


def test_late_work_is_taken_for_fourteen_days() -> None:
    """D-80."""
    due = datetime(2026, 11, 26, 9, tzinfo=UTC)
    check_open(due + LATE_HAND_IN + timedelta(seconds=1) - TICK, due)
    with pytest.raises(DomainError, match="closed"):
        check_open(due + LATE_HAND_IN + timedelta(seconds=1), due)


def test_a_moved_deadline_counts_from_the_edit() -> None:
    """D-80, R2-360."""
    assert moved_deadline(24, NOW) == datetime(2026, 11, 26, 9, tzinfo=UTC)


def test_a_rejection_leaves_at_least_a_day() -> None:
    """D-80: a late check costs the student nothing."""
    assert due_after_rejection(NOW - timedelta(days=3), NOW) == datetime(2026, 11, 26, 9, tzinfo=UTC)
    later = NOW + timedelta(days=2)
    assert due_after_rejection(later, NOW) == later
