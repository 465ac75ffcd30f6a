"""XP and silver that the school gives of its own, and which clubs earn (D-92)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time

from contracts.sync.school_records import GamificationConnectionRecord, GamificationStudentRecord
from entrypoints.simulators.school.feeds import instant
from entrypoints.simulators.school.generator.plan import Plan

# one student in so many has won something
WINNERS = 25
XP, SILVER = 150, 20
REASON = "Olimpiada"


def award_ids(student_id: str) -> tuple[str, str]:
    """The ids of a winner's XP and silver."""
    return f"xp-{student_id}", f"silver-{student_id}"


def awards(plan: Plan, students: Sequence[str]) -> Iterator[GamificationStudentRecord]:
    """XP and silver of the winners of an olympiad on the day the school began."""
    at = datetime.combine(plan.began, time(9), UTC)
    for student_id in students[::WINNERS]:
        for id, kind, amount in zip(award_ids(student_id), ("xp", "silver"), (XP, SILVER), strict=True):
            yield GamificationStudentRecord(
                id=id,
                version=plan.sequence,
                changed_at=instant(plan.sequence),
                student_id=student_id,
                kind=kind,
                amount=amount,
                reason=REASON,
                at=at,
            )


def connections(plan: Plan, clubs: Sequence[str]) -> Iterator[GamificationConnectionRecord]:
    """Clubs earn nothing by attendance."""
    for group_id in clubs:
        yield GamificationConnectionRecord(
            id=f"lesson-{group_id}",
            version=plan.sequence,
            changed_at=instant(plan.sequence),
            group_id=group_id,
            action="participate_lesson",
            enabled=False,
        )
