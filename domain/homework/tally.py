"""Homework figures of a group or a student (D-27): accepted of given."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from domain.homework.deadlines import LAST_SECOND
from domain.homework.submission import SHOWN, ShownStatus, SubmissionStatus


@dataclass(frozen=True)
class WorkView:
    """The work of a student for one homework, as figures need it."""

    status: SubmissionStatus
    due_at: datetime
    score: int | None = None

    @property
    def shown(self) -> ShownStatus:
        """The status of statistics and journal cells (D-23)."""
        return SHOWN[self.status]

    def counts(self, now: datetime) -> bool:
        """True if it is part of the percentage.

        Not given, and uncompleted before the student's deadline, are not (D-79).
        """
        if self.status == SubmissionStatus.NOT_GIVEN:
            return False
        return self.status != SubmissionStatus.UNCOMPLETED or now >= self.due_at + LAST_SECOND


def homework_percentage(works: Iterable[WorkView], now: datetime) -> float | None:
    """The percentage of accepted works, with one decimal, rounded half up.

    None without a work that counts.
    """
    counted = [work for work in works if work.counts(now)]
    accepted = sum(work.status == SubmissionStatus.ACCEPTED for work in counted)
    # integer arithmetic rounds as PostgreSQL does
    return (2000 * accepted + len(counted)) // (2 * len(counted)) / 10 if counted else None
