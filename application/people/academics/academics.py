"""Queries of academics: lists, cards and their groups (D-16)."""

from application.actor import Actor
from application.authorization import permits
from application.people.academics.ports import AcademicViews
from contracts.people.academics import (
    AcademicAnswer,
    AcademicGroupPage,
    AcademicGroupsQuery,
    AcademicPage,
    AcademicsQuery,
    AssistantAnswer,
    AssistantPage,
    KpiQuery,
    TeacherAnswer,
    TeacherPage,
    TeachersQuery,
)
from domain.access.roles import RoleNumber

# holders of the account view may use the teaching view and the assistants' view as well (D-59)
ACADEMIC, TEACHERS, ASSISTANTS = "users:academic", "users:teachers", "users:assistants"
STATISTICS = "study:homework_statistics"
TEACHER, ASSISTANT = int(RoleNumber.TEACHER), int(RoleNumber.ASSISTANT)


@permits(ACADEMIC)
async def list_academics(query: AcademicsQuery, *, actor: Actor, academics: AcademicViews) -> AcademicPage:
    """Returns the academics of the caller's branches, newest first (D-63).

    Academics without an account are included.
    """
    rows, total = await academics.page(query, actor)
    return AcademicPage(academics=rows, total=total)


@permits(ACADEMIC)
async def show_academic(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> AcademicAnswer:
    """Returns one academic of the caller's branches; any other is not found."""
    return AcademicAnswer(academic=await academics.card(teacher_id, actor))


@permits(ACADEMIC)
async def list_academic_groups(
    teacher_id: int, query: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """Returns the academic's scheduled groups in the caller's branches."""
    return await academics.groups(teacher_id, query, actor)


@permits(ACADEMIC, TEACHERS, STATISTICS)
async def list_teachers(query: KpiQuery, *, actor: Actor, academics: AcademicViews) -> TeacherPage:
    """Returns the teachers of the caller's branches with groups and KPIs.

    By name, or sorted by one of these.

    See D-27.
    """
    return await academics.teachers(query, actor)


@permits(ACADEMIC, TEACHERS)
async def show_teacher(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> TeacherAnswer:
    """Returns one teacher in the teaching view; an assistant is not found."""
    return TeacherAnswer(teacher=await academics.teacher(teacher_id, actor))


@permits(ACADEMIC, TEACHERS)
async def list_teacher_groups(
    teacher_id: int, query: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """Returns the teacher's groups in the caller's branches."""
    return await academics.groups(teacher_id, query, actor, number=TEACHER)


@permits(ACADEMIC, ASSISTANTS)
async def list_assistants(query: TeachersQuery, *, actor: Actor, academics: AcademicViews) -> AssistantPage:
    """Returns the assistants of the caller's branches by name (R1-149)."""
    rows, total = await academics.page(query, actor, number=ASSISTANT)
    return AssistantPage(assistants=rows, total=total)


@permits(ACADEMIC, ASSISTANTS)
async def show_assistant(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> AssistantAnswer:
    """Returns one assistant; a teacher is not found."""
    return AssistantAnswer(assistant=await academics.card(teacher_id, actor, number=ASSISTANT))


@permits(ACADEMIC, ASSISTANTS)
async def list_assistant_groups(
    teacher_id: int, query: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """Returns the assistant's scheduled groups in the caller's branches."""
    return await academics.groups(teacher_id, query, actor, number=ASSISTANT)
