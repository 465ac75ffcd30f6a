"""Names of synchronised records that a caller may see."""

import functools
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, select, true

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen
from adapters.postgres.listing.listing import Compiled, among, compiled
from adapters.postgres.sync.feed_specs import SPECS
from application.actor import Actor

TABLES = {spec.entity: spec.table for spec in SPECS.values()} | {"office": t.offices, "category": t.categories}
# names that every member of staff may read, for filters and choosers (D-59)
_FREE = ("office", "category")
ACTIONS = "select id, coalesce(display_name ->> $1, name) as name from control_actions"


def name_of(entity: str) -> Any:
    """The name of a row of the entity's table, as an expression over it."""
    if entity == "enrolment":
        student = select(t.students.c.full_name).where(t.students.c.id == t.enrolments.c.student_id).scalar_subquery()
        group = select(t.groups.c.name).where(t.groups.c.id == t.enrolments.c.group_id).scalar_subquery()
        return student.op("||")(" · ").op("||")(group)
    if entity == "school_award":
        named = select(t.students.c.full_name).where(t.students.c.id == t.school_awards.c.student_id)
        return named.scalar_subquery()
    if entity == "school_connection":
        return select(t.groups.c.name).where(t.groups.c.id == t.school_connections.c.group_id).scalar_subquery()
    columns = TABLES[entity].c
    return columns.full_name if "full_name" in columns else columns.name


def in_scope(entity: str, *, scoped: bool) -> ColumnElement[bool]:
    """The clause that a row of the entity is in one of the caller's branches (D-12)."""
    clause = seen(TABLES[entity]) if scoped and entity not in _FREE else None
    return true() if clause is None else clause


async def names(entity: str, ids: Iterable[int], pool: ReadPool, actor: Actor) -> dict[int, tuple[str, str | None]]:
    """Id → name and id at the school, of those that the actor may see."""
    statement = _names(entity, scoped=not actor.all_offices)
    values = {"ids": list(ids), SCOPE_PARAMETER: list(actor.office_ids)}
    rows = await pool.fetch(statement.sql, *statement.arguments(values)) if values["ids"] else []
    return {row["id"]: (row["name"] or "", row["h_id"]) for row in rows}


@functools.cache
def _names(entity: str, *, scoped: bool) -> Compiled:
    columns = TABLES[entity].c
    school_id = columns.h_id if "h_id" in columns else t.offices.c.name
    statement: Select[Any] = select(columns.id, name_of(entity).label("name"), school_id.label("h_id"))
    return compiled(statement.where(among(columns.id, "ids"), in_scope(entity, scoped=scoped)))
