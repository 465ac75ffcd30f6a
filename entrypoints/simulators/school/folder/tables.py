"""Reads one CSV file of a school folder, collecting all errors."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from entrypoints.simulators.school.folder.errors import Mistake
from entrypoints.simulators.school.folder.files import Column, FileShape

# The Excel instructions in both languages of its menus.
NOT_UTF8 = "is not UTF-8; save it as “CSV UTF-8”"


@dataclass(frozen=True)
class Row:
    """Filled cells by column; ``line`` is where the row begins in its file."""

    line: int
    cells: dict[str, Any]


@dataclass
class Table:
    """A file as read."""

    shape: FileShape
    rows: list[Row] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    notices: list[Mistake] = field(default_factory=list)
    present: bool = True

    def wrong(self, line: int, column: str, message: str) -> None:
        """Adds an error."""
        self.mistakes.append(Mistake(self.shape.name, line, column, message))


def read_table(folder: Path, shape: FileShape) -> Table:
    """Reads the file's rows.

    A missing optional file is an empty table; all errors are in its mistakes.
    """
    table = Table(shape)
    try:
        raw = (folder / shape.name).read_bytes()
    except FileNotFoundError:
        table.present = False
        if shape.required:
            table.wrong(0, "", f"is missing in {folder}; a school folder needs it")
        return table
    except OSError as problem:
        table.wrong(0, "", f"can't be read: {problem.strerror}")
        return table
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        table.wrong(raw.count(b"\n", 0, problem.start) + 1, "", NOT_UTF8)
        return table
    _fill(table, content)
    return table


def _fill(table: Table, content: str) -> None:
    lines = _lines(content)
    line, heading = next(lines, (1, []))
    columns = _columns(table, [name.strip().lower() for name in heading])
    if table.mistakes:
        return
    width = len(heading)
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > width and any(cell.strip() for cell in cells[width:]):
            table.wrong(line, "", f"has {len(cells)} cells, the heading {width}; quote cells that hold the separator")
            continue
        _row(table, line, columns, cells)


def _lines(content: str) -> Iterator[tuple[int, list[str]]]:
    """Yields each record with the number of its first line.

    The separator is the one that the heading uses more.
    """
    heading = content.split("\n", 1)[0]
    separator = ";" if heading.count(";") > heading.count(",") else ","
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator)
    began = 1
    for cells in reader:
        yield began, cells
        began = reader.line_num + 1


def _columns(table: Table, heading: list[str]) -> list[tuple[int, Column]]:
    known = {column.name: column for column in table.shape.columns}
    for column in table.shape.columns:
        if column.required and column.name not in heading:
            table.wrong(1, column.name, "is missing in the heading; this file needs it")
    for name in heading:
        if heading.count(name) > 1 and name in known:
            table.wrong(1, name, "is in the heading twice")
        elif name and name not in known:
            table.notices.append(
                Mistake(table.shape.name, 1, name, f"is not known and ignored; known: {', '.join(known)}")
            )
    return [(at, known[name]) for at, name in enumerate(heading) if name in known]


def _row(table: Table, line: int, columns: list[tuple[int, Column]], cells: list[str]) -> None:
    found: dict[str, Any] = {}
    for at, column in columns:
        cell = cells[at].strip() if at < len(cells) else ""
        if cell:
            try:
                found[column.name] = column.read(cell)
            except ValueError as problem:
                table.wrong(line, column.name, str(problem))
        elif column.required:
            table.wrong(line, column.name, "is empty; every row needs it")
    table.rows.append(Row(line, found))
