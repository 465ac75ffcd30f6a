"""Lists read whole, for spreadsheets: the same listing, scope and order as the screen's, through a cursor (L1, L3)."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.engine import Reads
from adapters.postgres.listing import Listing, read_question, whole_of
from adapters.postgres.views.people import LANGUAGE, STUDENTS
from adapters.postgres.views.staff import STAFF
from application.actor import Actor
from application.exports import exports
from application.exports.ports import Cell
from contracts.people import StudentsQuery
from contracts.shared import ListQuery
from contracts.texts import say
from contracts.users import StaffQuery

BATCH = 500
Reader = Callable[[Any, "_As"], Cell]


@dataclass(frozen=True)
class _As:
    """Whose words and clock the cells are written in."""

    language: str
    zone: ZoneInfo


@dataclass(frozen=True)
class Sheet:
    """A list as a spreadsheet: column → the field of the list that it shows, and how a cell says it."""

    listing: Listing
    query: type[ListQuery]
    columns: Mapping[str, tuple[str, Reader]]


def _text(value: Any, _: _As) -> Cell:
    """Numbers too: an id is no quantity."""
    return None if value is None else str(value)


def _names(values: list[dict[str, Any]] | None, _: _As) -> Cell:
    return ", ".join(one["name"] for one in values or [])


def _school_names(values: list[dict[str, Any]] | None, _: _As) -> Cell:
    return ", ".join(one["hName"] for one in values or [])


def _name(value: dict[str, Any] | None, _: _As) -> Cell:
    return value["name"] if value else None


def _flag(value: Any, of: _As) -> Cell:
    return say("export.yes" if value else "export.no", of.language)


def _day(value: datetime | None, of: _As) -> Cell:
    return value.astimezone(of.zone).date() if value else None


def _word(kind: str) -> Reader:
    return lambda value, of: None if value is None else say(f"export.{kind}.{value}", of.language)


SHEETS: dict[str, Sheet] = {
    exports.STUDENTS: Sheet(
        STUDENTS,
        StudentsQuery,
        {
            "id": ("id", _text),
            "hId": ("h_id", _text),
            "fullName": ("full_name", _text),
            "phoneNumber": ("phone_number", _text),
            "login": ("login", _text),
            "offices": ("offices", _names),
            "categories": ("categories", _school_names),
            "photo": ("photo", lambda value, of: _flag(value is not None, of)),
            # whether there are any: a list has no more of papers (D-58)
            "papers": ("has_personal_data", _flag),
            "status": ("status", _name),
            "systemStatus": ("system_status", _word("system_status")),
            "createdAt": ("created_at", _day),
        },
    ),
    exports.STAFF: Sheet(
        STAFF,
        StaffQuery,
        {
            "id": ("id", _text),
            "fullName": ("full_name", _text),
            "login": ("login", _text),
            "role": ("role", _name),
            "offices": ("offices", _names),
            "workStatus": ("work_status", _word("work_status")),
            "active": ("is_active", _flag),
            "createdAt": ("created_at", _day),
        },
    ),
}


@dataclass(frozen=True)
class _Whole:
    total: int
    cursor: Any
    readers: Sequence[Reader]
    writing: _As

    async def batches(self) -> AsyncIterator[Sequence[Sequence[Cell]]]:
        while records := await self.cursor.fetch(BATCH):
            yield [
                [read(value, self.writing) for read, value in zip(self.readers, record, strict=True)]
                for record in records
            ]


class PostgresExports:
    """See ``application.exports.ports.ExportedLists``."""

    def __init__(self, reads: Reads, zone: ZoneInfo) -> None:
        self._reads = reads
        self._zone = zone

    def columns(self, name: str) -> tuple[str, ...]:
        return tuple(SHEETS[name].columns)

    def query(self, name: str) -> type[ListQuery]:
        return SHEETS[name].query

    @asynccontextmanager
    async def whole(self, name: str, asked: ListQuery, columns: Sequence[str], actor: Actor) -> AsyncIterator[_Whole]:
        sheet = SHEETS[name]
        shown = [sheet.columns[column] for column in columns]
        values, shape = read_question(sheet.listing, asked, actor)
        values |= {LANGUAGE: actor.language}
        counting, reading = whole_of(sheet.listing, shape, tuple(field for field, _ in shown))
        # one moment for the number and for every row
        async with (
            self._reads.lines.acquire() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            total = await connection.fetchval(counting.sql, *counting.arguments(values))
            cursor = await connection.cursor(reading.sql, *reading.arguments(values))
            yield _Whole(total, cursor, [reader for _, reader in shown], _As(actor.language, self._zone))
