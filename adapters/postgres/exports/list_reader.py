"""Reads whole lists through a cursor, as filtered and ordered on screen (L1, L3)."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.exports.computed_exports import COMPUTED_EXPORTS, ComputedExports
from adapters.postgres.exports.spreadsheet_columns import LIST_EXPORTS, CellContext, Formatter
from adapters.postgres.groups.own_groups import OWN_USER
from adapters.postgres.groups.schedule import TODAY
from adapters.postgres.listing.listing import full_list_statements, parameters_and_shape
from adapters.postgres.people.students import LANGUAGE
from application.actor import Actor
from application.files.spreadsheets import CellValue, RowStream
from application.ports import Clock
from contracts.shared import ListQuery

BATCH_ROWS = 500


@dataclass(frozen=True)
class _Snapshot:
    total: int
    cursor: Any
    cells: Sequence[tuple[int, Formatter]]
    context: CellContext

    async def batches(self) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
        while records := await self.cursor.fetch(BATCH_ROWS):
            yield [[read(record[place], self.context) for place, read in self.cells] for record in records]


class PostgresExportedLists:
    """Implements ``ExportedLists``."""

    def __init__(self, pool: ReadPool, computed: ComputedExports, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._computed = computed
        self._clock = clock
        self._zone = zone

    def columns(self, name: str) -> tuple[str, ...]:
        return tuple((COMPUTED_EXPORTS.get(name) or LIST_EXPORTS[name]).columns)

    def query(self, name: str) -> type[ListQuery]:
        return (COMPUTED_EXPORTS.get(name) or LIST_EXPORTS[name]).query

    @asynccontextmanager
    async def whole(
        self, name: str, query: ListQuery, columns: Sequence[str], actor: Actor
    ) -> AsyncIterator[RowStream]:
        if name in COMPUTED_EXPORTS:
            yield await self._computed.rows(name, query, columns, actor, self._clock.now())
            return
        export = LIST_EXPORTS[name]
        shown = [export.columns[column] for column in columns]
        # a field of several columns is read once
        fields = tuple(dict.fromkeys(field for field, _ in shown))
        fixed = {**export.fixed, OWN_USER: actor.id or 0} if export.own else export.fixed
        values, shape = parameters_and_shape(export.listing, query, None if export.own else actor, fixed)
        values |= {LANGUAGE: actor.language, TODAY: self._clock.now().astimezone(self._zone).date()}
        counting, reading = full_list_statements(export.listing, shape, fields)
        # the count and the rows come from one snapshot
        async with (
            self._pool.acquire() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            total = await connection.fetchval(counting.sql, *counting.arguments(values))
            cursor = await connection.cursor(reading.sql, *reading.arguments(values))
            cells = [(fields.index(field), reader) for field, reader in shown]
            yield _Snapshot(total, cursor, cells, CellContext(actor.language, self._zone))
