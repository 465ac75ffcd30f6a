"""A row of a spreadsheet as a person: the same rules as the form's, every fault of it at once (L5, D-3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec

from application.people.students.form import read_form, warnings_of
from contracts.people.student_forms import PapersForm, RegisterStudent
from contracts.sync.school_records import Documents
from domain.imports.spreadsheet_values import Cell, day_of, gender_of, lost_digits, split_name, written
from domain.people import identity_documents as papers
from domain.people.folding import search_words
from domain.people.names import full_name
from domain.shared.errors import Broken, Invalid

# fields in which every digit counts
NUMBERS = ("phoneNumber", "personalId", "passport", "passportNumber", "birthCertificate")


class Fault(msgspec.Struct, array_like=True):
    """Why a row is refused, or what is worth a second look: a code of the texts. ``field``: empty for the whole row."""

    field: str
    code: str
    params: dict[str, Any] = {}


class Row(msgspec.Struct):
    """What a row says of a person. ``number``: as the spreadsheet counts. ``fields``: columns of ours."""

    number: int
    cells: list[Cell]
    faults: list[Fault]
    notes: list[Fault] = []
    fields: dict[str, Any] = {}
    papers: Documents | None = None
    keys: dict[str, str] = {}
    # as it is told, also where the row is refused
    said: str = ""

    @property
    def born(self) -> date | None:
        """The birth date, if it could be read."""
        return self.fields.get("birth_date")

    @property
    def phone(self) -> str | None:
        """The phone, if there is one."""
        return self.fields.get("phone")

    @property
    def name(self) -> str:
        """The folded words of the names, whatever their order and spelling."""
        return name_words(self.fields.get("last_name", ""), self.fields.get("first_name", ""))


def name_words(*names: str) -> str:
    """Names that are one person's in any spelling and order are equal in this form."""
    return " ".join(sorted(set(search_words(*names).split())))


class Verb(StrEnum):
    """What becomes of a row. Nobody is ever removed (L7)."""

    ADD = "add"
    CHANGE = "change"
    SAME = "same"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Known:
    """Somebody who may be the person of a row. ``seen``: he is of the caller's branches; ``school``: the school has
    sent him; ``papers``: sealed."""

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
    """A row and what becomes of it. ``changes``: what differs, before and after, by the field's name on a card."""

    number: int
    verb: Verb
    cells: list[Cell]
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
        """The same row, refused."""
        fault = Fault("", code, dict(params))
        return PlannedRow(self.number, Verb.REFUSE, self.cells, name=self.name, faults=[fault])


def read_rows(rows: Iterable[tuple[int, Sequence[Cell]]], columns: Sequence[str | None], *, today: date) -> list[Row]:
    """Every row with anything in it."""
    return [
        read_row(number, list(cells), columns, today=today)
        for number, cells in rows
        if any(written(cell) for cell in cells)
    ]


def read_row(number: int, cells: list[Cell], columns: Sequence[str | None], *, today: date) -> Row:
    """One row; ``columns`` says which field each column is."""
    said = {field: cell for field, cell in zip(columns, cells, strict=False) if field}
    texts = {field: day_of(cell) if field == "birthDate" else written(cell) for field, cell in said.items()}
    lost = [field for field in NUMBERS if lost_digits(texts.get(field, ""))]
    faults = [Fault(field, "imports.lost_digits") for field in lost]
    texts |= dict.fromkeys(lost, "")
    gender = gender_of(texts.get("gender", ""))
    if texts.get("gender") and gender is None:
        faults.append(Fault("gender", "imports.gender"))
    form = _form(texts, gender)
    try:
        read = read_form(form, today=today)
    except Invalid as invalid:
        missing = {field: broken for field, broken in invalid.fields.items() if field not in lost}
        return Row(number, cells, faults + _faults(missing), said=_name(form))
    notes = [] if faults else _faults(warnings_of(form, today=today))
    there = read.papers if read.papers != Documents() else None
    return Row(number, cells, faults, notes, read.fields, there, said=_name(form))


def _form(texts: Mapping[str, str], gender: int | None) -> RegisterStudent:
    last, first, middle = split_name(texts.get("fullName", ""))
    series, passport, certificate = _papers(texts)
    return RegisterStudent(
        last_name=texts.get("lastName") or last,
        first_name=texts.get("firstName") or first,
        middle_name=texts.get("middleName") or middle,
        birth_date=texts.get("birthDate", ""),
        gender=gender,  # type: ignore[arg-type]
        phone_number=_one_phone(texts.get("phoneNumber", "")),
        papers=PapersForm(
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
    """A birth certificate in the passport's column is a birth certificate: children have no passport."""
    whole, certificate = texts.get("passport", ""), texts.get("birthCertificate", "")
    if not whole:
        return texts.get("passportSeries", ""), texts.get("passportNumber", ""), certificate
    as_certificate = papers.normalise_birth_certificate(whole)
    if not certificate and not papers.birth_certificate_problems(as_certificate):
        return "", "", whole
    return *papers.split_passport(whole), certificate


def _one_phone(text: str) -> str:
    """The first of several in one cell."""
    return text.replace(";", ",").replace("/", ",").split(",")[0].strip()


def _faults(fields: Mapping[str, Sequence[Broken]]) -> list[Fault]:
    return [Fault(field, one.code, dict(one.params)) for field, broken in fields.items() for one in broken]
