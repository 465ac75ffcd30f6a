"""Generates the table of files of docs/school-folder.md."""

from entrypoints.simulators.school.folder.files import FILES, Column, FileShape
from tools.pages.markdown import table
from tools.pages.region import with_region

NAME = "docs/school-folder.md"
BEGIN = "<!-- files: generated from the school's records (make docs) -->"
END = "<!-- end of the files -->"


def page() -> str:
    """The whole page."""
    return with_region(NAME, BEGIN, END, "\n" + table("File", "Columns", rows=map(_file, FILES)) + "\n")


def _file(file: FileShape) -> tuple[str, str]:
    name = f"**{file.name}**" if file.required else file.name
    return f"{name} {file.note}".strip(), ", ".join(map(_column, file.columns))


def _column(column: Column) -> str:
    name = f"**{column.name}**" if column.required else column.name
    return f"{name} ({column.note})" if column.note else name
