"""Formatted spreadsheets as they open and print, read back with openpyxl."""

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from adapters.files.spreadsheet_writer import XlsxSpreadsheetWriter
from application.files.spreadsheets import FormattedSpreadsheet, FormattedValue, Percentage, SpreadsheetColumn

NARROW = FormattedSpreadsheet(
    name="Ingliz tili-4",
    columns=[SpreadsheetColumn("Talaba", 30), SpreadsheetColumn("Qiymat", 12)],
    rows=[],
    titles=("Ingliz tili-4", "01.11.2026 – 30.11.2026"),
)


async def opened(spreadsheet: FormattedSpreadsheet) -> Any:
    """The only worksheet of the rendered file."""
    content = await XlsxSpreadsheetWriter().render(spreadsheet)
    (page,) = openpyxl.load_workbook(io.BytesIO(content)).worksheets
    return page


async def value_and_format(value: FormattedValue) -> tuple[Any, str]:
    cell = (await opened(replace(NARROW, rows=[["x", value]])))["B4"]
    return cell.value, cell.number_format


def wide(columns: int) -> Sequence[SpreadsheetColumn]:
    return [SpreadsheetColumn(f"{number}", 12) for number in range(columns)]


async def test_the_titles_stand_above_the_headers_and_name_the_tab() -> None:
    page = await opened(replace(NARROW, rows=[["Aliyeva", 1]]))
    assert [[cell.value for cell in row] for row in page.rows] == [
        ["Ingliz tili-4", None],
        ["01.11.2026 – 30.11.2026", None],
        ["Talaba", "Qiymat"],
        ["Aliyeva", 1],
    ]
    assert page.title == "Ingliz tili-4"
    assert page["A3"].font.bold


@pytest.mark.parametrize(
    ("titles", "pinned", "expected"), [(("a", "b"), 1, "B4"), ((), 1, "B2"), (("a",), 3, "D3"), ((), 0, "A2")]
)
async def test_headers_and_names_stay_in_view(titles: tuple[str, ...], pinned: int, expected: str) -> None:
    page = await opened(replace(NARROW, columns=wide(4), titles=titles, pinned_columns=pinned))
    assert page.freeze_panes == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("00123", ("00123", "@")),
        ("+998901234567", ("+998901234567", "@")),
        (12, (12, "0")),
        (4.5, (4.5, "0.0")),
        (Percentage(66.7), (0.667, "0.0%")),
        (None, (None, "General")),
    ],
)
async def test_each_kind_of_value_has_its_number_format(value: FormattedValue, expected: tuple[Any, str]) -> None:
    assert await value_and_format(value) == expected


async def test_a_date_is_a_date_in_the_notation_of_the_centre() -> None:
    cell = (await opened(replace(NARROW, rows=[["x", date(2026, 11, 2)]])))["B4"]
    assert (cell.is_date, cell.value.date(), cell.number_format) == (True, date(2026, 11, 2), "DD.MM.YYYY")


@pytest.mark.parametrize("text", ["=1+1", "+998", "-2+3", "@SUM(A1)", "#N/A", "=cmd|' /C calc'!A0"])
async def test_a_text_that_looks_like_a_formula_stays_text(text: str) -> None:
    """ASVS-48: in values, headers and titles alike."""
    columns = [SpreadsheetColumn(text, 12), SpreadsheetColumn("b", 12)]
    page = await opened(replace(NARROW, name=text, titles=(text,), columns=columns, rows=[[text, text]]))
    for cell in (page["A1"], page["A2"], page["A3"], page["B3"]):
        assert (cell.value, cell.data_type) == (text, "s")


async def test_control_characters_and_endless_texts_break_no_file() -> None:
    page = await opened(replace(NARROW, name="a/b[c]:*?\\" * 9, rows=[["x\x00\x1by", "z" * 40_000], ["", None]]))
    assert (page["A4"].value, len(page["B4"].value), page["A5"].value) == ("xy", 32_767, None)
    assert 0 < len(page.title) <= 31


async def test_a_name_that_no_tab_can_have_still_gives_a_file() -> None:
    assert (await opened(replace(NARROW, name="///"))).title == "Markaz"


async def test_a_narrow_spreadsheet_is_printed_upright_on_pages_of_its_width() -> None:
    page = await opened(NARROW)
    assert (int(page.page_setup.paperSize), page.page_setup.orientation) == (int(page.PAPERSIZE_A4), "portrait")
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)


@pytest.mark.parametrize(("columns", "pages"), [(8, 1), (20, 1), (21, 1), (22, 2), (64, 3)])
async def test_a_wide_spreadsheet_is_printed_across_and_never_below_half_size(columns: int, pages: int) -> None:
    """Twelve characters a column; 260 of them fit across one page at half size."""
    page = await opened(replace(NARROW, columns=wide(columns)))
    assert (page.page_setup.orientation, page.page_setup.fitToWidth) == ("landscape", pages)


async def test_each_printed_page_repeats_headers_and_names() -> None:
    page = await opened(replace(NARROW, columns=wide(60), rows=[["x"] * 60]))
    assert (page.print_title_rows, page.print_title_cols) == ("$1:$3", "$A:$A")
    assert page.oddFooter.right.text == "&P / &N"


async def test_columns_have_their_widths() -> None:
    page = await opened(NARROW)
    assert [page.column_dimensions[letter].width for letter in "AB"] == [30, 12]


async def test_totals_are_bold_and_rows_are_not() -> None:
    page = await opened(replace(NARROW, rows=[["a", 1], ["b", 2], ["Jami", 3]], total_rows=1))
    assert [page[f"A{row}"].font.bold for row in (4, 5, 6)] == [False, False, True]


async def test_what_is_typed_into_a_spreadsheet_to_be_completed_is_text() -> None:
    """A phone typed below the last row loses no plus, a date no day."""
    page = await opened(replace(NARROW, to_be_completed=True))
    assert [page.column_dimensions[letter].number_format for letter in "AB"] == ["@", "@"]


async def test_an_example_stands_between_the_titles_and_the_headers() -> None:
    page = await opened(replace(NARROW, example=("Aliyeva", "12"), rows=[["Karimova", "7"]]))
    assert [cell.value for cell in page["A"]][2:] == ["Aliyeva", "Talaba", "Karimova"]
    assert (page["A3"].font.italic, page["A3"].font.bold, page["A4"].font.bold) == (True, False, True)
    assert (page.freeze_panes, page.print_title_rows) == ("B5", "$1:$4")


async def test_a_column_to_be_completed_shows_its_hint_and_offers_its_choices() -> None:
    columns = [SpreadsheetColumn("Talaba", 30), SpreadsheetColumn("Jinsi", 12, "erkak yoki ayol", ("erkak", "ayol"))]
    page = await opened(replace(NARROW, columns=columns, to_be_completed=True))
    (guide,) = page.data_validations.dataValidation
    assert (guide.type, guide.formula1, guide.prompt) == ("list", '"erkak,ayol"', "erkak yoki ayol")
    assert (guide.showInputMessage, guide.showErrorMessage, guide.allow_blank) == (True, True, True)
    assert str(guide.sqref) == "B4:B20100"
