"""The history of an entity on its page; one use case per kind.

It requires the permission of that page. Fields are masked as in the log; an entity of another branch is not found.
"""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from contracts.audit import HistoryPage, HistoryQuery


@permits("users:students")
async def student_history(student_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of a student by staff and synchronisations, newest first."""
    return await audits.history("student", student_id, query, actor)


@permits("staff_control:users", "users:staff")
async def user_history(user_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists the history of an account, newest first."""
    return await audits.history("user", user_id, query, actor)


@permits("staff_control:roles")
async def role_history(role_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of a role, newest first."""
    return await audits.history("role", role_id, query, actor)


@permits("users:academic")
async def academic_history(teacher_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of an academic and their account, newest first.

    Includes those by synchronisations.
    """
    return await audits.history("teacher", teacher_id, query, actor)


@permits("staff_control:offices")
async def office_history(office_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of a branch by staff, newest first."""
    return await audits.history("office", office_id, query, actor)


@permits("settings:student_statutes")
async def control_action_history(
    action_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews
) -> HistoryPage:
    """Lists changes of a student status by staff, newest first."""
    return await audits.history("control_action", action_id, query, actor)
