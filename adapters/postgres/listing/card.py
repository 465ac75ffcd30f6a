"""Queries of one record as a card, limited to the caller's branches (D-12)."""

from collections.abc import Collection, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Table, func, literal_column, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen, within
from adapters.postgres.listing.listing import compiled, is_
from adapters.postgres.listing.row_columns import columns_of, labelled
from application.actor import Actor
from domain.shared.errors import NotFound

Row = TypeVar("Row", bound=msgspec.Struct)


class CardQuery(Generic[Row]):
    """The statements of a card: one for callers of all branches, one for others.

    ``declared``: the columns of fields that are not simply a column of the table; ``elsewhere``: the fields that the
    caller sets; ``where`` limits the records further.
    """

    def __init__(
        self,
        table: Table,
        row: type[Row],
        declared: Mapping[str, Any],
        *where: Any,
        entity: str,
        elsewhere: Collection[str] = (),
    ) -> None:
        columns = labelled(row, columns_of(row, table, declared, elsewhere))
        statement, scope = select(*columns).where(is_(table.c.id, "id"), *where), seen(table)
        self._of_all = compiled(statement)
        self._of_branches = compiled(statement if scope is None else statement.where(scope))
        self._row = row
        self._entity = entity

    async def record(self, id: int, actor: Actor, pool: ReadPool, **parameters: object) -> Any:
        """The columns by their names on the wire. Raises NotFound."""
        statement = self._of_all if actor.all_offices else self._of_branches
        branches = None if actor.all_offices else list(actor.office_ids)
        values = {"id": id, SCOPE_PARAMETER: branches, **parameters}
        record = await pool.fetchrow(statement.sql, *statement.arguments(values))
        if record is None:
            raise NotFound(self._entity, id)
        return record

    async def fetch(self, id: int, actor: Actor, pool: ReadPool) -> Row:
        """The card itself. Raises NotFound."""
        return msgspec.convert(dict(await self.record(id, actor, pool)), self._row)


def visible_offices(links: Table, person: Any) -> Any:
    """The branches of a person that the caller sees, as JSON by name (D-12).

    ``links``: the table of the person's branches; ``person``: its column that names the person.
    """
    offices, owner = t.offices.c, next(iter(person.foreign_keys)).column
    named = aggregate_order_by(
        func.jsonb_build_object("id", offices.id, "name", offices.name), offices.name, offices.id
    )
    return (
        select(func.coalesce(func.jsonb_agg(named), literal_column("'[]'::jsonb")))
        .select_from(links.join(t.offices))
        .where(person == owner, within(offices.id))
        .correlate(owner.table)
        .scalar_subquery()
    )
