"""The groups of a student, as the student sees them."""

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.groups.ports import StudentGroups
from contracts.groups.student_view import OwnPeriods


@permits(STUDENT)
async def list_own_periods(*, actor: Actor, student_groups: StudentGroups) -> OwnPeriods:
    """Lists the caller's own periods, present ones first.

    With group, course, teachers, schedule and outcome.
    """
    return await student_groups.of_student(actor.student_id or 0)
