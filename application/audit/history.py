"""The history of one thing on its own page, under the right that shows the page; one use case a kind.

The fields are masked as in the log; a thing of another branch is not found.
"""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from contracts.audit import HistoryPage, HistoryQuery


@permits("users:students")
async def student_history(student_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """What people and synchronisations changed of a student, the newest first."""
    return await audits.history("student", student_id, asked, actor)


@permits("staff_control:users", "users:staff")
async def user_history(user_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """What was done to an account, the newest first."""
    return await audits.history("user", user_id, asked, actor)


@permits("staff_control:roles")
async def role_history(role_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """What was changed of a role, the newest first."""
    return await audits.history("role", role_id, asked, actor)


@permits("users:academic")
async def academic_history(teacher_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """What people and synchronisations changed of a teacher or an assistant and of his account, the newest first."""
    return await audits.history("teacher", teacher_id, asked, actor)


@permits("staff_control:offices")
async def office_history(office_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """What people changed of a branch, the newest first."""
    return await audits.history("office", office_id, asked, actor)


@permits("settings:student_statutes")
async def control_action_history(
    action_id: int, asked: HistoryQuery, *, actor: Actor, audits: AuditViews
) -> HistoryPage:
    """What people changed of a student status, the newest first."""
    return await audits.history("control_action", action_id, asked, actor)
