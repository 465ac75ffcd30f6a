"""Reads untrusted spreadsheets in a bounded process.

A hostile file, such as a zip bomb, is rejected before it is decompressed: by its directory, its compression ratio and
the declarations of its XML (ASVS-31, ASVS-49).
"""

import asyncio
import csv
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from adapters.files.sandbox import Sandbox
from application.imports.ports import MAX_ROWS
from domain.imports.spreadsheet_values import MAX_TEXT_LENGTH, SpreadsheetValue
from domain.shared.errors import DomainError

# a spreadsheet of students has a few parts, some megabytes of XML, a few dozen columns
MAX_PARTS = 500
MAX_UNCOMPRESSED_BYTES = 120 * 1024 * 1024
RATIO_CHECKED_FROM_BYTES = 4 * 1024 * 1024
MAX_COMPRESSION_RATIO = 150
CHUNK_BYTES = 64 * 1024
MAX_COLUMNS = 60
# leaves room for titles above the headers
MAX_ROWS_READ = MAX_ROWS + 20
ZIP, ZIP_END = b"PK\x03\x04", b"PK\x05\x06"
DELIMITERS = ";\t,|"
ENCODINGS = ("utf-8-sig", "cp1251")


class SandboxedSpreadsheetReader(Sandbox):
    """Implements ``SpreadsheetReader`` in a child process."""

    async def read(self, content: bytes) -> list[list[SpreadsheetValue]]:
        if content.startswith(ZIP):
            await asyncio.to_thread(check_archive, content)
            rows = await self.run(_read_workbook, content)
            if rows is None:
                raise DomainError("imports.not_a_sheet")
        else:
            rows = await asyncio.to_thread(parse_text, content)
        if len(rows) > MAX_ROWS_READ:
            raise DomainError("imports.too_many_rows", limit=MAX_ROWS)
        return rows


def check_archive(content: bytes) -> None:
    """Raises DomainError("imports.not_a_sheet") for a malformed or hostile archive."""
    end = content.rfind(ZIP_END, max(0, len(content) - 66_000))
    # the directory states its length; one with thousands of entries is not read
    if end < 0 or len(content) < end + 22 or struct.unpack_from("<H", content, end + 10)[0] > MAX_PARTS:
        raise DomainError("imports.not_a_sheet")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check_parts(archive)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        raise DomainError("imports.not_a_sheet") from None


def _check_parts(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    names = [part.filename for part in parts]
    honest = (
        len(parts) <= MAX_PARTS
        and len(set(names)) == len(names)
        and sum(part.file_size for part in parts) <= MAX_UNCOMPRESSED_BYTES
        and "[Content_Types].xml" in names
    )
    if not honest:
        raise DomainError("imports.not_a_sheet")
    total = 0
    for part in parts:
        with archive.open(part) as opened:
            head = opened.read(CHUNK_BYTES)
            if part.filename.lower().endswith((".xml", ".rels", ".vml")) and _declares_entities(head):
                raise DomainError("imports.not_a_sheet")
            size = len(head)
            while piece := opened.read(CHUNK_BYTES):
                size += len(piece)
                swollen = size > RATIO_CHECKED_FROM_BYTES and size > MAX_COMPRESSION_RATIO * max(part.compress_size, 1)
                if swollen or total + size > MAX_UNCOMPRESSED_BYTES:
                    raise DomainError("imports.not_a_sheet")
        total += size


def _declares_entities(head: bytes) -> bool:
    """Detects XML with a document type, or in an encoding that hides it.

    A document type may declare entities.
    """
    hidden = head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in head[:100]
    return hidden or b"<!doctype" in head.lower() or b"<!entity" in head.lower()


def _read_workbook(content: bytes) -> list[list[SpreadsheetValue]] | None:
    """Reads the first worksheet that is not empty; None if unreadable.

    Runs in the child process.
    """
    import python_calamine

    try:
        with python_calamine.load_workbook(io.BytesIO(content)) as book:
            for number, sheet in enumerate(book.sheets_metadata):
                if sheet.typ != python_calamine.SheetTypeEnum.WorkSheet:
                    continue
                cells = book.get_sheet_by_index(number)
                if cells.end is not None and cells.end[0] >= MAX_ROWS_READ + MAX_ROWS:
                    return [[None]] * (MAX_ROWS_READ + 1)
                rows = cells.to_python(skip_empty_area=False, nrows=MAX_ROWS_READ + 1)
                if any(cell != "" for row in rows for cell in row):
                    return _trimmed([[_value(cell) for cell in row[:MAX_COLUMNS]] for row in rows])
    except BaseException:  # any error of the parser, a panic too, means that the bytes are no spreadsheet
        return None
    return []


def _value(cell: Any) -> SpreadsheetValue:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, bool | int | float):
        return cell
    return str(cell)[:MAX_TEXT_LENGTH] if cell is not None and cell != "" else None


def _trimmed(rows: list[list[SpreadsheetValue]]) -> list[list[SpreadsheetValue]]:
    """Removes the empty rows at the end."""
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    return rows


def parse_text(content: bytes) -> list[list[SpreadsheetValue]]:
    """Parses CSV in UTF-8, UTF-16 or Windows-1251, separated by ; , tab or a bar.

    Raises DomainError("imports.not_a_sheet").
    """
    text = _decoded(content)
    first, _, rest = text.partition("\n")
    delimiter = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=;"):
        delimiter, text = first.strip()[-1], rest
    rows: list[list[SpreadsheetValue]] = []
    try:
        for row in _split(text, delimiter or _delimiter(text)):
            rows.append([cell.strip()[:MAX_TEXT_LENGTH] or None for cell in row[:MAX_COLUMNS]])
            if len(rows) > MAX_ROWS_READ:
                break
    except csv.Error:
        raise DomainError("imports.not_a_sheet") from None
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
    raise DomainError("imports.not_a_sheet")


def _split(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _delimiter(text: str) -> str:
    """Chooses the delimiter that splits most first lines into equal cell counts."""
    head = "\n".join(text.split("\n", 30)[:30])

    def evenness(delimiter: str) -> tuple[int, int]:
        try:
            widths = [len(row) for row in _split(head, delimiter) if row]
        except csv.Error:
            return (0, 0)
        most_common = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        return (most_common > 1, widths.count(most_common) * most_common)

    return max(DELIMITERS, key=evenness)
