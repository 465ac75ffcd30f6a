"""The audit log and histories, rendered in the reader's language and scope."""

from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import ARRAY, Date, DateTime, Text, bindparam, cast, func, literal_column
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.audit.history import (
    PRIVATE,
    history_of,
    is_revertible,
    not_revertible_reason,
    readable,
)
from adapters.postgres.audit.names import names_of
from adapters.postgres.core import tables as t
from adapters.postgres.core.audit.subject_keys import MARK, cipher_of, decrypt
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.listing import Listing, is_, page_of
from application.actor import Actor
from application.audit.masking import masked
from application.audit.names import ReferentNames
from application.audit.ports import AuditRecord, RevertibleNow
from application.audit.presenters import (
    RIGHTS,
    actor_text,
    as_text,
    changes,
    comment,
    entity_text,
    label,
    referenced_ids,
    verb_text,
)
from application.ports import Cipher
from contracts.audit import (
    AuditCard,
    AuditChange,
    AuditFilters,
    AuditPage,
    AuditRow,
    AuditsQuery,
    Coded,
    HistoryPage,
    HistoryQuery,
)
from contracts.shared import Named
from contracts.texts import translate
from domain.shared.errors import NotFound

_a = t.audits.c
# a value that was never written is a JSON null
_FIELDS = literal_column(
    """(select coalesce(jsonb_agg(distinct k), '[]') from (values (audits.before), (audits.after)) v (x),
    lateral jsonb_object_keys(case when jsonb_typeof(x) = 'object' then x else '{}' end) k)""",
    JSONB,
)
CONTENT = """
select a.before, a.after, k.sealed_key
from audits a left join subject_keys k on k.entity = a.entity and k.entity_id = a.entity_id where a.id = $1
"""
RECORDED = """
select a.verb, a.before, a.after, k.sealed_key
from audits a left join subject_keys k on k.entity = a.entity and k.entity_id = a.entity_id
where a.id = $1 and a.entity = $2 and a.entity_id = $3
"""
# $1: the reader's branches, null for all of them
ACTORS = """
select u.id, u.full_name as name from users u
where $1::bigint[] is null or exists (select 1 from user_offices l where l.user_id = u.id and l.office_id = any($1))
order by u.sort_key, u.id
"""
# the log has few verbs and kinds among many records: each is found by one step into the index
DISTINCT = """
with recursive step as (
    (select {0} as code from audits order by {0} limit 1)
    union all select (select a.{0} from audits a where a.{0} > s.code order by a.{0} limit 1) from step s
    where s.code is not null)
select code from step where code is not null
"""
# the fields that staff filter by; a record may name more
FIELDS = (
    *("first_name", "last_name", "middle_name", "phone", "birth_date", "login", "role_id", "office_ids", "name"),
    *("status_id", "system_status", "permissions", "head_office_id", "reason"),
)


class _Record(msgspec.Struct, rename="camel"):
    id: int
    at: Any
    actor_id: int | None
    actor_name: str
    address: str
    permission: str
    verb: str
    entity: str
    entity_id: int | None
    params: dict[str, Any]
    fields: list[str]
    request_id: str


def _listing(zone: str) -> Listing:
    def beginning(day: Any) -> Any:
        quoted = zone.replace("'", "''")
        return func.timezone(literal_column(f"'{quoted}'", Text), cast(day, DateTime))

    return Listing(
        table=t.audits,
        row=_Record,
        columns={"fields": _FIELDS},
        order=(),
        filters={
            "id": lambda: is_(_a.id, "id"),
            "actor_id": lambda: is_(_a.actor_id, "actor_id"),
            "verb": lambda: _a.verb == bindparam("verb", type_=ARRAY(Text)).any_(),
            "entity": lambda: is_(_a.entity, "entity"),
            "entity_id": lambda: is_(_a.entity_id, "entity_id"),
            "permission": lambda: is_(_a.permission, "permission"),
            "field": lambda: (
                func.jsonb_exists(_a.before, bindparam("field", type_=Text))
                | func.jsonb_exists(_a.after, bindparam("field", type_=Text))
            ),
            "from_date": lambda: _a.at >= beginning(bindparam("from_date", type_=Date)),
            "to_date": lambda: _a.at < beginning(bindparam("to_date", type_=Date) + 1),
        },
        contains=(_a.actor_name, _a.address, _a.request_id, cast(_a.params, Text)),
    )


class PostgresAuditLog:
    """See ``application.audit.ports.AuditViews``.

    Days and hours are those of ``zone``.
    """

    def __init__(self, pool: ReadPool, master: Cipher, zone: str) -> None:
        self._pool = pool
        self._master = master
        self._listing = _listing(zone)
        self._zone = ZoneInfo(zone)

    async def page(self, query: AuditsQuery, actor: Actor) -> AuditPage:
        records, total = await page_of(self._listing, query, self._pool, actor=actor)
        names = await names_of(_subjects(records), self._pool, actor, self._zone)
        return AuditPage(audits=[_row(record, names, actor.language) for record in records], total=total)

    async def one(self, audit_id: int, actor: Actor) -> AuditCard:
        found, _ = await page_of(self._listing, AuditsQuery(), self._pool, actor=actor, fixed={"id": audit_id})
        if not found:
            raise NotFound("Audit", audit_id)
        record: _Record = found[0]
        stored = await self._pool.fetchrow(CONTENT, audit_id)
        was, is_, hidden = readable(stored, self._master, actor)
        wanted = referenced_ids(was, is_)
        for kind, ids in _subjects(found).items():
            wanted.setdefault(kind, set()).update(ids)
        names = await names_of(wanted, self._pool, actor, self._zone)
        row = _row(record, names, actor.language)
        differences = changes(was, is_, record.entity, names, actor.language)
        return AuditCard(
            **msgspec.structs.asdict(row),
            request_id=record.request_id,
            changes=differences,
            masked=hidden,
            takeable=is_revertible(record.entity, record.verb, differences),
            why_not=not_revertible_reason(record.entity, record.verb, differences, actor.language),
            desc=as_text(row.comment, row.subject, differences, actor.language),
        )

    async def filters(self, actor: Actor) -> AuditFilters:
        branches = None if actor.all_offices else list(actor.office_ids)
        actors = [Named(**dict(row)) for row in await self._pool.fetch(ACTORS, branches)]
        verbs, entities = [[r["code"] for r in await self._pool.fetch(DISTINCT.format(c))] for c in ("verb", "entity")]
        say = actor.language
        return AuditFilters(
            actors=actors,
            verbs=_coded((verb, verb_text(verb, say)) for verb in verbs),
            entities=_coded((entity, entity_text(entity, say)) for entity in entities),
            fields=_coded((field, label(field, say)) for field in FIELDS),
        )

    async def find(self, entity: str, entity_id: int, audit_id: int) -> AuditRecord:
        """See ``application.audit.ports.AuditRecords``."""
        stored = await self._pool.fetchrow(RECORDED, audit_id, entity, entity_id)
        if stored is None:
            raise NotFound("Audit", audit_id)
        cipher = cipher_of(stored["sealed_key"], self._master) if stored["sealed_key"] else None
        before, after = (decrypt(stored[side], cipher) or {} for side in ("before", "after"))
        sealed = any(isinstance(value, dict) and MARK in value for value in (stored["after"] or {}).values())
        return AuditRecord(stored["verb"], before, after, personal=sealed)

    async def present_changes(
        self, entity: str, before: Mapping[str, Any], after: Mapping[str, Any], actor: Actor, *, personal: bool
    ) -> list[AuditChange]:
        """See ``application.audit.ports.AuditRecords``."""
        if personal and not actor.may(PRIVATE, "read"):
            before, after = (masked(side, set(side))[0] for side in (before, after))
        names = await names_of(referenced_ids(before, after), self._pool, actor, self._zone)
        return changes(before, after, entity, names, actor.language)

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
        reading = (self._pool, self._master, self._zone)
        return await history_of(entity, entity_id, query, actor, *reading, visible=visible, now=now)


def _coded(pairs: Any) -> list[Coded]:
    return sorted((Coded(code=code, name=name) for code, name in pairs), key=lambda coded: coded.name.casefold())


def _subjects(records: list[_Record]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for record in records:
        if record.entity_id is not None:
            found.setdefault(record.entity, set()).add(record.entity_id)
        if record.actor_id is not None:
            found.setdefault("user", set()).add(record.actor_id)
    return found


def _row(record: _Record, names: ReferentNames, language: str) -> AuditRow:
    stored = {
        name: getattr(record, name) for name in ("id", "at", "actor_id", "address", "permission", "verb", "entity")
    }
    return AuditRow(
        **stored,
        actor_name=actor_text(record.actor_id, record.actor_name, names, language),
        comment=comment(record.verb, record.params, language),
        entity_name=entity_text(record.entity, language),
        entity_id=record.entity_id,
        subject=_subject(record, names, language),
        fields=sorted({_column_label(field, record.entity, language) for field in record.fields}),
    )


def _subject(record: _Record, names: ReferentNames, language: str) -> str | None:
    """The record's name; of a deleted one the name it had, else its number."""
    if record.entity_id is None:
        return None
    had = record.params.get("name")
    return (
        names.find(record.entity, record.entity_id)
        or (had if isinstance(had, str) else None)
        or translate("log.number", language, id=record.entity_id)
    )


def _column_label(field: str, entity: str, language: str) -> str:
    """The label of a field in a row; all permissions of a role are one."""
    return label(RIGHTS if field.startswith(f"{RIGHTS}.") else field, language, entity)
