"""What the pages of the audit log read."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.audit import AuditCard, AuditFilters, AuditPage, AuditsQuery, HistoryPage, HistoryQuery


@runtime_checkable
class AuditViews(Protocol):
    """Reads about the audit log, of what the actor may see (docs/decisions/audit.md)."""

    async def page(self, asked: AuditsQuery, actor: Actor) -> AuditPage:
        """A page of the log."""
        ...

    async def one(self, audit_id: int, actor: Actor) -> AuditCard:
        """One record. Raises NotFound, also for one that the actor may not see."""
        ...

    async def filters(self, actor: Actor) -> AuditFilters:
        """What the log can be filtered by."""
        ...

    async def history(self, entity: str, entity_id: int, asked: HistoryQuery, actor: Actor) -> HistoryPage:
        """What people and synchronisations did to one thing. Raises NotFound, also for one of another branch."""
        ...
