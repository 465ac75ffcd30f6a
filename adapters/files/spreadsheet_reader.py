"""Reads untrusted spreadsheets: checks the archive, then parses it in a bounded process.

A hostile file is rejected before it is decompressed: by its directory, its compression ratio and the declarations of
its XML (ASVS-31, ASVS-49).
"""

import asyncio
import csv
import io
import multiprocessing
import resource
import struct
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import date, datetime
from typing import Any

from application.imports.ports import ROWS_MAX
from domain.imports.spreadsheet_values import LONGEST_CELL, Cell
from domain.shared.errors import Refused

# what a spreadsheet of students is: a few parts, some megabytes of XML, a few dozen columns
PARTS_MAX = 500
UNFOLDED_MAX = 120 * 1024 * 1024
SWELLING_LOOKED_AT = 4 * 1024 * 1024
SWELLING_MAX = 150
PIECE = 64 * 1024
COLUMNS_MAX = 60
MEMORY_MAX = 1024 * 1024 * 1024
SECONDS_MAX = 20
# room for titles above the heads
ROWS_READ = ROWS_MAX + 20
ZIP, ZIP_END = b"PK\x03\x04", b"PK\x05\x06"
DELIMITERS = ";\t,|"
ENCODINGS = ("utf-8-sig", "cp1251")


class SandboxedSpreadsheetReader:
    """Implements ``SpreadsheetReader`` in a child process, started on first use and again after it died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def read(self, content: bytes) -> list[list[Cell]]:
        if content.startswith(ZIP):
            await asyncio.to_thread(look_over, content)
            rows = await self._unfolded(content)
        else:
            rows = await asyncio.to_thread(read_text, content)
        if len(rows) > ROWS_READ:
            raise Refused("imports.too_many_rows", limit=ROWS_MAX)
        return rows

    async def _unfolded(self, content: bytes) -> list[list[Cell]]:
        loop = asyncio.get_running_loop()
        try:
            reading = loop.run_in_executor(self._running(), _read_workbook, content)
            rows = await asyncio.wait_for(reading, SECONDS_MAX)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            rows = None
        if rows is None:
            raise Refused("imports.not_a_sheet")
        return rows

    def close(self) -> None:
        """Ends the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_bounded)
        return self._pool


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))


def look_over(content: bytes) -> None:
    """Raises Refused("imports.not_a_sheet") for an archive that is no honest spreadsheet."""
    end = content.rfind(ZIP_END, max(0, len(content) - 66_000))
    # the directory says how long it is; one of many thousands is not read
    if end < 0 or len(content) < end + 22 or struct.unpack_from("<H", content, end + 10)[0] > PARTS_MAX:
        raise Refused("imports.not_a_sheet")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _look_at_parts(archive)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        raise Refused("imports.not_a_sheet") from None


def _look_at_parts(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    names = [part.filename for part in parts]
    honest = (
        len(parts) <= PARTS_MAX
        and len(set(names)) == len(names)
        and sum(part.file_size for part in parts) <= UNFOLDED_MAX
        and "[Content_Types].xml" in names
    )
    if not honest:
        raise Refused("imports.not_a_sheet")
    unfolded = 0
    for part in parts:
        with archive.open(part) as opened:
            beginning = opened.read(PIECE)
            if part.filename.lower().endswith((".xml", ".rels", ".vml")) and _reaches_out(beginning):
                raise Refused("imports.not_a_sheet")
            size = len(beginning)
            while piece := opened.read(PIECE):
                size += len(piece)
                swollen = size > SWELLING_LOOKED_AT and size > SWELLING_MAX * max(part.compress_size, 1)
                if swollen or unfolded + size > UNFOLDED_MAX:
                    raise Refused("imports.not_a_sheet")
        unfolded += size


def _reaches_out(beginning: bytes) -> bool:
    """Whether XML declares a document type (entities live there), or is written so that this can't be seen."""
    hidden = beginning[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in beginning[:100]
    return hidden or b"<!doctype" in beginning.lower() or b"<!entity" in beginning.lower()


def _read_workbook(content: bytes) -> list[list[Cell]] | None:
    """The first sheet with anything in it; None for what can't be read. Runs in the process of its own."""
    import python_calamine

    try:
        with python_calamine.load_workbook(io.BytesIO(content)) as book:
            for number, sheet in enumerate(book.sheets_metadata):
                if sheet.typ != python_calamine.SheetTypeEnum.WorkSheet:
                    continue
                cells = book.get_sheet_by_index(number)
                if cells.end is not None and cells.end[0] >= ROWS_READ + ROWS_MAX:
                    return [[None]] * (ROWS_READ + 1)
                rows = cells.to_python(skip_empty_area=False, nrows=ROWS_READ + 1)
                if any(cell != "" for row in rows for cell in row):
                    return _trimmed([[_plain(cell) for cell in row[:COLUMNS_MAX]] for row in rows])
    except BaseException:  # whatever a reader says of hostile bytes, a panic too, they are no spreadsheet
        return None
    return []


def _plain(cell: Any) -> Cell:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, bool | int | float):
        return cell
    return str(cell)[:LONGEST_CELL] if cell is not None and cell != "" else None


def _trimmed(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Without the empty rows below."""
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    return rows


def read_text(content: bytes) -> list[list[Cell]]:
    """A text file of rows: UTF-8 with or without its mark, else the Windows Cyrillic; parted by ; , tab or a bar.

    Raises Refused("imports.not_a_sheet").
    """
    text = _decoded(content)
    first, _, rest = text.partition("\n")
    delimiter = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=;"):
        delimiter, text = first.strip()[-1], rest
    rows: list[list[Cell]] = []
    try:
        for row in _parted(text, delimiter or _delimiter(text)):
            rows.append([cell.strip()[:LONGEST_CELL] or None for cell in row[:COLUMNS_MAX]])
            if len(rows) > ROWS_READ:
                break
    except csv.Error:
        raise Refused("imports.not_a_sheet") from None
    return _trimmed(rows)


def _decoded(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ENCODINGS
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text and not text.startswith(("%PDF", "{\\rtf", "<?xml", "<html", "<!DOCTYPE")):
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise Refused("imports.not_a_sheet")


def _parted(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _delimiter(text: str) -> str:
    """The sign that parts the most of the first lines into equally many cells."""
    head = "\n".join(text.split("\n", 30)[:30])

    def evenness(delimiter: str) -> tuple[int, int]:
        try:
            widths = [len(row) for row in _parted(head, delimiter) if row]
        except csv.Error:
            return (0, 0)
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        return (usual > 1, widths.count(usual) * usual)

    return max(DELIMITERS, key=evenness)
