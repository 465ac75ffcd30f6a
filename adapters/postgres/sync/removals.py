"""The changes of a stopped run that wait for an approval (D-49, D-154)."""

import functools
from typing import Any

from sqlalchemy import BigInteger, Text, and_, bindparam, func, select

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER
from adapters.postgres.listing.listing import Compiled, compiled
from adapters.postgres.sync.feed_specs import SPECS
from adapters.postgres.sync.names import in_scope, name_of
from application.actor import Actor
from application.sync.presenters import readable
from application.sync.upsert import REMOVAL
from contracts.sync.runs import SyncRemoval, SyncRemovals
from contracts.sync.school_records import Feed
from domain.sync.brakes import ENDING

SHOWN = 100
FEEDS = "select distinct feed from sync_parked where shown_in = $1"
_GOING = """
select count(*) from enrolments e where e.school_deleted_at is null and e.{column} in (
    select x.id from sync_parked p join {table} x on x.h_id = p.h_id
    where p.feed = $1 and p.shown_in = $2 and p.reason = $3 and p.field = any ($4::text[])
      and x.school_deleted_at is null)
"""
WITH_THEM = {
    Feed.STUDENTS: _GOING.format(column="student_id", table="students"),
    Feed.GROUPS: _GOING.format(column="group_id", table="groups"),
}


async def totals_of(run_id: int, pool: ReadPool) -> dict[str, int]:
    """Feed → the number of living rows that wait for an approval."""
    shown = {row["feed"] for row in await pool.fetch(FEEDS, run_id)}
    counts = {feed: await _count(feed, run_id, pool, None) for feed in Feed if feed in shown}
    return {feed.value: count for feed, count in counts.items() if count}


async def removals_of(run_id: int, pool: ReadPool, actor: Actor) -> list[SyncRemovals]:
    """The same with the first rows that the actor may see."""
    totals = await totals_of(run_id, pool)
    return [await _of_feed(Feed(feed), total, run_id, pool, actor) for feed, total in totals.items()]


async def _of_feed(feed: Feed, total: int, run_id: int, pool: ReadPool, actor: Actor) -> SyncRemovals:
    visible, rows = 0, []
    if SPECS[feed].entity in readable(actor):
        visible = await _count(feed, run_id, pool, actor)
        statement = _statement(feed, scoped=not actor.all_offices, counting=False)
        rows = await pool.fetch(statement.sql, *statement.arguments(_values(feed, run_id, actor)))
    with_them = await pool.fetchval(WITH_THEM[feed], feed, run_id, REMOVAL, list(ENDING)) if feed in WITH_THEM else 0
    shown = [SyncRemoval(id=row["h_id"], name=row["name"] or "", what=row["field"]) for row in rows]
    return SyncRemovals(feed=feed, total=total, hidden=total - visible, with_them=with_them, rows=shown)


async def _count(feed: Feed, run_id: int, pool: ReadPool, actor: Actor | None) -> int:
    statement = _statement(feed, scoped=actor is not None and not actor.all_offices, counting=True)
    count: int = await pool.fetchval(statement.sql, *statement.arguments(_values(feed, run_id, actor)))
    return count


def _values(feed: Feed, run_id: int, actor: Actor | None) -> dict[str, Any]:
    return {"feed": feed.value, "run_id": run_id, SCOPE_PARAMETER: list(actor.office_ids) if actor else None}


@functools.cache
def _statement(feed: Feed, *, scoped: bool, counting: bool) -> Compiled:
    entity, table, p = SPECS[feed].entity, SPECS[feed].table, t.sync_parked.c
    condition = and_(
        p.feed == bindparam("feed", type_=Text),
        p.shown_in == bindparam("run_id", type_=BigInteger),
        p.reason == REMOVAL,
        table.c.school_deleted_at.is_(None),
        in_scope(entity, scoped=scoped),
    )
    joined = t.sync_parked.join(table, table.c.h_id == p.h_id)
    if counting:
        return compiled(select(func.count()).select_from(joined).where(condition))
    columns = (p.h_id, name_of(entity).label("name"), p.field)
    return compiled(select(*columns).select_from(joined).where(condition).order_by("name", p.h_id).limit(SHOWN))
