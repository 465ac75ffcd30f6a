"""Students as staff look at them."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.people.ports import Options, StudentViews
from contracts.people.students import (
    ControlActions,
    GroupFilters,
    StudentAnswer,
    StudentFilters,
    StudentPage,
    StudentsQuery,
)


@permits("users:students")
async def list_students(asked: StudentsQuery, *, actor: Actor, students: StudentViews) -> StudentPage:
    """Students of the caller's branches by full name, filtered and searched (D-5, D-12, D-63)."""
    return await students.page(asked, actor)


@permits("users:students")
async def show_student(student_id: int, *, actor: Actor, students: StudentViews) -> StudentAnswer:
    """One student with masked papers and his groups; one of another branch is not found."""
    return StudentAnswer(student=await students.card(student_id, actor))


@permits("users:students")
async def student_filters(*, actor: Actor, options: Options) -> StudentFilters:
    """What the students list can be filtered by, in the caller's branches."""
    return await options.of_students(actor)


@permits(SIGNED_IN)
async def group_filters(*, actor: Actor, options: Options) -> GroupFilters:
    """What group lists can be filtered by, in the caller's branches."""
    return await options.of_groups(actor)


@permits(SIGNED_IN)
async def list_control_actions(*, actor: Actor, options: Options) -> ControlActions:
    """Student statuses in the caller's language (D-62)."""
    return ControlActions(control_actions=await options.actions(actor))
