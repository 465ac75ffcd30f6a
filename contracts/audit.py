"""The audit log on the wire: its lines, one record in full, what it can be asked, and the history of one thing."""

from datetime import date, datetime
from typing import Annotated

from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

NAME_MAX = 100
Name = Annotated[str, Limit(max_length=NAME_MAX)]


class AuditsQuery(ListQuery):
    """What the log can be asked. ``fromDate`` and ``toDate``: whole days of the centre's zone, both included.

    ``verb``: codes of what was done; ``field``: a field that was changed, by its name in the record.
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


class AuditChange(Wire):
    """A field before and after as people read it, ``label`` in the reader's language.

    Of a set (branches, rights) ``added`` and ``removed`` say what differs, and before and after are null.
    """

    field: str
    label: str
    before: str | None
    after: str | None
    added: list[str]
    removed: list[str]


class AuditRow(Wire):
    """A line of the log: who did what to what, with which right, from where (R1-336).

    ``comment`` is what was done, in words; ``subject`` the name of what it was done to, where it has one; ``fields``
    the labels of what differs; ``actorId`` null: the console itself.
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
    """A page of the log and how many records there are in all."""

    audits: list[AuditRow]
    total: int


class AuditCard(AuditRow):
    """One record in full (R1-172). ``desc``: the whole of it as text to copy; ``masked``: something in it is hidden
    from this reader; ``takeable``, ``whyNot``: as of a history's entry."""

    request_id: str
    changes: list[AuditChange]
    masked: bool
    takeable: bool
    why_not: str | None
    desc: str


class AuditAnswer(Wire):
    """A record under its name."""

    audit: AuditCard


class PermissionNames(Wire):
    """Every permission that a record may name (R1-173)."""

    permissions: list[str]


class Coded(Wire):
    """A code and its words."""

    code: str
    name: str


class AuditFilters(Wire):
    """The options of the log's filters: of people those whom the caller may see, of the rest what the log holds."""

    actors: list[Named]
    verbs: list[Coded]
    entities: list[Coded]
    fields: list[Coded]


class HistoryQuery(ListQuery):
    """A page of a thing's history, the newest first."""

    order_by: Order = Order.DESC


class HistoryEntry(Wire):
    """One change of a thing: by a person (``auditId``) or by a synchronisation (``runId``).

    ``takeable``: whoever may edit the thing may take it back; ``whyNot``: why nobody can, of one that changed fields.
    """

    key: str
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
    """A page of a thing's history and how many entries there are in all."""

    history: list[HistoryEntry]
    total: int


class TakeBack(Form):
    """Takes a change back; ``version`` is that of the thing when it was shown what this would do."""

    version: int


class LeftAsItIs(Wire):
    """A field that stays: ``change`` is from what it is now to what it was before; ``reason`` in words."""

    change: AuditChange
    reason: str


class TakingBack(Wire):
    """What taking a change back does: ``changes`` from what is now to what was before; ``left``: what stays."""

    version: int
    changes: list[AuditChange]
    left: list[LeftAsItIs]
