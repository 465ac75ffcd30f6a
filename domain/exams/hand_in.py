"""Hand-ins of an exam: between its dates, and as long as nobody has seen the work."""

from datetime import datetime

from domain.exams.exam import Exam, ExamStatus
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError

# work of which nobody has seen anything yet
UNSEEN = (SubmissionStatus.UNCOMPLETED, SubmissionStatus.WAITING)


def hand_in_exam(exam: Exam, submission: Submission, now: datetime) -> int:
    """Takes a hand-in and returns the attempt's number; it replaces one that waits.

    Checked work is refused as work that is being checked, whatever its result: a refusal must not tell it before the
    announcement (D-86).

    Raises DomainError: exams.announced_already, exams.not_begun, exams.closed, homework.being_checked.
    """
    exam.check_unannounced()
    status = exam.status(now)
    if status == ExamStatus.NOT_STARTED:
        raise DomainError("exams.not_begun")
    if status == ExamStatus.ENDED:
        raise DomainError("exams.closed")
    if submission.settled_status(now) not in UNSEEN or submission.check_id is not None:
        raise DomainError("homework.being_checked")
    return submission.hand_in(now)
