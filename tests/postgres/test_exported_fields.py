"""A text field of a list is exported without a word about it."""

from typing import Any

from adapters.postgres.core import tables as t
from adapters.postgres.exports.spreadsheet_columns import LIST_EXPORTS, ListExport
from adapters.postgres.listing.listing import Listing
from contracts.exports import STUDENTS, column_header
from contracts.people.students import StudentsQuery
from contracts.shared import Wire
from contracts.texts import LANGUAGES, catalogue


class Listed(Wire):
    """A row of a list of students."""

    id: int
    last_name: str
    school_status: str | None
    block_reason: str | None
    papers_digest: str | None


def _columns(**declared: tuple[str, Any]) -> set[str]:
    listing = Listing(table=t.students, row=Listed, order=(t.students.c.sort_key,))
    return set(ListExport(listing, StudentsQuery, declared).columns)


def test_a_text_field_with_a_name_is_exported() -> None:
    """Without a name it would have no header."""
    assert _columns() == {"lastName", "schoolStatus"}


def test_a_declared_field_is_exported_once() -> None:
    assert _columns(status=("school_status", str)) == {"lastName", "status"}


def test_the_header_of_a_column_is_its_own_text_or_the_fields_name() -> None:
    for language in LANGUAGES:
        names = catalogue(language)
        assert column_header(STUDENTS, "schoolStatus", language) == names["sync.field.school_status"]
        assert column_header(STUDENTS, "status", language) == names["export.students.status"]


def test_every_exported_column_has_a_header() -> None:
    for name, export in LIST_EXPORTS.items():
        assert all(column_header(name, column, language) for column in export.columns for language in LANGUAGES)
