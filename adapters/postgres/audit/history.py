"""The history of one record: audit records and changes of synchronisation runs."""

import functools
from collections.abc import Callable
from datetime import tzinfo
from typing import Any

from sqlalchemy import select

from adapters.postgres.audit.names import names_of
from adapters.postgres.core.audit.subject_keys import MARK, cipher_of, decrypt
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen
from adapters.postgres.core.tables import metadata
from adapters.postgres.listing.listing import Compiled, compiled, is_
from application.actor import Actor
from application.audit.masking import masked
from application.audit.names import ReferentNames
from application.audit.ports import RevertibleNow
from application.audit.presenters import Values, actor_text, changes, comment, format_day, referenced_ids
from application.audit.revert import obstacle
from application.ports import Cipher
from application.sync.presenters import present_change
from application.sync.presenters import referenced_ids as mentioned_in_sync
from contracts.audit import AuditChange, AuditReferent, HistoryEntry, HistoryPage, HistoryQuery
from contracts.shared import Order
from contracts.texts import catalogue, translate
from domain.audit.revert import not_revertible
from domain.shared.errors import NotFound

PRIVATE = "users:private_info"
# a student's periods in groups that the reader may see: a run's change of them is a change of the student
PERIODS = """
select e.id, g.name from enrolments e join groups g on g.id = e.group_id
where $1::text = 'student' and e.student_id = $2::bigint and ($3::bigint[] is null or g.office_id = any($3))
"""
# the topics of a course, with those that have been deleted
TOPICS = """
select x.id, p.name from (
    select o.id from topics o join study_months m on m.id = o.study_month_id where m.course_id = $2::bigint
    union select a.entity_id from audits a where a.entity = 'topic' and (a.params ->> 'course_id')::bigint = $2::bigint
) x left join topics p on p.id = x.id where $1::text = 'course'
"""
TOTAL = f"""
select (select count(*) from audits where entity = $1 and entity_id = $2)
     + (select count(*) from ({TOPICS}) p join audits a on a.entity = 'topic' and a.entity_id = p.id)
     + (select count(*) from sync_changes where entity = $1 and entity_id = $2)
     + (select count(*) from ({PERIODS}) p join sync_changes c on c.entity = 'enrolment' and c.entity_id = p.id)
"""  # noqa: S608  put together of our own words
ENTRIES = f"""
select h.*, k.sealed_key from (
    select 'a' as source, a.id, a.at, a.actor_id, a.actor_name, null::bigint as run_id, a.verb, a.params,
           a.before, a.after, null::text as about, a.entity, a.entity_id
    from audits a where a.entity = $1 and a.entity_id = $2
    union all
    select 'a', a.id, a.at, a.actor_id, a.actor_name, null, a.verb, a.params, a.before, a.after,
           case when not a.params ? 'name' then p.name end, a.entity, a.entity_id
    from ({TOPICS}) p join audits a on a.entity = 'topic' and a.entity_id = p.id
    union all
    select 's', c.id, coalesce(r.started_at, r.created_at), r.started_by, coalesce(u.full_name, 'system'), r.id, c.verb,
           '{{{{}}}}'::jsonb, c.before, c.after, p.name, c.entity,
           c.entity_id
    from (select $1::text as entity, $2::bigint as id, null::text as name
          union all select 'enrolment', p.id, p.name from ({PERIODS}) p) p
    join sync_changes c on c.entity = p.entity and c.entity_id = p.id
    join sync_runs r on r.id = c.run_id left join users u on u.id = r.started_by) h
left join subject_keys k on k.entity = $1 and k.entity_id = $2
order by h.at {{0}}, h.source {{0}}, h.id {{0}} limit $4 offset $5
"""  # noqa: S608  put together of our own words


async def history_of(
    entity: str,
    entity_id: int,
    query: HistoryQuery,
    actor: Actor,
    pool: ReadPool,
    master: Cipher,
    zone: tzinfo,
    *,
    visible: bool,
    now: Callable[[str, int], RevertibleNow] | None = None,
) -> HistoryPage:
    """See ``application.audit.ports.AuditViews.history``."""
    if not visible:
        await _check_visible(entity, entity_id, actor, pool)
    branches = None if actor.all_offices else list(actor.office_ids)
    total: int = await pool.fetchval(TOTAL, entity, entity_id, branches)
    offset = (query.page - 1) * query.per_page
    order = "asc" if query.order_by == Order.ASC else "desc"
    page = (entity, entity_id, branches, query.per_page, offset)
    rows = await pool.fetch(ENTRIES.format(order), *page) if offset < total else []
    contents = [readable(row, master, actor) for row in rows]
    wanted: dict[str, set[int]] = {}
    for (was, became, _), row in zip(contents, rows, strict=True):
        for kind, ids in (referenced_ids(was, became) if row["source"] == "a" else _of_sync(was, became)).items():
            wanted.setdefault(kind, set()).update(ids)
        if row["actor_id"] is not None:
            wanted.setdefault("user", set()).add(row["actor_id"])
    names = await names_of(wanted, pool, actor, zone)
    differences = [_entry(row, content, names, actor, now) for row, content in zip(rows, contents, strict=True)]
    return HistoryPage(history=differences, total=total)


async def _check_visible(entity: str, entity_id: int, actor: Actor, pool: ReadPool) -> None:
    existence = _there(f"{entity}s", scoped=not actor.all_offices)
    values = {"id": entity_id, SCOPE_PARAMETER: list(actor.office_ids)}
    if await pool.fetchval(existence.sql, *existence.arguments(values)) is None:
        raise NotFound(entity, entity_id)


@functools.cache
def _there(table_name: str, *, scoped: bool) -> Compiled:
    table = metadata.tables[table_name]
    scope = seen(table) if scoped else None
    statement = select(table.c.id).where(is_(table.c.id, "id"))
    return compiled(statement if scope is None else statement.where(scope))


def readable(stored: Any, master: Cipher, actor: Actor) -> tuple[Values, Values, bool]:
    """Before and after of a record, decrypted; the flag tells that values are masked.

    Values are masked where the actor lacks the right to see them.
    """
    cipher = cipher_of(stored["sealed_key"], master) if stored["sealed_key"] else None
    sides: dict[str, Values] = {}
    hidden = False
    for name in ("before", "after"):
        values = decrypt(stored[name], cipher)
        if values is not None and not actor.may(PRIVATE, "read"):
            encrypted = {key for key, value in stored[name].items() if isinstance(value, dict) and MARK in value}
            values, more = masked(values, encrypted)
            hidden = hidden or more
        sides[name] = values
    return sides["before"], sides["after"], hidden


def _of_sync(*sides: Values) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for side in sides:
        for kind, ids in mentioned_in_sync(side).items():
            found.setdefault("control_action" if kind == "action" else kind, set()).update(ids)
    return found


def _entry(
    row: Any,
    content: Any,
    names: ReferentNames,
    actor: Actor,
    now: Callable[[str, int], RevertibleNow] | None,
) -> HistoryEntry:
    was, became, hidden = content
    person, entity, language = row["source"] == "a", row["entity"], actor.language
    differences = changes(was, became, entity, names, language) if person else _of_run(was, became, names, language)
    why_not = not_revertible_reason(entity, row["verb"], differences, language, by_run=not person)
    takeable = is_revertible(entity, row["verb"], differences, by_run=not person)
    if takeable and now:
        why_not = obstacle(was or {}, became or {}, now(entity, row["entity_id"]), language)
    return HistoryEntry(
        key=f"{row['source']}{row['id']}",
        entity=entity,
        entity_id=row["entity_id"],
        at=row["at"],
        actor_id=row["actor_id"],
        actor_name=actor_text(row["actor_id"], row["actor_name"], names, language),
        audit_id=row["id"] if person else None,
        run_id=row["run_id"],
        comment=_words(row, language, person=person),
        changes=differences,
        masked=hidden,
        takeable=takeable and why_not is None,
        why_not=why_not,
    )


def is_revertible(entity: str, verb: str, differences: list[AuditChange], *, by_run: bool = False) -> bool:
    """True if a caller who may edit the record may revert this change of it."""
    return bool(differences) and not_revertible(entity, verb, by_run=by_run) is None


def not_revertible_reason(
    entity: str, verb: str, differences: list[AuditChange], language: str, *, by_run: bool = False
) -> str | None:
    """The reason why a change cannot be reverted; None for a change of no field."""
    why = not_revertible(entity, verb, by_run=by_run)
    return translate(f"history.untaken.{why}", language) if differences and why else None


def _words(row: Any, language: str, *, person: bool) -> str:
    if person:
        text = comment(row["verb"], row["params"], language)
    else:
        text = catalogue(language).get(f"audit.run.{row['verb']}") or translate("audit.run.updated", language)
    return f"{text}: {row['about']}" if row["about"] else text


def _of_run(was: Values, is_: Values, names: ReferentNames, language: str) -> list[AuditChange]:
    by_kind = dict(names.by_kind)
    by_kind["action"] = by_kind.get("control_action", {})
    fields = present_change(was, is_, ReferentNames(by_kind, language), language)
    return [
        AuditChange(
            field=f.field,
            label=f.label,
            before=_day(f.before),
            after=_day(f.after),
            added=[],
            removed=[],
            referents=_referents(_of_sync(*({f.field: (side or {}).get(f.field)} for side in (was, is_))), names),
        )
        for f in fields
    ]


def _referents(found: dict[str, set[int]], names: ReferentNames) -> list[AuditReferent]:
    named = [(kind, id, names.find(kind, id)) for kind, ids in found.items() for id in sorted(ids)]
    return [AuditReferent(entity=kind, id=id, name=name) for kind, id, name in named if name is not None]


def _day(text: str | None) -> str | None:
    return None if text is None else format_day(text)
