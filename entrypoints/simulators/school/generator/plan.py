"""The size and the calendar of a made-up school: everything else is drawn from it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from functools import cached_property
from math import ceil
from random import Random

from entrypoints.simulators.school.feeds import instant

# Only to place the beginning of the made-up history in time; Uzbekistan's clock never changes.
_TASHKENT = timezone(timedelta(hours=5))


@dataclass(frozen=True)
class Plan:
    """A school of ``students`` as it stands on ``today``; the same three numbers always give the same school."""

    students: int
    seed: int
    today: date

    @cached_property
    def offices(self) -> int:
        """One branch for every 500 students, at least three."""
        return max(3, round(self.students / 500))

    @cached_property
    def staff(self) -> int:
        """One teacher or assistant for every 25 students, at least three in each branch."""
        return max(3 * self.offices, ceil(self.students / 25))

    @cached_property
    def active_groups(self) -> int:
        """About 18 study in each; at least three in each branch, so that no weekday is without a lesson."""
        return max(3 * self.offices, ceil(self.students / 22))

    @cached_property
    def sequence(self) -> int:
        """The begin of the school's history: the midnight of ``today``."""
        return int(datetime.combine(self.today, time(), _TASHKENT).timestamp() * 1000)

    @cached_property
    def began(self) -> datetime:
        """That midnight as an instant."""
        return instant(self.sequence)

    @property
    def epoch(self) -> str:
        """Names this history."""
        return f"{self.students}.{self.seed}.{self.today:%Y%m%d}"

    def chance(self, subject: str) -> Random:
        """Chance of its own for each subject, so that one kind of record doesn't shift another."""
        return Random(f"{self.seed}/{self.students}/{subject}")  # noqa: S311 (makes up people, no secrets)

    def office_of(self, index: int) -> str:
        """Id of the branch in which staff member or group number ``index`` is."""
        return f"office-{index % self.offices + 1}"
