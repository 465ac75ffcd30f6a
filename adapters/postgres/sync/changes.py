"""The changes of a run, one page of those that the caller may see (D-12)."""

import functools
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, exists, false, func, or_, select, true

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER
from adapters.postgres.listing.listing import Compiled, compiled
from adapters.postgres.sync.names import ACTIONS, TABLES, in_scope, names
from application.actor import Actor
from application.audit.names import ReferentNames
from application.sync.presenters import present_change, readable, referenced_ids
from contracts.shared import Order
from contracts.sync.runs import SyncChangePage, SyncChangeRow, SyncChangesQuery

_c = t.sync_changes.c
ALL = "select count(*) from sync_changes where run_id = $1 and ($2::text is null or entity = $2)"


async def changes_of(run_id: int, query: SyncChangesQuery, pool: ReadPool, actor: Actor) -> SyncChangePage:
    """The requested page, the number of visible changes, and of hidden ones."""
    entities = tuple(entity for entity in readable(actor) if query.entity in (None, entity))
    scoped = not actor.all_offices
    offset = (query.page - 1) * query.per_page
    values = {"run_id": run_id, SCOPE_PARAMETER: list(actor.office_ids), "limit": query.per_page, "offset": offset}
    counting = _statement(entities, scoped=scoped, order=None)
    total: int = await pool.fetchval(counting.sql, *counting.arguments(values))
    everything: int = await pool.fetchval(ALL, run_id, query.entity)
    paging = _statement(entities, scoped=scoped, order=query.order_by)
    rows = await pool.fetch(paging.sql, *paging.arguments(values)) if offset < total else []
    return SyncChangePage(changes=await _present_rows(rows, pool, actor), total=total, hidden=everything - total)


@functools.lru_cache(maxsize=128)
def _statement(entities: tuple[str, ...], *, scoped: bool, order: Order | None) -> Compiled:
    seen = or_(false(), *(_visible(entity, scoped=scoped) for entity in entities))
    condition = and_(_c.run_id == bindparam("run_id", type_=BigInteger), seen)
    if order is None:
        return compiled(select(func.count()).where(condition))
    direction = _c.id.asc() if order == Order.ASC else _c.id.desc()
    limits = (bindparam("limit", type_=BigInteger), bindparam("offset", type_=BigInteger))
    columns = (_c.id, _c.entity, _c.entity_id, _c.verb, _c.before, _c.after)
    return compiled(select(*columns).where(condition).order_by(direction).limit(limits[0]).offset(limits[1]))


def _visible(entity: str, *, scoped: bool) -> Any:
    table, scope = TABLES[entity], in_scope(entity, scoped=scoped)
    visible = true() if scope is true() else exists(select(1).where(table.c.id == _c.entity_id, scope))
    return and_(_c.entity == entity, visible)


async def _present_rows(rows: Any, pool: ReadPool, actor: Actor) -> list[SyncChangeRow]:
    own: dict[str, set[int]] = {}
    named: dict[str, set[int]] = {}
    for row in rows:
        own.setdefault(row["entity"], set()).add(row["entity_id"])
        for values in (row["before"], row["after"]):
            for kind, ids in referenced_ids(values).items():
                named.setdefault(kind, set()).update(ids)
    own_names = {entity: await names(entity, ids, pool, actor) for entity, ids in own.items()}
    referents = await _referent_names(named, pool, actor)
    return [
        _row(row, own_names[row["entity"]].get(row["entity_id"], ("", None)), referents, actor.language) for row in rows
    ]


def _row(row: Any, called: tuple[str, str | None], referents: ReferentNames, language: str) -> SyncChangeRow:
    return SyncChangeRow(
        id=row["id"],
        entity=row["entity"],
        entity_id=row["entity_id"],
        school_id=called[1],
        name=called[0],
        verb=row["verb"],
        fields=present_change(row["before"], row["after"], referents, language),
    )


async def _referent_names(named: dict[str, set[int]], pool: ReadPool, actor: Actor) -> ReferentNames:
    """Names of the records in the values; of people only those the actor may read."""
    free = ("office", "category")
    kinds = {kind: ids for kind, ids in named.items() if kind in free or kind in readable(actor)}
    found = {kind: await names(kind, ids, pool, actor) for kind, ids in kinds.items()}
    by_kind = {kind: {id: name for id, (name, _) in called.items()} for kind, called in found.items()}
    if "action" in named:
        by_kind["action"] = {row["id"]: row["name"] for row in await pool.fetch(ACTIONS, actor.language)}
    return ReferentNames(by_kind, actor.language)
