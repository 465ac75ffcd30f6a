"""Ports of the audit log: reading it, and reverting a recorded change."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.audit import AuditCard, AuditChange, AuditFilters, AuditPage, AuditsQuery, HistoryPage, HistoryQuery
from domain.shared.errors import FieldError


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


@dataclass(frozen=True)
class AuditRecord:
    """A record as it was kept; ``personal``: its values are hidden from who may not read private information."""

    verb: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    personal: bool


@runtime_checkable
class AuditRecords(Protocol):
    """Single records of the log, for whoever may see what they are about."""

    async def recorded(self, entity: str, entity_id: int, audit_id: int) -> AuditRecord:
        """A record about this thing. Raises NotFound."""
        ...

    async def told(
        self, entity: str, before: Mapping[str, Any], after: Mapping[str, Any], actor: Actor, *, personal: bool
    ) -> list[AuditChange]:
        """What differs, in the actor's words, and hidden as the log hides it from him."""
        ...


@dataclass(frozen=True)
class PresentState:
    """A thing as it is now: its version and its fields as the log keeps them."""

    version: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class RevertResult:
    """What putting fields back did, as it is recorded."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    permission: str
    personal: bool = False


class ReadPresent(Protocol):
    """The thing as it is now, for whoever may change it. Raises NotFound, Forbidden, DomainError."""

    def __call__(self, id: int, *, actor: Actor, uow: UnitOfWork) -> Awaitable[PresentState]:
        """Inside the transaction; the row is held."""
        ...


class RevertFaults(Protocol):
    """What the form of such a thing would refuse of these fields."""

    def __call__(
        self, present: Mapping[str, Any], back: Mapping[str, Any], *, today: date
    ) -> Mapping[str, Sequence[FieldError]]:
        """By field as the log names it; what the form would refuse of the others is let be, they were so before."""
        ...


class ApplyRevert(Protocol):
    """Gives fields their former values, by the rules of an edit. Raises ValidationError, Forbidden, DomainError."""

    def __call__(
        self, id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
    ) -> Awaitable[RevertResult]:
        """Inside the same transaction."""
        ...
