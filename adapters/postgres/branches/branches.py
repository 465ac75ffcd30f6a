"""Reads about branches."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, literal_column, select, union_all
from sqlalchemy.types import Text

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.listing import compiled, is_
from application.actor import Actor
from contracts.branches import HeadOffice, OfficeRow
from domain.shared.errors import NotFound

# $1: the caller's branches, null for all of them; $2: one branch, null for all of those
OFFICES = """
select o.id, o.name, o.version, h.id as head_id, h.name as head_name
from offices o left join head_offices h on h.id = o.head_office_id
where ($1::bigint[] is null or o.id = any($1)) and ($2::bigint is null or o.id = $2) order by o.name, o.id
"""
HEAD_OFFICES = """
select h.id, h.name, exists (select 1 from offices o where o.head_office_id = h.id) as is_related
from head_offices h where h.school_deleted_at is null order by h.name, h.id
"""
# table → the kind shown for rows that prevent a deletion; all others are "other" records
KINDS = {
    "student_offices": "students",
    "teacher_offices": "teachers",
    "user_offices": "staff",
    "groups": "groups",
    "holiday_offices": "holidays",
}


def _uses() -> Any:
    naming = [
        (table, key.parent)
        for table in t.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is t.offices.c.id
    ]
    parts = [
        select(
            literal_column(f"'{KINDS.get(table.name, 'other')}'", Text).label("kind"),
            func.count().label("count"),
        ).where(is_(column, "office_id"))
        for table, column in naming
    ]
    found = union_all(*(part.select_from(table) for part, (table, _) in zip(parts, naming, strict=True))).subquery()
    counts = select(found.c.kind, func.sum(found.c.count).label("count")).group_by(found.c.kind)
    return compiled(counts.having(func.sum(found.c.count) > 0).order_by(found.c.kind))


USES = _uses()


class PostgresBranchViews:
    """See ``application.branches.ports.BranchViews``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def offices(self, actor: Actor) -> list[OfficeRow]:
        return await self._offices(actor, None)

    async def one(self, office_id: int, actor: Actor) -> OfficeRow:
        for office in await self._offices(actor, office_id):
            return office
        raise NotFound("Office", office_id)

    async def _offices(self, actor: Actor, office_id: int | None) -> list[OfficeRow]:
        branches = None if actor.all_offices else list(actor.office_ids)
        return [_office(row) for row in await self._pool.fetch(OFFICES, branches, office_id)]

    async def head_offices(self) -> list[HeadOffice]:
        return [HeadOffice(**dict(row)) for row in await self._pool.fetch(HEAD_OFFICES)]

    async def uses(self, office_id: int) -> Mapping[str, int]:
        rows = await self._pool.fetch(USES.sql, *USES.arguments({"office_id": office_id}))
        return {row["kind"]: int(row["count"]) for row in rows}


def _office(row: Any) -> OfficeRow:
    related = row["head_id"] is not None
    school = HeadOffice(id=row["head_id"], name=row["head_name"], is_related=True) if related else None
    return OfficeRow(id=row["id"], name=row["name"], h_office=school, version=row["version"])
