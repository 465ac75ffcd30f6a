"""Awards of exams: for participating and for passing, by the announcement (D-82)."""

from collections.abc import Sequence
from typing import Any

from application.actor import Actor
from application.gamification import earning
from application.gamification.ports import Ledger
from application.ports import Clock, UnitOfWork
from contracts.exams.results import ExamAward
from contracts.gamification import EntryDetails
from domain.exams.exam import Exam, ExamResult
from domain.gamification.bands import ExamBand, exam_band
from domain.gamification.ledger import Earned
from domain.homework.submission import Submission

# absent and failed for a reason earn nothing (D-82)
EARNING = (ExamResult.PASSED, ExamResult.FAILED)


async def earn(
    exam: Exam,
    works: Sequence[tuple[Submission, ExamResult]],
    group_name: str,
    title: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    clock: Clock,
) -> list[Earned]:
    """Awards these participants of an announced exam, or corrects their awards."""
    results = [result_of(work, work.score, result, group_name, title) for work, result in works]
    now = clock.now()
    return await earning.award_exam(int(exam.id or 0), results, actor=actor, uow=uow, ledger=ledger, now=now)


async def preview(works: Sequence[tuple[Submission, ExamResult]], *, ledger: Ledger, clock: Clock) -> list[Earned]:
    """Returns what these results of one exam will earn, two for each."""
    results = [result_of(work, work.score, result) for work, result in works]
    return (
        await earning.preview_exams(int(works[0][0].exam_id or 0), results, ledger=ledger, clock=clock) if works else []
    )


async def preview_score(
    work: Submission, score: int, result: ExamResult, *, ledger: Ledger, clock: Clock
) -> list[Earned]:
    """Returns what a score not saved yet would earn."""
    exam_id = int(work.exam_id or 0)
    return await earning.preview_exams(exam_id, [result_of(work, score, result)], ledger=ledger, clock=clock)


def award_of(score: int | None, result: ExamResult, earned: Sequence[Earned]) -> ExamAward:
    """The awards of one participant in sum, as the screens show them."""
    band = exam_band(score) if score is not None and result in EARNING else ExamBand.NOTHING
    name: Any = None if band is ExamBand.NOTHING else band.name.lower()
    return ExamAward(
        band=name,
        xp=sum(one.xp for one in earned),
        silver=sum(one.silver for one in earned),
        level_before=earned[0].level_before,
        level_after=earned[-1].level,
    )


def result_of(
    work: Submission, score: int | None, result: ExamResult, group: str | None = None, title: str | None = None
) -> earning.ExamResult:
    """The result of a participant as it earns: with no score where it earns nothing."""
    earns = result in EARNING
    return earning.ExamResult(
        student_id=work.student_id,
        group_id=work.group_id,
        score=score if earns else None,
        participated=earns and (work.attempts > 0 or score is not None),
        details=EntryDetails(group=group, title=title, score=score if earns else None),
    )
