"""Ports of the audit log: reading it, and reverting a recorded change."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.audit import AuditCard, AuditChange, AuditFilters, AuditPage, AuditsQuery, HistoryPage, HistoryQuery
from domain.shared.errors import FieldError

# the errors of restored fields by field: of the current fields and the restored ones
FaultsNow = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Sequence[FieldError]]]


@dataclass(frozen=True)
class RevertibleNow:
    """A record as it is now, by which a history offers only reverts that are possible.

    ``present``: its fields in the form of the log; None if it has been deleted. ``faults``: see ``RevertFaults``.
    """

    present: Mapping[str, Any] | None
    faults: FaultsNow | None = None


@runtime_checkable
class AuditViews(Protocol):
    """Reads about the audit log in the actor's scope (docs/decisions/audit.md)."""

    async def page(self, query: AuditsQuery, actor: Actor) -> AuditPage:
        """Returns a page of the log."""
        ...

    async def one(self, audit_id: int, actor: Actor) -> AuditCard:
        """Returns one record. Raises NotFound, also outside the actor's scope."""
        ...

    async def filters(self, actor: Actor) -> AuditFilters:
        """Returns the options of the log's filters."""
        ...

    async def history(
        self,
        entity: str,
        entity_id: int,
        query: HistoryQuery,
        actor: Actor,
        *,
        visible: bool = False,
        now: Callable[[str, int], RevertibleNow] | None = None,
    ) -> HistoryPage:
        """Returns the history of an entity by staff and synchronisations.

        That of a course includes its topics, deleted ones too. ``now``: the record of a kind and id as it is now;
        without it a change is offered for reverting by its kind alone.

        Raises NotFound, also for an entity of another branch, unless the caller has found it ``visible`` to the actor:
        an own group may be of another branch (D-13).
        """
        ...


@dataclass(frozen=True)
class AuditRecord:
    """A stored record.

    ``personal``: its values are masked for readers without the right to private information.
    """

    verb: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    personal: bool


@runtime_checkable
class AuditRecords(Protocol):
    """Single records of the log, for callers who may see their entity."""

    async def find(self, entity: str, entity_id: int, audit_id: int) -> AuditRecord:
        """Returns a record about this entity. Raises NotFound."""
        ...

    async def present_changes(
        self, entity: str, before: Mapping[str, Any], after: Mapping[str, Any], actor: Actor, *, personal: bool
    ) -> list[AuditChange]:
        """Presents the difference in the actor's language, masked as in the log."""
        ...


@dataclass(frozen=True)
class PresentState:
    """The current version and fields of an entity, in the form of the log."""

    version: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class RevertResult:
    """The effect of restoring fields, as recorded."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    permission: str
    personal: bool = False


class ReadPresent(Protocol):
    """Reads the current state of an entity for callers who may change it.

    Raises NotFound, Forbidden, DomainError.
    """

    def __call__(self, id: int, *, actor: Actor, uow: UnitOfWork) -> Awaitable[PresentState]:
        """Runs inside the transaction and locks the row."""
        ...


class RevertFaults(Protocol):
    """Validates restored fields by the rules of the entity's form."""

    def __call__(
        self, present: Mapping[str, Any], back: Mapping[str, Any], *, now: datetime
    ) -> Mapping[str, Sequence[FieldError]]:
        """Returns the errors by field, named as in the log. ``now``: in the centre's zone.

        Errors of fields that are not restored are ignored: they existed before.
        """
        ...


class ApplyRevert(Protocol):
    """Restores fields to their former values by the rules of an edit.

    Raises ValidationError, Forbidden, DomainError.
    """

    def __call__(
        self, id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
    ) -> Awaitable[RevertResult]:
        """Runs inside the same transaction."""
        ...
