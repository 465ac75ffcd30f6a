"""Academics as the screens show them: in lists, one by one, with their groups (D-16)."""

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
    TeacherAnswer,
    TeacherPage,
    TeachersQuery,
)
from domain.access.roles import RoleNumber

# the account view; the teaching view and the assistants' are open to its holders as well (D-59)
ACADEMIC, TEACHERS, ASSISTANTS = "users:academic", "users:teachers", "users:assistants"
STATISTICS = "study:homework_statistics"
TEACHER, ASSISTANT = int(RoleNumber.TEACHER), int(RoleNumber.ASSISTANT)


@permits(ACADEMIC)
async def list_academics(asked: AcademicsQuery, *, actor: Actor, academics: AcademicViews) -> AcademicPage:
    """Everybody who teaches in the caller's branches, with his account or without; the newest first (D-63)."""
    rows, total = await academics.page(asked, actor)
    return AcademicPage(academics=rows, total=total)


@permits(ACADEMIC)
async def show_academic(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> AcademicAnswer:
    """One academic; one without a branch of the caller's is not found."""
    return AcademicAnswer(academic=await academics.card(teacher_id, actor))


@permits(ACADEMIC)
async def list_academic_groups(
    teacher_id: int, asked: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """The groups of the caller's branches that he teaches, by the schedule."""
    return await academics.groups(teacher_id, asked, actor)


@permits(ACADEMIC, TEACHERS, STATISTICS)
async def list_teachers(asked: TeachersQuery, *, actor: Actor, academics: AcademicViews) -> TeacherPage:
    """Teachers of the caller's branches by name, with their groups and KPIs (D-27)."""
    return await academics.teachers(asked, actor)


@permits(ACADEMIC, TEACHERS)
async def show_teacher(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> TeacherAnswer:
    """One teacher as he teaches; an assistant is none."""
    return TeacherAnswer(teacher=await academics.teacher(teacher_id, actor))


@permits(ACADEMIC, TEACHERS)
async def list_teacher_groups(
    teacher_id: int, asked: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """The groups of the caller's branches that the teacher teaches."""
    return await academics.groups(teacher_id, asked, actor, number=TEACHER)


@permits(ACADEMIC, ASSISTANTS)
async def list_assistants(asked: TeachersQuery, *, actor: Actor, academics: AcademicViews) -> AssistantPage:
    """Assistants of the caller's branches by name (R1-149)."""
    rows, total = await academics.page(asked, actor, number=ASSISTANT)
    return AssistantPage(assistants=rows, total=total)


@permits(ACADEMIC, ASSISTANTS)
async def show_assistant(teacher_id: int, *, actor: Actor, academics: AcademicViews) -> AssistantAnswer:
    """One assistant; a teacher is none."""
    return AssistantAnswer(assistant=await academics.card(teacher_id, actor, number=ASSISTANT))


@permits(ACADEMIC, ASSISTANTS)
async def list_assistant_groups(
    teacher_id: int, asked: AcademicGroupsQuery, *, actor: Actor, academics: AcademicViews
) -> AcademicGroupPage:
    """The groups of the caller's branches that the assistant is in, by the schedule."""
    return await academics.groups(teacher_id, asked, actor, number=ASSISTANT)
