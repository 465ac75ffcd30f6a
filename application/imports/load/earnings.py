"""Results of loaded exams, and the deeds of loaded work."""

from collections.abc import Sequence
from datetime import datetime

from application.exams.earning import result_of
from application.gamification.earning import CheckedHomework, exam_deeds, homework_deed
from application.imports.load.rows import ExamRow
from contracts.gamification import EntryDetails
from domain.exams import exam as exams
from domain.exams.exam import Exam
from domain.gamification.ledger import Deed
from domain.homework.submission import Submission
from domain.imports.scored_work import Played


def announce(row: ExamRow, played: Sequence[Played]) -> list[tuple[Submission, exams.ExamResult]] | None:
    """Sets the results of an announced exam.

    None where unscored work stands in the way (D-86).
    """
    if row.announced_at is None:
        return []
    decided = exams.announcement((one.submission for one in played), row.announced_at)
    if decided.unchecked:
        return None
    for submission, result in decided.results:
        submission.result = int(result)
    return list(decided.results)


def deed_of_homework(one: Played, about: EntryDetails) -> Deed:
    """The deed of a checked homework; ``about``: its group and lesson."""
    submission, score = one.submission, one.submission.score or 0
    details = EntryDetails(about.group, about.lesson, about.lesson_date, score=score, late=one.is_late)
    work = CheckedHomework(
        int(submission.id or 0), submission.student_id, submission.group_id, score, one.is_late, details
    )
    return homework_deed(work, one.checks[-1].checked_at)


def deeds_of_exam(
    exam: Exam, row: ExamRow, submission: Submission, result: exams.ExamResult, announced_at: datetime
) -> list[Deed]:
    """The deeds of a participant, by the announcement."""
    earning = result_of(submission, submission.score, result, row.group.name)
    return exam_deeds(int(exam.id or 0), earning, announced_at)
