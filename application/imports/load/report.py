"""The report of a load."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from application.imports.load.rows import Rejected
from domain.homework.submission import SubmissionStatus
from domain.imports.scored_work import Played


@dataclass
class LoadReport:
    """The counts of a load.

    Those of works count what it loaded, not what was there already.
    """

    dry_run: bool
    homework: int = 0
    exams: int = 0
    announced: int = 0
    there_already: int = 0
    lessons: int = 0
    hand_ins: int = 0
    late: int = 0
    accepted: int = 0
    rejected: int = 0
    waiting: int = 0
    uncompleted: int = 0
    carried_over: int = 0
    awards: int = 0
    xp: int = 0
    silver: int = 0
    rejected_rows: list[Rejected] = field(default_factory=list)

    def count(self, played: Sequence[Played]) -> None:
        """Counts the works of students."""
        for one in played:
            status = SubmissionStatus(one.submission.status)
            name = {SubmissionStatus.REJECTED: "rejected", SubmissionStatus.ACCEPTED: "accepted"}.get(status, "waiting")
            name = "uncompleted" if status == SubmissionStatus.UNCOMPLETED else name
            setattr(self, name, getattr(self, name) + 1)
            self.hand_ins += len(one.attempts)
            self.late += sum(attempt.is_late for attempt in one.attempts)
            self.carried_over += one.submission.is_carried_over
