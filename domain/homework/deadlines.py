"""Deadlines of homework: counted on the server, the last second included (D-80)."""

from datetime import datetime, timedelta
from typing import Literal, get_args

from domain.shared.errors import DomainError

# the offered times to do homework (R2-186)
Hours = Literal[24, 36]
HOURS: tuple[int, ...] = get_args(Hours)
# a deadline names its last second: what arrives within it is on time
LAST_SECOND = timedelta(seconds=1)
# after the deadline a hand-in is taken for so long, as late; CONSOLE_LATE_HAND_IN_DAYS overrides it
LATE_HAND_IN = timedelta(days=14)
# after a rejection a student has at least so long, whatever the deadline: a late check costs nothing
AFTER_REJECTION = timedelta(hours=24)
# reminders name topics of the last seven days (R2-310)
REMINDED_DAYS = 7


def deadline_of(hours: int, given_at: datetime, lesson_ends_at: datetime) -> datetime:
    """The deadline of homework given at an instant.

    It counts from the lesson's end if the homework is given earlier.
    """
    return _whole_second(max(given_at, lesson_ends_at) + timedelta(hours=hours))


def moved_deadline(hours: int, now: datetime) -> datetime:
    """The deadline after a change: the chosen hours from the edit, never in the past."""
    return _whole_second(now + timedelta(hours=hours))


def is_to_come(deadline: datetime, now: datetime) -> bool:
    """True if a former deadline may be restored: a changed one is never in the past."""
    return deadline > now


def is_late(handed_in_at: datetime, due_at: datetime) -> bool:
    """True if an attempt of that instant is late."""
    return handed_in_at >= due_at + LAST_SECOND


def check_open(now: datetime, due_at: datetime, late_period: timedelta = LATE_HAND_IN) -> None:
    """Raises DomainError("homework.closed") once no hand-in is taken any more."""
    if now >= due_at + late_period + LAST_SECOND:
        raise DomainError("homework.closed")


def due_after_rejection(due_at: datetime, now: datetime) -> datetime:
    """The student's deadline after a rejection: at least 24 hours from now."""
    return max(due_at, _whole_second(now + AFTER_REJECTION))


def _whole_second(instant: datetime) -> datetime:
    return instant.replace(microsecond=0)
