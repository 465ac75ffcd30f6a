"""The audit log: rows, single records, filters and the history of an entity."""

from datetime import date, datetime
from typing import Annotated

from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

MAX_NAME_LENGTH = 100
Name = Annotated[str, Limit(max_length=MAX_NAME_LENGTH)]


class AuditsQuery(ListQuery):
    """Filters of the log.

    ``fromDate`` and ``toDate``: whole days of the centre's zone, both included.

    ``verb``: action codes; ``field``: a changed field, by its name in the record.
    """

    order_by: Order = Order.DESC
    actor_id: int | None = None
    verb: list[str] | None = None
    entity: Name | None = None
    entity_id: int | None = None
    permission: Name | None = None
    field: Name | None = None
    from_date: date | None = None
    to_date: date | None = None


class AuditReferent(Wire):
    """A record that a change names, for a link to its page."""

    entity: str
    id: int
    name: str


class AuditChange(Wire):
    """A changed field in readable form, ``label`` in the reader's language.

    For a set (branches, rights) ``added`` and ``removed`` hold the difference, and before and after are null.
    ``referents``: the named records that the reader may see.
    """

    field: str
    label: str
    before: str | None
    after: str | None
    added: list[str]
    removed: list[str]
    referents: list[AuditReferent]


class AuditRow(Wire):
    """A row of the log: actor, action, entity, permission, origin (R1-336).

    ``comment``: the action as text; ``subject``: the name of the entity, if any; ``fields``: labels of the changed
    fields; ``actorId`` null: the console itself.
    """

    id: int
    at: datetime
    actor_id: int | None
    actor_name: str
    address: str
    permission: str
    verb: str
    comment: str
    entity: str
    entity_name: str
    entity_id: int | None
    subject: str | None
    fields: list[str]


class AuditPage(Wire):
    """A page of the log and the total number of records."""

    audits: list[AuditRow]
    total: int


class AuditCard(AuditRow):
    """One record in full (R1-172).

    ``desc``: the whole record as text to copy; ``masked``: some values are hidden from this reader; ``takeable``,
    ``whyNot``: as in a history entry.
    """

    request_id: str
    changes: list[AuditChange]
    masked: bool
    takeable: bool
    why_not: str | None
    desc: str


class AuditAnswer(Wire):
    """One record."""

    audit: AuditCard


class PermissionNames(Wire):
    """Every permission that a record may name (R1-173)."""

    permissions: list[str]


class Coded(Wire):
    """A code and its label."""

    code: str
    name: str


class AuditFilters(Wire):
    """The options of the log's filters.

    People are limited to those whom the caller may see, other options to those in the log.
    """

    actors: list[Named]
    verbs: list[Coded]
    entities: list[Coded]
    fields: list[Coded]


class HistoryQuery(ListQuery):
    """A page of an entity's history, newest first."""

    order_by: Order = Order.DESC


class HistoryEntry(Wire):
    """One change by a person (``auditId``) or a synchronisation (``runId``).

    ``entity``, ``entityId``: the changed record: that of the history, or one that belongs to it. ``takeable``: callers
    who may edit it may revert the change; ``whyNot``: the reason why a change of fields can't be reverted.
    """

    key: str
    entity: str
    entity_id: int
    at: datetime
    actor_id: int | None
    actor_name: str
    audit_id: int | None
    run_id: int | None
    comment: str
    changes: list[AuditChange]
    masked: bool
    takeable: bool
    why_not: str | None


class HistoryPage(Wire):
    """A page of an entity's history and the total number of entries."""

    history: list[HistoryEntry]
    total: int


class ConfirmRevert(Form):
    """Reverts a change.

    ``version``: of the entity when the preview was shown.
    """

    version: int


class NotReverted(Wire):
    """A field that stays.

    ``change`` goes from its current to its former value; ``reason`` is text.
    """

    change: AuditChange
    reason: str


class RevertPreview(Wire):
    """The effect of reverting a change.

    ``changes``: from current to former values; ``left``: fields that stay.
    """

    version: int
    changes: list[AuditChange]
    left: list[NotReverted]
