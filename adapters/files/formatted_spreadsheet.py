"""Renders a spreadsheet that people read and print, with openpyxl."""

import io
import math
import re
from datetime import date
from typing import Any

from application.files.spreadsheets import FormattedSpreadsheet, FormattedValue, Percentage, SpreadsheetColumn

CREATOR = "Markaz"
# what a cell can hold
MAX_CELL_LENGTH = 32_767
TEXT_FORMAT, DATE_FORMAT = "@", "DD.MM.YYYY"
INTEGER_FORMAT, DECIMAL_FORMAT, PERCENT_FORMAT = "0", "0.0", "0.0%"
# a tab's name: at most 31 characters, none of these
MAX_TAB_LENGTH, NOT_IN_A_TAB = 31, re.compile(r"[\[\]:*?/\\']")
# characters that XML cannot carry
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
# characters across a page of A4 at full size; pages are shrunk to half of it at most, so that they stay legible
PORTRAIT_WIDTH, LANDSCAPE_WIDTH = 90, 130
MIN_SCALE = 0.5
MARGIN_INCHES = 0.4
LINE_COLOUR, HEADER_COLOUR, EXAMPLE_COLOUR = "FFBFC5CD", "FFE9EDF2", "FF6B7280"
# the last row in which spreadsheet programs check what is typed: twenty thousand are imported at once
LAST_COMPLETED_ROW = 20_100
# what a hint beside a cell can hold
MAX_HINT_LENGTH = 255


def render_xlsx(spreadsheet: FormattedSpreadsheet) -> bytes:
    """Builds the bytes of an .xlsx with one worksheet."""
    # the programs of the console start without it
    import openpyxl  # type: ignore[import-untyped]

    book = openpyxl.Workbook()
    book.properties.creator, book.properties.title = CREATOR, spreadsheet.name
    page = book.active
    page.title = NOT_IN_A_TAB.sub(" ", _printable(spreadsheet.name)).strip()[:MAX_TAB_LENGTH] or CREATOR
    _fill(page, spreadsheet)
    _set_view_and_print(page, spreadsheet)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def _fill(page: Any, spreadsheet: FormattedSpreadsheet) -> None:
    from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side  # type: ignore[import-untyped]

    line = Side(style="thin", color=LINE_COLOUR)
    box = Border(left=line, right=line, top=line, bottom=line)
    body = NamedStyle("body", border=box, alignment=Alignment(vertical="top", wrap_text=True))
    total = NamedStyle("total", border=box, font=Font(bold=True), alignment=Alignment(vertical="top", wrap_text=True))
    header = NamedStyle(
        "header", border=box, font=Font(bold=True), fill=PatternFill("solid", fgColor=HEADER_COLOUR),
        alignment=Alignment(vertical="center", wrap_text=True),
    )  # fmt: skip
    example = NamedStyle(
        "example", border=box, font=Font(italic=True, color=EXAMPLE_COLOUR), alignment=Alignment(vertical="top")
    )
    for style in (body, total, header, example):
        page.parent.add_named_style(style)
    for number, title in enumerate(spreadsheet.titles, start=1):
        _write(page.cell(number, 1), title)
        page.cell(number, 1).font = Font(bold=number == 1, size=14 if number == 1 else 11)
    at = spreadsheet.header_row
    for number, text in enumerate(spreadsheet.example, start=1):
        _write(page.cell(at - 1, number), text, "example")
    for number, column in enumerate(spreadsheet.columns, start=1):
        _write(page.cell(at, number), column.header, "header")
    totals_begin = len(spreadsheet.rows) - spreadsheet.total_rows
    for place, row in enumerate(spreadsheet.rows):
        for number, value in enumerate(row, start=1):
            _write(page.cell(at + 1 + place, number), value, "body" if place < totals_begin else "total")


def _write(cell: Any, value: FormattedValue, style: str | None = None) -> None:
    if style is not None:
        cell.style = style
    match value:
        case None:
            pass
        case Percentage():
            cell.value, cell.number_format = round(value.percent / 100, 6), PERCENT_FORMAT
        case str():
            cell.value, cell.number_format = _printable(value)[:MAX_CELL_LENGTH] or None, TEXT_FORMAT
            if cell.value is not None:
                # a text that begins like a formula stays a text (ASVS-48)
                cell.data_type = "s"
        case date():
            cell.value, cell.number_format = value, DATE_FORMAT
        case int():
            cell.value, cell.number_format = value, INTEGER_FORMAT
        case float():
            cell.value, cell.number_format = value, DECIMAL_FORMAT


def _printable(text: str) -> str:
    return CONTROL_CHARACTERS.sub("", text)


def _set_view_and_print(page: Any, spreadsheet: FormattedSpreadsheet) -> None:
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

    for number, column in enumerate(spreadsheet.columns, start=1):
        page.column_dimensions[get_column_letter(number)].width = column.width
        if spreadsheet.to_be_completed:
            # what is typed below is text as well: no phone loses its plus, no date its day
            page.column_dimensions[get_column_letter(number)].number_format = TEXT_FORMAT
            _guide(page, column, f"{get_column_letter(number)}{spreadsheet.header_row + 1}")
    header_row, pinned = spreadsheet.header_row, spreadsheet.pinned_columns
    page.freeze_panes = page.cell(header_row + 1, pinned + 1).coordinate
    page.print_title_rows = f"1:{header_row}"
    if pinned:
        page.print_title_cols = f"A:{get_column_letter(pinned)}"
    width = sum(column.width for column in spreadsheet.columns)
    landscape = width > PORTRAIT_WIDTH
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.orientation = page.ORIENTATION_LANDSCAPE if landscape else page.ORIENTATION_PORTRAIT
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToWidth = math.ceil(width * MIN_SCALE / LANDSCAPE_WIDTH) if landscape else 1
    page.page_setup.fitToHeight = 0
    page.page_margins.left = page.page_margins.right = MARGIN_INCHES
    page.oddFooter.right.text = "&P / &N"


def _guide(page: Any, column: SpreadsheetColumn, first_cell: str) -> None:
    """Shows the hint of a column beside each of its cells, and offers its choices."""
    from openpyxl.worksheet.datavalidation import DataValidation  # type: ignore[import-untyped]

    if not column.hint and not column.choices:
        return
    guide = DataValidation(allow_blank=True)
    if column.hint:
        guide.showInputMessage, guide.prompt = True, column.hint[:MAX_HINT_LENGTH]
    if column.choices:
        guide.type, guide.formula1 = "list", f'"{",".join(column.choices)}"'
        guide.showErrorMessage, guide.error = True, column.hint[:MAX_HINT_LENGTH] or None
    guide.add(f"{first_cell}:{first_cell.rstrip('0123456789')}{LAST_COMPLETED_ROW}")
    page.add_data_validation(guide)
