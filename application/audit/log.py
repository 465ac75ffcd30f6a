"""The audit log for staff (D-15)."""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from contracts.audit import AuditAnswer, AuditFilters, AuditPage, AuditsQuery, PermissionNames
from domain.access.permissions import PERMISSIONS

GUARD = "staff_control:audit_logs"


@permits(GUARD)
async def list_audits(query: AuditsQuery, *, actor: Actor, audits: AuditViews) -> AuditPage:
    """Lists audit records of the caller's branches, newest first.

    See docs/decisions/audit.md.
    """
    return await audits.page(query, actor)


@permits(GUARD)
async def show_audit(audit_id: int, *, actor: Actor, audits: AuditViews) -> AuditAnswer:
    """Returns one record with former and new values, field by field.

    Personal values are masked without users:private_info (D-58); those of an anonymised person are unreadable. Raises
    NotFound.
    """
    return AuditAnswer(audit=await audits.one(audit_id, actor))


@permits(GUARD)
async def permission_names(*, actor: Actor) -> PermissionNames:
    """Lists the permissions that records name (R1-173)."""
    return PermissionNames(permissions=sorted(PERMISSIONS))


@permits(GUARD)
async def audit_filters(*, actor: Actor, audits: AuditViews) -> AuditFilters:
    """Returns the options of the log's filters."""
    return await audits.filters(actor)
