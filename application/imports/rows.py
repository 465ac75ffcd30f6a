"""Parses a row of a spreadsheet by the rules of the form, all faults at once.

See L5, D-3.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec

from application.people.students.form import NOT_ISO, form_warnings, parse_form
from contracts.people.student_forms import IdentityDocumentsForm, RegisterStudent
from contracts.sync.school_records import Documents
from domain.imports.decisions import Decision
from domain.imports.revert import Obstacle
from domain.imports.spreadsheet_values import (
    SpreadsheetValue,
    as_text,
    has_lost_digits,
    is_filler_day,
    is_in_capitals,
    parse_day,
    parse_gender,
    split_name,
    split_phones,
)
from domain.people import identity_documents as papers
from domain.people.folding import search_words
from domain.people.names import full_name
from domain.people.phones import display_phone, normalise_phone
from domain.shared.errors import FieldError, ValidationError

SECOND_PHONE = "imports.second_phone"
# fields that are invalid when a digit is lost
NUMBERS = ("phoneNumber", "personalId", "passport", "passportNumber", "birthCertificate")


class Fault(msgspec.Struct, array_like=True):
    """The reason of a rejection or a warning, as a key of the texts.

    ``field`` is empty for the whole row.
    """

    field: str
    code: str
    params: dict[str, Any] = {}


# the texts of the reasons why a revert left a row
LEFT_TEXTS = {
    Obstacle.CHANGED_SINCE: "imports.left.changed_since",
    Obstacle.REFERRED_TO: "imports.left.referred_to",
    Obstacle.ELSEWHERE: "imports.left.elsewhere",
    Obstacle.NO_RIGHT: "imports.left.no_right",
    Obstacle.NOT_RECORDED: "imports.left.not_recorded",
}


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
    # the branch as named, empty for none
    branch: str = ""
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
    SKIP = "skip"
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


class Before(msgspec.Struct, omit_defaults=True):
    """A student before the import: its changed columns, and encrypted documents."""

    fields: dict[str, Any] = {}
    papers: bytes | None = None
    keys: list[str] = []


class PlannedRow(msgspec.Struct, omit_defaults=True):
    """A row and its outcome.

    ``changes``: values before and after, by the field's name on a card. ``office_id``: the branch of a new student.
    ``options``: the decisions to choose from, ``decision``: the one in force; ``choice``: as chosen by the caller, and
    the student to merge into. ``similar``: who may be the same person. ``before``: what the commit changed.
    ``reverted``: no longer in force, ``left``: why it still is.
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
    office_id: int | None = None
    options: list[Decision] = []
    decision: Decision | None = None
    choice: tuple[Decision, int | None] | None = None
    similar: list[tuple[int, str]] = []
    before: Before | None = None
    reverted: bool = False
    left: Obstacle | None = None

    @property
    def warned(self) -> bool:
        """A row with a warning is decided about before it is written."""
        return bool(self.notes) and self.verb != Verb.REFUSE

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
    by_field = {field: cell for field, cell in zip(columns, cells, strict=False) if field}
    texts = {field: parse_day(cell) if field == "birthDate" else as_text(cell) for field, cell in by_field.items()}
    lost = [field for field in NUMBERS if has_lost_digits(texts.get(field, ""))]
    faults = [Fault(field, "imports.lost_digits") for field in lost]
    texts |= dict.fromkeys(lost, "")
    gender = parse_gender(texts.get("gender", ""))
    if texts.get("gender") and gender is None:
        faults.append(Fault("gender", "imports.gender"))
    phones = split_phones(texts.get("phoneNumber", ""))
    form = _form(texts, gender, next(iter(phones), ""))
    try:
        read = parse_form(form, today=today)
    except ValidationError as invalid:
        missing = {field: broken for field, broken in invalid.fields.items() if field not in lost}
        return Row(number, cells, faults + _faults(missing), display_name=_name(form))
    notes = [] if faults else _second_phones(read.fields["phone"], phones[1:])
    notes += [] if faults else [*_odd_values(read.fields), *_faults(form_warnings(form, today=today))]
    papers = read.papers if read.papers != Documents() else None
    branch = texts.get("branch", "")
    return Row(number, cells, faults, notes, read.fields, papers, branch=branch, display_name=_name(form))


def _form(texts: Mapping[str, str], gender: int | None, phone: str) -> RegisterStudent:
    last, first, middle = split_name(texts.get("fullName", ""))
    series, passport, certificate = _papers(texts)
    return RegisterStudent(
        last_name=texts.get("lastName") or last,
        first_name=texts.get("firstName") or first,
        middle_name=texts.get("middleName") or middle,
        birth_date=texts.get("birthDate", ""),
        gender=gender,  # type: ignore[arg-type]
        phone_number=phone,
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


def _odd_values(fields: Mapping[str, Any]) -> list[Fault]:
    """Warns of names in capitals and of a birth date that somebody made up."""
    found = []
    if any(is_in_capitals(fields.get(name) or "") for name in ("last_name", "first_name")):
        found.append(Fault("", "imports.capitals"))
    if (born := fields.get("birth_date")) is not None and is_filler_day(born):
        found.append(Fault("birthDate", "imports.filler_day"))
    return found


def _second_phones(kept: str | None, left: Sequence[str]) -> list[Fault]:
    """Warns of the phones of a cell that are not stored: a student has one."""
    different = [phone for phone in left if normalise_phone(phone) != kept]
    shown = [display_phone(normalise_phone(phone)) or phone for phone in different]
    return (
        [Fault("phoneNumber", SECOND_PHONE, {"kept": display_phone(kept), "left": ", ".join(shown)})] if shown else []
    )


def _faults(fields: Mapping[str, Sequence[FieldError]]) -> list[Fault]:
    return [Fault(field, _code(one), dict(one.params)) for field, broken in fields.items() for one in broken]


def _code(fault: FieldError) -> str:
    # a spreadsheet holds dates as they are shown (D-6)
    return f"limit.{papers.BirthDateProblem.FORMAT}" if fault.code == NOT_ISO else fault.code
