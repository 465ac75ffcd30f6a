"""Attendance earns after the save (D-93)."""

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.gamification.earning import post
from application.gamification.ports import Ledger, LessonMark, LessonMarks
from application.ports import Clock, UnitOfWork
from domain.attendance.marks import AttendanceStatus
from domain.gamification.actions import Achievement, ActionKind
from domain.gamification.ledger import Cause, CauseKind, Deed, earn

ACHIEVEMENTS = {
    AttendanceStatus.ATTENDED: Achievement.ATTENDED,
    AttendanceStatus.LATE: Achievement.CAME_LATE,
}


def lesson_causes(lesson_ids: list[int]) -> list[Cause]:
    """The causes of the awards of these lessons."""
    return [Cause(CauseKind.LESSON, str(id)) for id in sorted(set(lesson_ids))]


@permits(SUPERADMIN)
async def award_attendance(
    lesson_ids: list[int], *, actor: Actor, uow: UnitOfWork, ledger: Ledger, lesson_marks: LessonMarks, clock: Clock
) -> None:
    """Makes the ledger follow the marks of these lessons, as the job of their saves.

    The marks are read after the accounts are locked. Repetitions and the order of jobs do not matter: each finds the
    newest committed marks, and a save that commits later has a job of its own.
    """
    causes = lesson_causes(lesson_ids)
    async with uow:
        students = {*await lesson_marks.students(lesson_ids, uow), *await ledger.awarded(causes, uow)}
        if not students:
            return
        accounts = await ledger.lock(students, causes, uow)
        marks = await lesson_marks.marks(lesson_ids, uow)
        rules = await ledger.rules({mark.group_id for mark in marks}, uow)
        for mark in marks:
            account, deed = accounts.get(mark.student_id), deed_of(mark)
            # a student whose first mark came in between has a job of that save
            if account is not None:
                corrected_by = mark.marked_by if deed.cause in account.in_force else None
                earn(account, deed, rules, now=clock.now(), by=corrected_by)
        await post(accounts.values(), rules.levels, actor=actor, uow=uow, ledger=ledger)
        await uow.commit()


def deed_of(mark: LessonMark) -> Deed:
    """The deed of a mark: attended and late earn, where the lesson took place."""
    achievement = ACHIEVEMENTS.get(AttendanceStatus(mark.status)) if mark.took_place else None
    details = mark.details.stored()
    kind, source = ActionKind.PARTICIPATE_LESSON, str(mark.lesson_id)
    return Deed(mark.student_id, kind, source, achievement, mark.group_id, mark.ends_at, details)
