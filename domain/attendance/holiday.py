"""Holidays: days without lessons, in the whole centre or in some branches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass
class Holiday:
    """A day without lessons.

    ``whole_centre``: in every branch; otherwise in those of its ``HolidayOffice`` rows (D-153).
    """

    date: date
    name: str
    whole_centre: bool = True
    created_by: int | None = None
    id: int | None = None
    version: int = 1


@dataclass
class HolidayOffice:
    """A branch of a holiday.

    ``date`` is the holiday's: a branch has one holiday of its own a day.
    """

    holiday_id: int
    office_id: int
    date: date


@dataclass(frozen=True)
class HolidayCalendar:
    """The days without lessons: ``centre`` in every branch, ``offices`` by branch."""

    centre: frozenset[date] = frozenset()
    offices: Mapping[int, frozenset[date]] = field(default_factory=dict)

    def days_of(self, office_id: int | None) -> frozenset[date]:
        """Returns the days without lessons of a branch, or of groups without one."""
        own = self.offices.get(office_id) if office_id is not None else None
        return self.centre | own if own else self.centre
