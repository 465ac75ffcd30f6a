"""The template of an import: downloaded, filled in, uploaded again (L5, L6)."""

import io
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from application.imports.template import EXAMPLE, WIDTHS, genders, template_spreadsheet
from contracts.texts import LANGUAGES
from domain.files.file import XLSX
from domain.imports.spreadsheet_values import parse_gender
from tests.http.imports.test_imports import commit, map_as, rows, upload
from tests.support.builders import Branch
from tests.support.console import Visitor, data

# the title, the hint and the example stand above the headers
HEADER_ROW = 4
PEOPLE = [
    ["Karimova", "Shahzoda", "Anvar qizi", "31.01.2007", "+998 90 123-45-67", "63101070010018", "AA1234567", ""],
    ["Тўраев", "Ўткир", "", "06.05.2005", "901112233", "", "", ""],
    ["Aliyev", "Aziz", "Ali o'g'li", "01.09.2014", "", "", "", "I-TN 7654321"],
]


async def template(visitor: Visitor, language: str) -> Any:
    """The downloaded workbook."""
    visitor.language = language
    answer = await visitor.get("/students/imports/template.xlsx")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == XLSX
    assert answer.headers["content-disposition"] == 'attachment; filename="students-template.xlsx"'
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def saved(book: Any) -> bytes:
    whole = io.BytesIO()
    book.save(whole)
    return whole.getvalue()


def fill_in(page: Any, people: list[list[str]]) -> None:
    """Types each person below the headers, the gender as the drop-down words it."""
    (choice,) = [guide for guide in page.data_validations.dataValidation if guide.type == "list"]
    male, female = choice.formula1.strip('"').split(",")
    for number, person in enumerate(people, start=HEADER_ROW + 1):
        gender = female if person[1] == "Shahzoda" else male
        for column, value in enumerate([*person[:4], gender, *person[4:]], start=1):
            page.cell(number, column).value = value or None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_filled_template_is_imported_without_a_choice_of_columns(
    branch: Branch, clerk: Visitor, language: str
) -> None:
    """L5, L6: each column is mapped by its header, each row is valid and complete."""
    book = await template(clerk, language)
    fill_in(book.active, PEOPLE)
    one = data(await upload(clerk, saved(book)))["studentImport"]
    assert [column["field"] for column in one["columns"]] == list(WIDTHS)
    assert [column["samples"][0] for column in one["columns"]][:4] == PEOPLE[0][:4]
    assert one["rows"] == len(PEOPLE)
    one = await map_as(clerk, branch, one)
    assert one["totals"] == {"add": len(PEOPLE), "change": 0, "same": 0, "refuse": 0}
    assert [row["notes"] for row in await rows(clerk, one)] == [[], [], []]
    await commit(clerk, one)
    listed = (await clerk.data("/students/all", value="Karimova"))["students"]
    card = (await clerk.data(f"/students/{listed[0]['id']}"))["student"]
    assert (card["birthDate"], card["gender"], card["phoneNumber"]) == ("2007-01-31", 2, "+998901234567")
    assert card["papers"]["personalId"] == "6•••••••••0018"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_example_of_the_template_is_a_valid_row(branch: Branch, clerk: Visitor, language: str) -> None:
    """L6: what the example shows is accepted when it is typed below the headers."""
    book = await template(clerk, language)
    page = book.active
    shown = [page.cell(HEADER_ROW - 1, column).value for column in range(1, len(WIDTHS) + 1)]
    assert set(EXAMPLE.values()) <= set(shown)
    for column, value in enumerate(shown, start=1):
        page.cell(HEADER_ROW + 1, column).value = value
    one = await map_as(clerk, branch, data(await upload(clerk, saved(book)))["studentImport"])
    assert one["totals"] == {"add": 1, "change": 0, "same": 0, "refuse": 0}
    assert [row["notes"] for row in await rows(clerk, one)] == [[]]


async def test_neither_title_nor_example_of_an_empty_template_is_imported(clerk: Visitor) -> None:
    """L5: a template that nobody filled in has no rows."""
    answer = await upload(clerk, saved(await template(clerk, "uz")))
    assert (answer.status_code, answer.json()["code"]) == (422, "IMPORTS_EMPTY")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_template_guides_and_protects_what_is_typed(clerk: Visitor, language: str) -> None:
    """L6: pinned bold headers, text columns, a drop-down, marks of what is required."""
    page = (await template(clerk, language)).active
    headers = page[HEADER_ROW]
    assert page.freeze_panes == f"C{HEADER_ROW + 1}"
    assert all(header.font.bold for header in headers)
    marked = [field for field, header in zip(WIDTHS, headers, strict=True) if header.value.endswith("*")]
    assert marked == ["lastName", "firstName", "birthDate"]
    letters = {field: header.column_letter for field, header in zip(WIDTHS, headers, strict=True)}
    assert {page.column_dimensions[letter].number_format for letter in letters.values()} == {"@"}
    assert [page.column_dimensions[letters[field]].width for field in WIDTHS] == list(WIDTHS.values())
    guides = {str(guide.sqref): guide for guide in page.data_validations.dataValidation}
    hinted = {where.split(":")[0] for where, guide in guides.items() if guide.showInputMessage and guide.prompt}
    assert {f"{letters[field]}{HEADER_ROW + 1}" for field in ("birthDate", "phoneNumber", "gender")} <= hinted
    (choice,) = [guide for guide in guides.values() if guide.type == "list"]
    assert str(choice.sqref).startswith(f"{letters['gender']}{HEADER_ROW + 1}:")
    assert [parse_gender(word) for word in choice.formula1.strip('"').split(",")] == [1, 2]


def test_each_language_has_its_own_headers() -> None:
    sets = {tuple(column.header for column in template_spreadsheet(language).columns) for language in LANGUAGES}
    assert len(sets) == len({genders(language) for language in LANGUAGES}) == len(LANGUAGES)
