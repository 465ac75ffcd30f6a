"""Results of loaded exams, and the deeds of loaded work."""

from collections.abc import Sequence
from datetime import datetime

from application.gamification.earning import CheckedHomework, ExamResult, exam_deeds, homework_deed
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
    decided = exams.announcement(one.submission for one in played)
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
    absent = result == exams.ExamResult.ABSENT
    participated = not absent and (submission.attempts > 0 or submission.score is not None)
    details = EntryDetails(group=row.group.name, score=submission.score)
    score = None if absent else submission.score
    told = ExamResult(submission.student_id, submission.group_id, score, participated, details)
    return exam_deeds(int(exam.id or 0), told, announced_at)
