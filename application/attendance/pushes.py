"""Pushes attendance to the school (D-26).

The local save is independent; the push runs as a job.
"""

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
from contracts.attendance.attendance_sheets import MAX_PER_CALL, PushAnswer, PushStarted, RetryPush
from contracts.job_kinds import ATTENDANCE_PUSH
from contracts.shared import check
from domain.shared.errors import FieldError

WHOLE, OWN = "all_groups:attendance", "my_groups:attendance"


@permits(WHOLE, OWN)
async def show_push(push_id: int, *, actor: Actor, pushes: PushViews) -> PushAnswer:
    """Returns the state of a push and its rejected students, by name.

    Raises NotFound, also for a group outside the caller's scope (D-54). A mark that was corrected in the meantime
    belongs to a later push and is not included.
    """
    return await pushes.one(push_id, actor)


@permits(WHOLE, OWN, do="update")
async def retry_push(form: RetryPush, *, actor: Actor, uow: UnitOfWork, pushes: AttendancePushStore) -> PushStarted:
    """Retries the push of those given students whose marks are retryable.

    Retryable are errors that the school marks as such, and marks without an answer (D-26). Raises NotFound for a lesson
    outside the caller's scope.
    """
    too_many = len(form.student_ids) > MAX_PER_CALL
    check(form, studentIds=[FieldError("limit.le", {"limit": MAX_PER_CALL})] if too_many else [])
    async with uow:
        retried = await pushes.retryable(form.lesson_id, form.student_ids, actor, uow)
        if not retried:
            return PushStarted(push_id=None)
        push_id = await uow.enqueue(ATTENDANCE_PUSH, {"lessonId": form.lesson_id}, actor=actor)
        await pushes.retry(form.lesson_id, retried, push_id, uow)
        guard = WHOLE if actor.may(WHOLE, "update") else OWN
        uow.audit(
            "attendance.push_again", "lesson", form.lesson_id, actor=actor, permission=guard,
            after={"students": retried}, count=len(retried),
        )  # fmt: skip
        await uow.commit()
    return PushStarted(push_id=push_id)


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
    """Pushes the pending marks of a lesson to the school.

    Safe to repeat and to run concurrently: the same marks have the same key.

    Raises SchoolUnavailable if any mark has no answer: the job is retried. After the last try these marks are unknown,
    and a member of staff may retry them.
    """
    async with uow:
        waiting = await pushes.pending(lesson_id, uow)
        await uow.commit()
    if not waiting:
        return
    async with schools.attendance() as school:
        errors = [await _push(push, school, uow, pushes, clock) for push in waiting]
    if error := next((one for one in errors if one), None):
        raise error


async def _push(
    push: PendingPush, school: AttendanceRegister | None, uow: UnitOfWork, pushes: AttendancePushStore, clock: Clock
) -> SchoolUnavailable | None:
    """Pushes one batch and records the result.

    Returns the error that prevented a complete answer, or None.
    """
    result, error = PushResult(frozenset(), ()), None
    try:
        if school is None:
            raise AttendanceUnsupported
        result = await school.push(push.marks, _key(push))
    except AttendanceUnsupported:
        async with uow:
            await pushes.cancel(push.marks.lesson, uow)
            await uow.commit()
        return None
    except KeyReused:
        result = PushResult(
            frozenset(), [UnsentMark(student, "conflict", "", retryable=True) for student in push.students]
        )
    except SchoolUnavailable as problem:
        error = problem
    error = error or _incomplete(push, result)
    async with uow:
        await pushes.record_result(push, result, clock.now(), uow)
        if error and push.last:
            await pushes.mark_unknown(push, error.reason, clock.now(), uow)
        await uow.commit()
    return error


def _key(push: PendingPush) -> str:
    """Builds the idempotency key: equal for every try of the same marks.

    It differs once a correction has removed a mark from the batch.
    """
    digest = hashlib.sha256(msgspec.json.encode(push.marks)).hexdigest()
    return f"{push.push_id}-{digest[:32]}"


def _incomplete(push: PendingPush, result: PushResult) -> SchoolUnavailable | None:
    """Treats an answer that omits students as no answer for them."""
    left_out = push.students.keys() - result.saved - {one.student for one in result.refused}
    return SchoolUnavailable("garbage", f"no word about {len(left_out)} students") if left_out else None
