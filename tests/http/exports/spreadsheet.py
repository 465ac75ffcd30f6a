"""Reads the spreadsheets of the tests."""

import io
from typing import Any

import python_calamine


def rows_of(content: bytes) -> list[list[Any]]:
    """The cells of a spreadsheet, headers first."""
    return python_calamine.load_workbook(io.BytesIO(content)).get_sheet_by_index(0).to_python()
