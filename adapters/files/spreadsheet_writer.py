"""Spreadsheets written in constant memory: rows are fetched by the thread that writes them."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import rustpy_xlsxwriter

from application.exports.ports import Cell

PIECE = 256 * 1024
# of one program; each keeps a processor and a connection busy, and those who look at lists have them too (ASVS-61)
AT_ONCE = 2
# what a cell of a spreadsheet can hold
LONGEST_TEXT = 32_767
# real dates, shown as people here write them
DATES = "dd.mm.yyyy"
SHEET = "Markaz"


class XlsxSpreadsheetWriter:
    """See ``application.exports.ports.SpreadsheetWriter``. A text that begins like a formula stays a text (ASVS-48).

    Whoever comes while ``AT_ONCE`` are written waits.
    """

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def write(
        self, heads: Sequence[str], batches: AsyncIterator[Sequence[Sequence[Cell]]]
    ) -> AsyncIterator[bytes]:
        with tempfile.TemporaryDirectory(prefix="sheet-") as directory:
            path, loop = Path(directory) / "sheet.xlsx", asyncio.get_running_loop()
            async with self._turns:
                await asyncio.to_thread(_write, _records(told_apart(heads), batches, loop), path)
            with await asyncio.to_thread(path.open, "rb") as file:
                while piece := await asyncio.to_thread(file.read, PIECE):
                    yield piece


def _write(records: Iterator[dict[str, Any]], path: Path) -> None:
    rustpy_xlsxwriter.write_worksheet(
        records, str(path), sheet_name=SHEET, datetime_format=DATES, bold_headers=True, freeze_row=1, column_width=20
    )


def _records(
    heads: Sequence[str], batches: AsyncIterator[Sequence[Sequence[Cell]]], loop: asyncio.AbstractEventLoop
) -> Iterator[dict[str, Any]]:
    """Rows as the library takes them; while a batch is written the next one is read."""

    async def following() -> Sequence[Sequence[Cell]]:
        async for batch in batches:
            return batch
        return ()

    some, coming = False, asyncio.run_coroutine_threadsafe(following(), loop)
    while batch := coming.result():
        coming, some = asyncio.run_coroutine_threadsafe(following(), loop), True
        for row in batch:
            yield dict(zip(heads, map(_cell, row), strict=True))
    if not some:
        # the heads alone: a row of nothing is not written
        yield dict.fromkeys(heads)


def _cell(value: Cell) -> Any:
    if isinstance(value, str):
        return value[:LONGEST_TEXT] or None
    return value


def told_apart(heads: Sequence[str]) -> list[str]:
    """Heads of which no two are equal: "Telefon", "Telefon (2)"."""
    told: dict[str, None] = {}
    for head in heads:
        name, number = head, 2
        while name in told:
            name, number = f"{head} ({number})", number + 1
        told[name] = None
    return list(told)
