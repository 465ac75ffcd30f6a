"""Ports of exports: whole lists, the spreadsheet writer, the caller's own jobs."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.exports import OwnJobRow
from contracts.shared import ListQuery

# a value of a cell: text stays text whatever it begins with, a date is a date, a number can be summed
ExportValue = str | date | float | None


@dataclass(frozen=True)
class Percentage:
    """A share of a hundred; 66.7 is shown as 66.7 %."""

    percent: float


FormattedValue = ExportValue | Percentage


@dataclass(frozen=True)
class SpreadsheetColumn:
    """A column of a formatted spreadsheet; ``width`` in characters."""

    header: str
    width: int


@dataclass(frozen=True)
class FormattedSpreadsheet:
    """A spreadsheet that people read and print.

    ``titles`` stand above the header row. The header row and the first ``pinned_columns`` stay in view and are repeated
    on each printed page. ``total_rows`` is the number of totals at the end. In a spreadsheet ``to_be_completed`` every
    column is formatted as text, below the last row too.
    """

    name: str
    columns: Sequence[SpreadsheetColumn]
    rows: Sequence[Sequence[FormattedValue]]
    titles: Sequence[str] = ()
    pinned_columns: int = 1
    total_rows: int = 0
    to_be_completed: bool = False


@runtime_checkable
class WholeList(Protocol):
    """A list as it is at one moment."""

    @property
    def total(self) -> int:
        """How many rows there are."""
        ...

    def batches(self) -> AsyncIterator[Sequence[Sequence[ExportValue]]]:
        """Its rows a few hundred at a time, the cells in the order of the columns asked for."""
        ...


@runtime_checkable
class ExportedLists(Protocol):
    """The lists that can be had as spreadsheets, of the actor's branches only (D-12)."""

    def columns(self, name: str) -> tuple[str, ...]:
        """The columns that the list has; those that its reader may read (P5)."""
        ...

    def query(self, name: str) -> type[ListQuery]:
        """What the list can be asked."""
        ...

    def whole(
        self, name: str, asked: ListQuery, columns: Sequence[str], actor: Actor
    ) -> AbstractAsyncContextManager[WholeList]:
        """All that the screen counts for the same question, whatever page it shows."""
        ...


@runtime_checkable
class SpreadsheetWriter(Protocol):
    """Writes spreadsheets off the event loop."""

    def write(
        self, headers: Sequence[str], batches: AsyncIterator[Sequence[Sequence[ExportValue]]]
    ) -> AsyncIterator[bytes]:
        """Streams a plain .xlsx with one header row in constant memory; equal headers are numbered."""
        ...

    async def render(self, spreadsheet: FormattedSpreadsheet) -> bytes:
        """Builds an .xlsx for people: pinned headers, number formats, print setup."""
        ...


@runtime_checkable
class OwnJobs(Protocol):
    """What a person has asked for and waits for, and how far it is."""

    async def mine(self, actor: Actor) -> list[OwnJobRow]:
        """Of the last day, the newest first."""
        ...

    async def progress(self, job_id: int, percent: int) -> None:
        """Says how far a running job is; outside of any change."""
        ...


@runtime_checkable
class People(Protocol):
    """For whom a job works."""

    async def acting(self, user_id: int) -> Actor | None:
        """The account's present rights and branches; None where it is blocked or gone."""
        ...
