"""Limits of handing in that an installation sets."""

from dataclasses import dataclass
from datetime import timedelta

from domain.homework.deadlines import LATE_HAND_IN
from domain.shared.errors import DomainError

MEGABYTE = 1_000_000
STUDENT_MEGABYTES = 2_000


@dataclass(frozen=True)
class HandInLimits:
    """The days of late hand-ins (D-80) and the room for a student's files.

    CONSOLE_LATE_HAND_IN_DAYS and CONSOLE_STUDENT_FILES_MB override them.
    """

    late_period: timedelta = LATE_HAND_IN
    megabytes: int = STUDENT_MEGABYTES

    @classmethod
    def of(cls, late_days: int, megabytes: int) -> "HandInLimits":
        """The limits of these settings."""
        return cls(timedelta(days=late_days), megabytes)

    def check_room(self, stored: int, size: int) -> None:
        """Checks that a file of this size fits beside the stored bytes of its student.

        Raises DomainError("files.student_full").
        """
        if stored + size > self.megabytes * MEGABYTE:
            raise DomainError("files.student_full", megabytes=self.megabytes)
