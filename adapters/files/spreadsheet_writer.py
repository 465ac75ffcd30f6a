"""Writes spreadsheets.

Plain ones in constant memory, formatted ones with openpyxl.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import rustpy_xlsxwriter

from adapters.files.formatted_spreadsheet import MAX_CELL_LENGTH, render_xlsx
from application.files.spreadsheets import CellValue, FormattedSpreadsheet

CHUNK_BYTES = 256 * 1024
# per process: each write occupies a core and a connection that readers of lists need too (ASVS-61)
CONCURRENT_WRITES = 2
# real dates, in the centre's notation
DATE_FORMAT = "dd.mm.yyyy"
TAB_NAME = "Markaz"


class XlsxSpreadsheetWriter:
    """Implements ``SpreadsheetWriter``.

    Text that begins like a formula stays text (ASVS-48). At most ``CONCURRENT_WRITES`` are written at once; further
    ones wait. ``scratch``: where unfinished ones are, the system's directory by default.
    """

    def __init__(self, scratch: Path | None = None) -> None:
        self._scratch = scratch
        self._slots = asyncio.Semaphore(CONCURRENT_WRITES)

    async def write(
        self, headers: Sequence[str], batches: AsyncIterator[Sequence[Sequence[CellValue]]]
    ) -> AsyncIterator[bytes]:
        if self._scratch:
            self._scratch.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="spreadsheet-", dir=self._scratch) as directory:
            path, loop = Path(directory) / "spreadsheet.xlsx", asyncio.get_running_loop()
            async with self._slots:
                await asyncio.to_thread(_write, _records(unique_headers(headers), batches, loop), path)
            with await asyncio.to_thread(path.open, "rb") as file:
                while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
                    yield chunk

    async def render(self, spreadsheet: FormattedSpreadsheet) -> bytes:
        async with self._slots:
            return await asyncio.to_thread(render_xlsx, spreadsheet)


def _write(records: Iterator[dict[str, Any]], path: Path) -> None:
    rustpy_xlsxwriter.write_worksheet(
        records,
        str(path),
        sheet_name=TAB_NAME,
        datetime_format=DATE_FORMAT,
        bold_headers=True,
        freeze_row=1,
        autofilter=True,
        column_width=20,
    )


def _records(
    headers: Sequence[str], batches: AsyncIterator[Sequence[Sequence[CellValue]]], loop: asyncio.AbstractEventLoop
) -> Iterator[dict[str, Any]]:
    """Yields rows as the library expects them.

    The next batch is read while one is written.
    """

    async def next_batch() -> Sequence[Sequence[CellValue]]:
        async for batch in batches:
            return batch
        return ()

    any_rows, pending = False, asyncio.run_coroutine_threadsafe(next_batch(), loop)
    while batch := pending.result():
        pending, any_rows = asyncio.run_coroutine_threadsafe(next_batch(), loop), True
        for row in batch:
            yield dict(zip(headers, map(_cell_value, row), strict=True))
    if not any_rows:
        # the header row alone: an empty row is not written
        yield dict.fromkeys(headers)


def _cell_value(value: CellValue) -> Any:
    if isinstance(value, str):
        return value[:MAX_CELL_LENGTH] or None
    return value


def unique_headers(headers: Sequence[str]) -> list[str]:
    """Numbers equal headers: "Telefon", "Telefon (2)"."""
    unique: dict[str, None] = {}
    for header in headers:
        name, number = header, 2
        while name in unique:
            name, number = f"{header} ({number})", number + 1
        unique[name] = None
    return list(unique)
