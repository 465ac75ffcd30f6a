"""Parsing of the student form: normalised fields, all errors at once (D-3, D-19)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec

from contracts.people.student_forms import IdentityDocumentsForm, StudentForm
from contracts.shared import check
from contracts.sync.school_records import Documents
from domain.people import identity_documents as papers
from domain.people.identity_documents import ERRORS, BirthDateProblem, PaperProblem
from domain.people.names import tidy_name
from domain.people.phones import PhoneProblem, normalise_phone, phone_problems
from domain.shared.errors import FieldError

# the form field that shows a problem of a document
FIELD_OF = {
    PaperProblem.PASSPORT_SERIES: "passportSeries",
    PaperProblem.PASSPORT_NUMBER: "passportNumber",
    PaperProblem.BIRTH_CERTIFICATE_FORM: "birthCertificate",
}
NO_DOCUMENTS = Documents()
ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# asks for the form of a date in JSON; screens and spreadsheets have their own (D-6)
NOT_ISO = "limit.iso_date"
Faults = dict[str, list[FieldError]]


@dataclass(frozen=True)
class ParsedForm:
    """A parsed form: columns by name, and the documents, None if the form has none."""

    fields: dict[str, Any]
    papers: Documents | None


def parse_form(form: StudentForm, *, today: date, **more: list[FieldError]) -> ParsedForm:
    """Parses the form. Raises ValidationError with all errors, ``more`` included."""
    documents = normalise_documents(form.papers) if isinstance(form.papers, IdentityDocumentsForm) else None
    faults = _birth_date_faults(form.birth_date, today) | _phone_faults(form.phone_number)
    if documents is not None:
        faults |= _field_errors(_document_problems(form, documents, today), lambda problem: problem in ERRORS)
    check(form, **faults, **more)
    fields = {
        "first_name": tidy_name(form.first_name),
        "last_name": tidy_name(form.last_name),
        "middle_name": tidy_name(form.middle_name),
        "gender": form.gender,
        "birth_date": parse_day(form.birth_date),
        "phone": normalise_phone(form.phone_number),
    }
    return ParsedForm(fields, documents)


def form_warnings(form: StudentForm, *, today: date) -> Faults:
    """Returns the warnings, which do not prevent saving (D-19).

    They concern a check digit, a date inside a number, an unused range.
    """
    found: Faults = {}
    if isinstance(form.papers, IdentityDocumentsForm):
        problems = _document_problems(form, normalise_documents(form.papers), today)
        found |= _field_errors(problems, lambda problem: problem not in ERRORS)
    if PhoneProblem.RANGE in phone_problems(form.phone_number):
        found["phoneNumber"] = [FieldError("limit.phone_range")]
    return found


def normalise_documents(form: IdentityDocumentsForm) -> Documents:
    """Normalises the documents to their stored form."""
    return Documents(
        passport_series=papers.normalise_passport_series(form.passport_series),
        passport_number=papers.normalise_passport_number(form.passport_number),
        personal_id=papers.normalise_personal_id(form.personal_id),
        birth_certificate=papers.normalise_birth_certificate(form.birth_certificate),
    )


def _document_problems(form: StudentForm, documents: Documents, today: date) -> list[PaperProblem]:
    male = None if form.gender is None else form.gender == 1
    of_id = papers.personal_id_problems(
        documents.personal_id, today=today, male=male, birth_date=parse_day(form.birth_date)
    )
    return [
        *(of_id if documents.personal_id else []),
        *papers.passport_problems(documents.passport_series, documents.passport_number),
        *papers.birth_certificate_problems(documents.birth_certificate),
    ]


def _field_errors(problems: list[PaperProblem], wanted: Callable[[PaperProblem], bool]) -> Faults:
    found: Faults = {}
    for problem in filter(wanted, problems):
        found.setdefault(FIELD_OF.get(problem, "personalId"), []).append(FieldError(f"limit.{problem}"))
    return found


def _birth_date_faults(text: str, today: date) -> Faults:
    typed, day = text.strip(), parse_day(text)
    if day or not typed:
        faults = [FieldError(f"limit.{problem}") for problem in papers.birth_date_problems(day, today=today)]
    elif ISO_DAY.fullmatch(typed) or BirthDateProblem.NO_SUCH_DAY in papers.birth_date_problems(typed, today=today):
        faults = [FieldError(f"limit.{BirthDateProblem.NO_SUCH_DAY}")]
    else:
        faults = [FieldError(NOT_ISO)]
    return {"birthDate": faults} if faults else {}


def _phone_faults(text: str) -> Faults:
    wrong = bool(text.strip()) and normalise_phone(text) is None
    return {"phoneNumber": [FieldError("limit.phone")]} if wrong else {}


def parse_day(text: str) -> date | None:
    """Parses an ISO date of the form; None for any other text."""
    try:
        return date.fromisoformat(text.strip()) if len(text.strip()) == len("2007-01-31") else None
    except ValueError:
        return None


def encrypt_documents(documents: Documents, seal: Callable[[bytes], bytes]) -> bytes | None:
    """Encrypts the documents for storage; None if there are none."""
    return None if documents == NO_DOCUMENTS else seal(msgspec.json.encode(documents))
