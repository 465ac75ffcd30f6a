"""Rows of an imported spreadsheet name their faults in the reader's form."""

from datetime import date

import pytest

from application.imports.rows import read_row

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("31.02.2005", "limit.birth_date_no_such_day"),
        ("2005-02-31", "limit.birth_date_no_such_day"),
        ("kecha", "limit.birth_date_format"),
    ],
)
def test_a_wrong_birth_date_in_a_spreadsheet_is_asked_for_as_it_is_shown(cell: str, code: str) -> None:
    """D-6: DD.MM.YYYY in spreadsheets; a day that does not exist is named as such."""
    row = read_row(2, ["Karimova", "Shahzoda", cell], ["lastName", "firstName", "birthDate"], today=TODAY)
    assert [(fault.field, fault.code) for fault in row.faults] == [("birthDate", code)]


@pytest.mark.parametrize("blank", ["\u202e\u200b", "\x01\x1f", "\u3164", "\u200d\ufe0f"])
def test_a_name_of_marks_alone_is_missing_in_a_row(blank: str) -> None:
    """ASVS-66: as on the form, and the row says which field."""
    row = read_row(2, ["Karimova", blank, "31.01.2005"], ["lastName", "firstName", "birthDate"], today=TODAY)
    assert [(fault.field, fault.code) for fault in row.faults] == [("firstName", "limit.required")]
