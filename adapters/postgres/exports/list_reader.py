"""Lists read whole, for spreadsheets: the same listing, scope and order as the screen's, through a cursor (L1, L3)."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.exports.spreadsheet_columns import SHEETS, As, Reader
from adapters.postgres.groups.own_groups import OWN_USER
from adapters.postgres.groups.schedule import TODAY
from adapters.postgres.listing.listing import read_question, whole_of
from adapters.postgres.people.students import LANGUAGE
from application.actor import Actor
from application.files.spreadsheets import CellValue
from application.ports import Clock
from contracts.shared import ListQuery

BATCH = 500


@dataclass(frozen=True)
class _Whole:
    total: int
    cursor: Any
    cells: Sequence[tuple[int, Reader]]
    writing: As

    async def batches(self) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
        while records := await self.cursor.fetch(BATCH):
            yield [[read(record[place], self.writing) for place, read in self.cells] for record in records]


class PostgresExports:
    """See ``application.exports.ports.ExportedLists``."""

    def __init__(self, reads: ReadPool, clock: Clock, zone: ZoneInfo) -> None:
        self._reads = reads
        self._clock = clock
        self._zone = zone

    def columns(self, name: str) -> tuple[str, ...]:
        return tuple(SHEETS[name].columns)

    def query(self, name: str) -> type[ListQuery]:
        return SHEETS[name].query

    @asynccontextmanager
    async def whole(self, name: str, asked: ListQuery, columns: Sequence[str], actor: Actor) -> AsyncIterator[_Whole]:
        sheet = SHEETS[name]
        shown = [sheet.columns[column] for column in columns]
        # what several columns speak of is read once
        fields = tuple(dict.fromkeys(field for field, _ in shown))
        fixed = {**sheet.fixed, OWN_USER: actor.id or 0} if sheet.own else sheet.fixed
        values, shape = read_question(sheet.listing, asked, None if sheet.own else actor, fixed)
        values |= {LANGUAGE: actor.language, TODAY: self._clock.now().astimezone(self._zone).date()}
        counting, reading = whole_of(sheet.listing, shape, fields)
        # one moment for the number and for every row
        async with (
            self._reads.acquire() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            total = await connection.fetchval(counting.sql, *counting.arguments(values))
            cursor = await connection.cursor(reading.sql, *reading.arguments(values))
            cells = [(fields.index(field), reader) for field, reader in shown]
            yield _Whole(total, cursor, cells, As(actor.language, self._zone))
