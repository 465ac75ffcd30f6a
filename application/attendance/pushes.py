"""Attendance goes to the school too: the local save stands on its own, the push runs as a job (D-26)."""

import hashlib

import msgspec

from application.actor import Actor
from application.attendance.ports.pushes import (
    AttendancePushStore,
    AttendanceRegister,
    AttendanceUnsupported,
    KeyReused,
    PendingPush,
    PushResult,
    PushViews,
    SchoolAttendance,
    UnsentMark,
)
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, SchoolUnavailable, UnitOfWork
from contracts.attendance.attendance_sheets import AT_ONCE_MAX, PushAnswer, Pushed, RetryPush
from contracts.job_kinds import ATTENDANCE_PUSH
from contracts.shared import check
from domain.shared.errors import FieldError

WHOLE, OWN = "all_groups:attendance", "my_groups:attendance"


@permits(WHOLE, OWN)
async def show_push(push_id: int, *, actor: Actor, pushes: PushViews) -> PushAnswer:
    """Where a push is, and whom the school did not take, by name. Raises NotFound, also for a foreign group (D-54).

    A mark that was corrected meanwhile goes with a later push and is not told of here.
    """
    return await pushes.one(push_id, actor)


@permits(WHOLE, OWN, do="update")
async def retry_push(form: RetryPush, *, actor: Actor, uow: UnitOfWork, pushes: AttendancePushStore) -> Pushed:
    """Sends again those of these students whose marks may be: what the school said can help, or what it never
    answered (D-26). Raises NotFound for a foreign lesson.
    """
    too_many = len(form.student_ids) > AT_ONCE_MAX
    check(form, studentIds=[FieldError("limit.le", {"limit": AT_ONCE_MAX})] if too_many else [])
    async with uow:
        again = await pushes.sendable(form.lesson_id, form.student_ids, actor, uow)
        if not again:
            return Pushed(push_id=None)
        push_id = await uow.enqueue(ATTENDANCE_PUSH, {"lessonId": form.lesson_id}, actor=actor)
        await pushes.again(form.lesson_id, again, push_id, uow)
        guard = WHOLE if actor.may(WHOLE, "update") else OWN
        uow.audit(
            "attendance.push_again", "lesson", form.lesson_id, actor=actor, permission=guard,
            after={"students": again}, count=len(again),
        )  # fmt: skip
        await uow.commit()
    return Pushed(push_id=push_id)


@permits(SUPERADMIN)
async def push_attendance(
    lesson_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    pushes: AttendancePushStore,
    schools: SchoolAttendance,
    clock: Clock,
) -> None:
    """Gives the school what waits of a lesson. Safe to run twice and beside itself: the same marks have the same key.

    Raises SchoolUnavailable where anything was not answered: another try asks again. After the last one these marks
    are unknown, and a person may send them again.
    """
    async with uow:
        waiting = await pushes.open(lesson_id, uow)
        await uow.commit()
    if not waiting:
        return
    async with schools.attendance() as school:
        troubles = [await _give(push, school, uow, pushes, clock) for push in waiting]
    if trouble := next((one for one in troubles if one), None):
        raise trouble


async def _give(
    push: PendingPush, school: AttendanceRegister | None, uow: UnitOfWork, pushes: AttendancePushStore, clock: Clock
) -> SchoolUnavailable | None:
    """Gives one push and writes what came of it; what stands in the way of a complete answer, or None."""
    taken, trouble = PushResult(frozenset(), ()), None
    try:
        if school is None:
            raise AttendanceUnsupported
        taken = await school.give(push.marks, _key(push))
    except AttendanceUnsupported:
        async with uow:
            await pushes.stay_here(push.marks.lesson, uow)
            await uow.commit()
        return None
    except KeyReused:
        taken = PushResult(
            frozenset(), [UnsentMark(student, "conflict", "", retryable=True) for student in push.students]
        )
    except SchoolUnavailable as problem:
        trouble = problem
    trouble = trouble or _silent(push, taken)
    async with uow:
        await pushes.told(push, taken, clock.now(), uow)
        if trouble and push.last:
            await pushes.unknown(push, trouble.reason, clock.now(), uow)
        await uow.commit()
    return trouble


def _key(push: PendingPush) -> str:
    """The same for every try of the same marks, another one where a correction has taken a mark out."""
    digest = hashlib.sha256(msgspec.json.encode(push.marks)).hexdigest()
    return f"{push.push_id}-{digest[:32]}"


def _silent(push: PendingPush, taken: PushResult) -> SchoolUnavailable | None:
    """An answer that leaves students out is none for them."""
    left_out = push.students.keys() - taken.saved - {one.student for one in taken.refused}
    return SchoolUnavailable("garbage", f"no word about {len(left_out)} students") if left_out else None
