"""Participants of exams that have not begun follow their classes (D-86)."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.exams.ports import ExamParticipants
from application.ports import Clock, UnitOfWork
from domain.exams.exam import Exam

# an exam that began so lately is looked at once more: a student may have joined just before it
JUST_BEGUN = timedelta(minutes=10)


@permits(SUPERADMIN)
async def follow_classes(
    *, actor: Actor, uow: UnitOfWork, exam_participants: ExamParticipants, clock: Clock, zone: ZoneInfo
) -> int:
    """Adds those who joined the group before the begin, and takes out those who left.

    Students who joined the group after an exam was given take part, and of an exam for the whole class everybody who is
    in it on the day of the begin. Students who are not in it that day are taken out, unless they handed in or wrote
    something, or have a score. The operation is idempotent and runs twice a minute, so that it holds however a class
    changed: by the office, an import or a synchronisation. Returns the number of exams that changed.
    """
    since, changed = clock.now() - JUST_BEGUN, 0
    async with uow:
        exam_ids = await exam_participants.outdated(since, zone, uow)
    for exam_id in exam_ids:
        async with uow:
            exam = await uow.find(Exam, lock=True, id=exam_id)
            if exam is None:
                continue
            moved = await exam_participants.align(exam, since, zone, uow)
            if moved.joined or moved.left:
                uow.audit(
                    "exams.participants_followed", "exam", exam_id, actor=actor,
                    group=moved.group, joined=moved.joined, left=moved.left,
                )  # fmt: skip
                await uow.commit()
                changed += 1
    return changed
