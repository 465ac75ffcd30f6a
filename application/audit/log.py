"""The audit log as staff look into it (D-15)."""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from contracts.audit import AuditAnswer, AuditFilters, AuditPage, AuditsQuery, PermissionNames
from domain.access.permissions import PERMISSIONS

GUARD = "staff_control:audit_logs"


@permits(GUARD)
async def list_audits(asked: AuditsQuery, *, actor: Actor, audits: AuditViews) -> AuditPage:
    """Who did what, the newest first; of the caller's branches (docs/decisions/audit.md)."""
    return await audits.page(asked, actor)


@permits(GUARD)
async def show_audit(audit_id: int, *, actor: Actor, audits: AuditViews) -> AuditAnswer:
    """One record with what was before and after, field by field.

    Personal values are masked for who lacks users:private_info (D-58); of who was erased nothing can be read. Raises
    NotFound.
    """
    return AuditAnswer(audit=await audits.one(audit_id, actor))


@permits(GUARD)
async def permission_names(*, actor: Actor) -> PermissionNames:
    """The permissions that records name (R1-173)."""
    return PermissionNames(permissions=sorted(PERMISSIONS))


@permits(GUARD)
async def audit_filters(*, actor: Actor, audits: AuditViews) -> AuditFilters:
    """What the log can be filtered by."""
    return await audits.filters(actor)
