"""Parses a row of a spreadsheet by the rules of the form, all faults at once.

See L5, D-3.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec

from application.people.students.form import form_warnings, parse_form
from contracts.people.student_forms import IdentityDocumentsForm, RegisterStudent
from contracts.sync.school_records import Documents
from domain.imports.spreadsheet_values import (
    SpreadsheetValue,
    as_text,
    has_lost_digits,
    parse_day,
    parse_gender,
    split_name,
)
from domain.people import identity_documents as papers
from domain.people.folding import search_words
from domain.people.names import full_name
from domain.shared.errors import FieldError, ValidationError

# fields that are invalid when a digit is lost
NUMBERS = ("phoneNumber", "personalId", "passport", "passportNumber", "birthCertificate")


class Fault(msgspec.Struct, array_like=True):
    """The reason of a rejection or a warning, as a key of the texts.

    ``field`` is empty for the whole row.
    """

    field: str
    code: str
    params: dict[str, Any] = {}


class Row(msgspec.Struct):
    """A person as given by a row.

    ``number``: of the row in the spreadsheet. ``fields``: columns of a student.
    """

    number: int
    cells: list[SpreadsheetValue]
    faults: list[Fault]
    notes: list[Fault] = []
    fields: dict[str, Any] = {}
    papers: Documents | None = None
    keys: dict[str, str] = {}
    # the full name as given, also of a rejected row
    display_name: str = ""

    @property
    def born(self) -> date | None:
        """The birth date, if it is valid."""
        return self.fields.get("birth_date")

    @property
    def phone(self) -> str | None:
        """The phone, if it is given."""
        return self.fields.get("phone")

    @property
    def name(self) -> str:
        """The folded words of the names, independent of order and spelling."""
        return name_words(self.fields.get("last_name", ""), self.fields.get("first_name", ""))


def name_words(*names: str) -> str:
    """Normalises names: equal for one person in any order and spelling."""
    return " ".join(sorted(set(search_words(*names).split())))


class Verb(StrEnum):
    """The outcome of a row. Nobody is ever removed (L7)."""

    ADD = "add"
    CHANGE = "change"
    SAME = "same"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Known:
    """A student who may be the person of a row.

    ``seen``: belongs to the caller's branches. ``school``: comes from the school. ``papers``: encrypted.
    """

    id: int
    seen: bool
    school: bool
    version: int
    last_name: str
    first_name: str
    middle_name: str
    gender: int | None
    birth_date: date | None
    phone: str | None
    paper_keys: frozenset[str]
    papers: bytes | None

    @property
    def name(self) -> str:
        """See ``Row.name``."""
        return name_words(self.last_name, self.first_name)


class PlannedRow(msgspec.Struct, omit_defaults=True):
    """A row and its outcome.

    ``changes``: values before and after, by the field's name on a card.
    """

    number: int
    verb: Verb
    cells: list[SpreadsheetValue]
    name: str = ""
    faults: list[Fault] = []
    notes: list[Fault] = []
    student_id: int | None = None
    version: int | None = None
    fields: dict[str, Any] = {}
    papers: Documents | None = None
    keys: list[str] = []
    changes: dict[str, tuple[str | None, str | None]] = {}

    def refused(self, code: str, **params: object) -> "PlannedRow":
        """Returns the same row, rejected."""
        fault = Fault("", code, dict(params))
        return PlannedRow(self.number, Verb.REFUSE, self.cells, name=self.name, faults=[fault])


def read_rows(
    rows: Iterable[tuple[int, Sequence[SpreadsheetValue]]], columns: Sequence[str | None], *, today: date
) -> list[Row]:
    """Reads all rows that are not empty."""
    return [
        read_row(number, list(cells), columns, today=today)
        for number, cells in rows
        if any(as_text(cell) for cell in cells)
    ]


def read_row(number: int, cells: list[SpreadsheetValue], columns: Sequence[str | None], *, today: date) -> Row:
    """Reads one row; ``columns`` names the field of each column."""
    said = {field: cell for field, cell in zip(columns, cells, strict=False) if field}
    texts = {field: parse_day(cell) if field == "birthDate" else as_text(cell) for field, cell in said.items()}
    lost = [field for field in NUMBERS if has_lost_digits(texts.get(field, ""))]
    faults = [Fault(field, "imports.lost_digits") for field in lost]
    texts |= dict.fromkeys(lost, "")
    gender = parse_gender(texts.get("gender", ""))
    if texts.get("gender") and gender is None:
        faults.append(Fault("gender", "imports.gender"))
    form = _form(texts, gender)
    try:
        read = parse_form(form, today=today)
    except ValidationError as invalid:
        missing = {field: broken for field, broken in invalid.fields.items() if field not in lost}
        return Row(number, cells, faults + _faults(missing), display_name=_name(form))
    notes = [] if faults else _faults(form_warnings(form, today=today))
    there = read.papers if read.papers != Documents() else None
    return Row(number, cells, faults, notes, read.fields, there, display_name=_name(form))


def _form(texts: Mapping[str, str], gender: int | None) -> RegisterStudent:
    last, first, middle = split_name(texts.get("fullName", ""))
    series, passport, certificate = _papers(texts)
    return RegisterStudent(
        last_name=texts.get("lastName") or last,
        first_name=texts.get("firstName") or first,
        middle_name=texts.get("middleName") or middle,
        birth_date=texts.get("birthDate", ""),
        gender=gender,  # type: ignore[arg-type]
        phone_number=_first_phone(texts.get("phoneNumber", "")),
        papers=IdentityDocumentsForm(
            passport_series=series,
            passport_number=passport,
            personal_id=texts.get("personalId", ""),
            birth_certificate=certificate,
        ),
    )


def _name(form: RegisterStudent) -> str:
    names = (form.last_name, form.first_name, form.middle_name)
    return full_name(*names) if any(names) else ""


def _papers(texts: Mapping[str, str]) -> tuple[str, str, str]:
    """Splits documents.

    A birth certificate may be in the passport's column: children have no passport.
    """
    whole, certificate = texts.get("passport", ""), texts.get("birthCertificate", "")
    if not whole:
        return texts.get("passportSeries", ""), texts.get("passportNumber", ""), certificate
    as_certificate = papers.normalise_birth_certificate(whole)
    if not certificate and not papers.birth_certificate_problems(as_certificate):
        return "", "", whole
    return *papers.split_passport(whole), certificate


def _first_phone(text: str) -> str:
    """Returns the first of several phones in one cell."""
    return text.replace(";", ",").replace("/", ",").split(",")[0].strip()


def _faults(fields: Mapping[str, Sequence[FieldError]]) -> list[Fault]:
    return [Fault(field, one.code, dict(one.params)) for field, broken in fields.items() for one in broken]
