"""Maps the columns of a spreadsheet to fields by their headers in three languages."""

import re
from collections.abc import Mapping, Sequence

from domain.imports.spreadsheet_values import SpreadsheetValue, as_text
from domain.people.folding import fold_loose

# the fields that columns can be mapped to, each at most once
FIELDS = (
    "lastName",
    "firstName",
    "middleName",
    "fullName",
    "birthDate",
    "gender",
    "phoneNumber",
    "personalId",
    "passport",
    "passportSeries",
    "passportNumber",
    "birthCertificate",
    "branch",
)
# one of these sets is required to create a student; a full name stands for both names
REQUIRED_FIELDS = ({"lastName", "firstName", "birthDate"}, {"fullName", "birthDate"})
# titles and dates may stand above the headers
HEADER_SEARCH_ROWS = 15

_HEADERS: Mapping[str, tuple[str, ...]] = {
    "lastName": ("familiya", "familiyasi", "фамилия", "last name", "surname", "lastname", "family name"),
    "firstName": ("ism", "ismi", "имя", "first name", "name", "firstname", "given name"),
    "middleName": (
        *("otasining ismi", "sharifi", "sharif", "otchestvo", "отчество", "отасининг исми"),
        *("middle name", "patronymic", "middlename", "ota ismi"),
    ),
    "fullName": (
        *("fish", "f i sh", "fio", "f i o", "фио", "ф и о", "ф и ш", "фиш", "full name", "fullname"),
        *("talaba", "student", "o'quvchi", "talabaning f i sh", "familiya ism sharif", "familiya ism"),
        *("familiyasi ismi sharifi", "familiyasi ismi", "фамилия имя отчество", "фамилия имя", "ученик", "студент"),
    ),
    "birthDate": (
        *("tug'ilgan sana", "tug'ilgan sanasi", "tug'ilgan kuni", "tug'ilgan yili", "tug'ilgan kun"),
        *("дата рождения", "день рождения", "д р", "др", "туғилган санаси", "туғилган йили"),
        *("birth date", "date of birth", "birthday", "birthdate", "dob", "tug sana"),
    ),
    "gender": ("jins", "jinsi", "пол", "жинси", "gender", "sex"),
    "phoneNumber": (
        *("telefon", "telefon raqami", "telefon raqam", "tel", "tel raqami", "tel raqam", "telefoni", "raqami"),
        *("телефон", "номер телефона", "тел", "контакт", "мобильный", "телефон рақами", "mobil", "mobil raqam"),
        *("phone", "phone number", "mobile", "mobile phone", "contact", "cell"),
    ),
    "personalId": (
        *("jshshir", "jshir", "pinfl", "пинфл", "жшшир", "shaxsiy raqam", "shaxsiy raqami", "personal number"),
        *("personal id", "личный номер", "pinfl jshshir", "jshshir pinfl", "пнфл", "personalid"),
    ),
    "passport": (
        *("pasport", "passport", "паспорт", "pasport raqami", "pasport seriyasi va raqami", "серия и номер паспорта"),
        *("паспортные данные", "pasport ma'lumotlari", "id karta", "id card", "pasport seriya raqami", "passport no"),
        *("серия номер паспорта", "seriya va raqam", "passport series and number"),
    ),
    "passportSeries": ("pasport seriyasi", "seriya", "seriyasi", "серия паспорта", "серия", "passport series"),
    "passportNumber": ("pasport nomeri", "номер паспорта", "passport number", "nomeri"),
    "birthCertificate": (
        *("guvohnoma", "tug'ilganlik guvohnomasi", "tug'ilganlik haqidagi guvohnoma", "metrika", "метрика"),
        *("свидетельство о рождении", "свидетельство", "birth certificate", "certificate", "туғилганлик гувоҳномаси"),
    ),
    "branch": ("filial", "filiali", "filial nomi", "филиал", "филиали", "branch", "branch name", "office"),
}
_PUNCTUATION = re.compile(r"[^\w\s]|_")


def _folded(header: str) -> str:
    """Normalises a header: "Ф.И.О.*" and "F. I. O" are equal."""
    return " ".join(_PUNCTUATION.sub(" ", fold_loose(header)).split()).replace(" ", "")


_FIELD_OF = {_folded(header): field for field, headers in _HEADERS.items() for header in headers}
# a header may continue after the name of the field: "Telefon raqami (o'zining)"
_PREFIXES = sorted(
    ((header, field) for header, field in _FIELD_OF.items() if len(header) > 5), key=lambda p: -len(p[0])
)


def field_of_header(header: str) -> str | None:
    """Returns the field of a header, if it is known."""
    folded = _folded(header)
    if folded in _FIELD_OF:
        return _FIELD_OF[folded]
    return next((field for prefix, field in _PREFIXES if folded.startswith(prefix)), None)


def guess_fields(headers: Sequence[str]) -> list[str | None]:
    """Returns the field of each column; of two columns of one field, the first has it."""
    guessed: list[str | None] = []
    for header in headers:
        field = field_of_header(header)
        guessed.append(field if field not in guessed else None)
    return guessed


def find_header_row(rows: Sequence[Sequence[SpreadsheetValue]]) -> int:
    """Finds the row with the most known headers among the first rows.

    Without any it is the first row that is not empty.
    """
    known = [len({field_of_header(as_text(cell)) for cell in row} - {None}) for row in rows[:HEADER_SEARCH_ROWS]]
    if known and max(known) > 1:
        return known.index(max(known))
    return next((number for number, row in enumerate(rows) if any(as_text(cell) for cell in row)), 0)


def has_required_fields(fields: Sequence[str | None]) -> bool:
    """Tells if a student can be created from these columns."""
    return any(needed <= set(fields) for needed in REQUIRED_FIELDS)
