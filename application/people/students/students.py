"""Queries of students for staff."""

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
async def list_students(query: StudentsQuery, *, actor: Actor, students: StudentViews) -> StudentPage:
    """Returns students of the caller's branches by full name (D-5, D-12, D-63).

    The list can be filtered and searched.
    """
    return await students.page(query, actor)


@permits("users:students")
async def show_student(student_id: int, *, actor: Actor, students: StudentViews) -> StudentAnswer:
    """Returns one student with masked documents and groups.

    A student of another branch is not found.
    """
    return StudentAnswer(student=await students.card(student_id, actor))


@permits("users:students")
async def student_filters(*, actor: Actor, options: Options) -> StudentFilters:
    """Returns the filter options of the students list in the caller's branches."""
    return await options.of_students(actor)


@permits(SIGNED_IN)
async def group_filters(*, actor: Actor, options: Options) -> GroupFilters:
    """Returns the filter options of group lists in the caller's branches."""
    return await options.of_groups(actor)


@permits(SIGNED_IN)
async def list_control_actions(*, actor: Actor, options: Options) -> ControlActions:
    """Returns the student statuses in the caller's language (D-62)."""
    return ControlActions(control_actions=await options.actions(actor))
