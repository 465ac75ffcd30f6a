"""The size and calendar of a generated school."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from functools import cached_property
from math import ceil
from random import Random

from entrypoints.simulators.school.feeds import instant

# Only the start of the generated history depends on it; Uzbekistan has no daylight saving time.
_TASHKENT = timezone(timedelta(hours=5))


@dataclass(frozen=True)
class Plan:
    """A school of ``students`` as of ``today``; equal inputs give equal schools."""

    students: int
    seed: int
    today: date

    @cached_property
    def offices(self) -> int:
        """One branch for every 500 students, at least three."""
        return max(3, round(self.students / 500))

    @cached_property
    def staff(self) -> int:
        """One teacher or assistant for every 25 students.

        At least three in each branch.
        """
        return max(3 * self.offices, ceil(self.students / 25))

    @cached_property
    def active_groups(self) -> int:
        """Groups of about 18 students; at least three in each branch.

        No weekday is without a lesson by that.
        """
        return max(3 * self.offices, ceil(self.students / 22))

    @cached_property
    def sequence(self) -> int:
        """The start of the school's history: the midnight of ``today``."""
        return int(datetime.combine(self.today, time(), _TASHKENT).timestamp() * 1000)

    @cached_property
    def began(self) -> datetime:
        """That midnight as an instant."""
        return instant(self.sequence)

    @property
    def epoch(self) -> str:
        """Identifies this history."""
        return f"{self.students}.{self.seed}.{self.today:%Y%m%d}"

    def chance(self, subject: str) -> Random:
        """Returns a random generator per subject.

        One kind of record doesn't shift another.
        """
        return Random(f"{self.seed}/{self.students}/{subject}")  # noqa: S311 (makes up people, no secrets)

    def office_of(self, index: int) -> str:
        """Returns the branch id of the staff member or group ``index``."""
        return f"office-{index % self.offices + 1}"
