"""Retention: students who left long ago are anonymised, unless something is open."""

from dataclasses import dataclass
from datetime import date

MAX_YEARS = 75
# prefix of the keyed digest that replaces the school's id of an anonymised student
TOMBSTONE = "erased:"


@dataclass(frozen=True)
class RetentionCandidate:
    """A student who left.

    ``left_on``: the last day of the last enrolment, or the day the school removed the student. ``open``: codes of
    unfinished matters that prevent anonymising.
    """

    id: int
    left_on: date
    open: tuple[str, ...] = ()


def left_before(today: date, years: int) -> date:
    """The day before which a student must have left to be gone for ``years`` years."""
    try:
        return today.replace(year=today.year - years)
    except ValueError:
        return today.replace(year=today.year - years, day=28)
