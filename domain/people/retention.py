"""Who left long ago is let go: from which day on, and what keeps him a while longer."""

from dataclasses import dataclass
from datetime import date

YEARS_MAX = 75
# begins what stands in the place of a school's id that is not kept, before its keyed digest
TOMBSTONE = "erased:"


@dataclass(frozen=True)
class Leaver:
    """Somebody who left: the last day of his last period, or the day the school let go of him. ``open``: matters that
    are not done with."""

    id: int
    left_on: date
    open: tuple[str, ...] = ()


def left_before(today: date, years: int) -> date:
    """Who left before this day has been gone for so many years."""
    try:
        return today.replace(year=today.year - years)
    except ValueError:
        return today.replace(year=today.year - years, day=28)
