"""Ports and values of spreadsheets: a stream of rows, formatted cells, the writer."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

# a value of a cell: text stays text whatever it begins with, a date is a date, a number can be summed
CellValue = str | date | float | None


@dataclass(frozen=True)
class Percentage:
    """A share of a hundred; 66.7 is shown as 66.7 %."""

    percent: float


FormattedValue = CellValue | Percentage


@dataclass(frozen=True)
class SpreadsheetColumn:
    """A column of a formatted spreadsheet; ``width`` in characters.

    In a spreadsheet to be completed, ``hint`` is shown beside the selected cell, and a cell with ``choices`` offers
    them in a drop-down and accepts nothing else.
    """

    header: str
    width: int
    hint: str = ""
    choices: Sequence[str] = ()


@dataclass(frozen=True)
class FormattedSpreadsheet:
    """A spreadsheet that people read and print.

    ``titles`` stand above the header row, and below them an ``example`` of a row. The header row and the first
    ``pinned_columns`` stay in view and are repeated on each printed page. ``total_rows`` is the number of totals at the
    end. In a spreadsheet ``to_be_completed`` every column is formatted as text, below the last row too.
    """

    name: str
    columns: Sequence[SpreadsheetColumn]
    rows: Sequence[Sequence[FormattedValue]]
    titles: Sequence[str] = ()
    example: Sequence[str] = ()
    pinned_columns: int = 1
    total_rows: int = 0
    to_be_completed: bool = False

    @property
    def header_row(self) -> int:
        """The number of the header row, counted from 1."""
        return len(self.titles) + bool(self.example) + 1


@runtime_checkable
class RowStream(Protocol):
    """The rows of a list in one snapshot."""

    @property
    def total(self) -> int:
        """The number of rows."""
        ...

    def batches(self) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
        """Yields the rows in batches, values in the order of the requested columns."""
        ...


@runtime_checkable
class SpreadsheetWriter(Protocol):
    """Writes spreadsheets off the event loop."""

    def write(
        self, headers: Sequence[str], batches: AsyncIterator[Sequence[Sequence[CellValue]]]
    ) -> AsyncIterator[bytes]:
        """Streams a plain .xlsx with one header row in constant memory.

        Equal headers are numbered.
        """
        ...

    async def render(self, spreadsheet: FormattedSpreadsheet) -> bytes:
        """Builds an .xlsx for people: pinned headers, number formats, print setup."""
        ...
