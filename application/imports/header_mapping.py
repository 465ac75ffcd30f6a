"""Which column of a spreadsheet is which field: guessed by the heads in three languages, mended by a person."""

import re
from collections.abc import Mapping, Sequence

from domain.imports.spreadsheet_values import Cell, written
from domain.people.folding import fold_loose

# the fields that a column can be; one column each
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
)
# without these nobody can be enrolled; a whole name stands for both names
ENOUGH = ({"lastName", "firstName", "birthDate"}, {"fullName", "birthDate"})
# titles and dates stand above the heads of a messy sheet
LOOKED_THROUGH = 15

_HEADS: Mapping[str, tuple[str, ...]] = {
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
}
_SIGNS = re.compile(r"[^\w\s]|_")


def _folded(head: str) -> str:
    """ "Ф.И.О.*" and "F. I. O" are one head."""
    return " ".join(_SIGNS.sub(" ", fold_loose(head)).split()).replace(" ", "")


_FIELD_OF = {_folded(head): field for field, heads in _HEADS.items() for head in heads}
# a head that says more than the field: "Telefon raqami (o'zining)"
_BEGINNINGS = sorted(((head, field) for head, field in _FIELD_OF.items() if len(head) > 5), key=lambda p: -len(p[0]))


def field_of(head: str) -> str | None:
    """The field that a head means, if it is one that we know."""
    folded = _folded(head)
    if folded in _FIELD_OF:
        return _FIELD_OF[folded]
    return next((field for beginning, field in _BEGINNINGS if folded.startswith(beginning)), None)


def guess(heads: Sequence[str]) -> list[str | None]:
    """The field of each column; of two columns that mean one field, the first."""
    guessed: list[str | None] = []
    for head in heads:
        field = field_of(head)
        guessed.append(field if field not in guessed else None)
    return guessed


def head_row(rows: Sequence[Sequence[Cell]]) -> int:
    """Where the heads stand: the row with the most known heads among the first, else the first with anything in it."""
    known = [len({field_of(written(cell)) for cell in row} - {None}) for row in rows[:LOOKED_THROUGH]]
    if known and max(known) > 1:
        return known.index(max(known))
    return next((number for number, row in enumerate(rows) if any(written(cell) for cell in row)), 0)


def enough(fields: Sequence[str | None]) -> bool:
    """Whether a person can be enrolled from these columns."""
    return any(needed <= set(fields) for needed in ENOUGH)
