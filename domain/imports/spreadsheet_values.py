"""Parses the values of spreadsheet cells: texts, numbers that were texts, days.

Spreadsheets guess: a phone becomes a number, a personal number 3.11E+13, a birth date a count of days. The original is
restored where possible; a number that has lost digits is reported, never guessed (L6).
"""

import re
from datetime import date, timedelta

from domain.people.folding import fold
from domain.people.phones import normalise_phone

# the value of a cell; a day is in ISO form
SpreadsheetValue = str | float | bool | None

MAX_TEXT_LENGTH = 1000
# the epoch of spreadsheets, and the counts of days that can be a birth date: 1900-03-01 to 2100-01-01
SERIAL_ZERO = date(1899, 12, 30)
FIRST_SERIAL, LAST_SERIAL = 61, 73_051
# spreadsheets store integers exactly up to 15 digits
EXACT = 10**15

# rounding replaces the last digits by zeros
_ROUNDED = re.compile("[1-9][0-9]{4,}0{7,}")
_SCIENTIFIC = re.compile(r"[0-9](?:[.,][0-9]+)?[eEеЕ]\+?[0-9]{1,3}")
_SERIAL = re.compile(r"([0-9]{3,5})(?:[.,]0+)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\s*[./\-\s]\s*([0-9]{1,2})\s*[./\-\s]\s*([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9]{4})\s*[./\-]\s*([0-9]{1,2})\s*[./\-]\s*([0-9]{1,2})")
_YEAR_MARK = re.compile(r"(?:г\.?|й\.?|yil)$")
# several phones in a cell: separated by a sign, a word, or only by a space; runs of spaces are joined before
_PHONE_SEPARATOR = re.compile(r"[;,/|]| (?:va|yoki|ва|ёки|и|или|and|or) | (?=\+)", re.IGNORECASE)
_TWO_PHONES = re.compile(r"(\+?(?:998)?[0-9]{9})(\+?(?:998)?[0-9]{9})")
_PHONE_SIGNS = re.compile(r"[\s().\-–—]+")
_TIME = re.compile(r"[T\s][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?$")
_MALE = {
    "1",
    "er",
    "erkak",
    "yigit",
    "o'g'il",
    "ogil",
    "ugil",
    "muj",
    "mujskoy",
    "mujchina",
    "male",
    "man",
    "boy",
    "malchik",
}
_FEMALE = {"2", "ayol", "qiz", "jen", "jenskiy", "female", "woman", "girl", "devochka", "jenshina"}
_FIRST_LETTERS = {"м": 1, "э": 1, "m": 1, "е": 1, "e": 1, "ж": 2, "а": 2, "f": 2, "қ": 2, "q": 2, "a": 2}


def as_text(cell: SpreadsheetValue) -> str:
    """Converts a value to text: integers without ``.0``, no invisible characters."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "1" if cell else "0"
    if isinstance(cell, float | int):
        return _number(float(cell))
    text = " ".join(cell.replace("\u00a0", " ").replace("\ufeff", "").split())
    # a leading apostrophe marks a number as text
    return text[1:] if text[:1] == "'" else text


def _number(value: float) -> str:
    if value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return f"{value:G}" if abs(value) >= EXACT else repr(value)


def has_lost_digits(text: str) -> bool:
    """Detects a number that a spreadsheet has rounded, such as 3.11E+13."""
    bare = text.replace(" ", "")
    return any(form.fullmatch(bare) for form in (_SCIENTIFIC, _ROUNDED))


def parse_day(cell: SpreadsheetValue) -> str:
    """Converts a day to ``YYYY-MM-DD``.

    It may be written 31.01.2007, 31/1/2007, 2007-01-31, 2007-01-31T00:00:00 or as a spreadsheet's count of days; any
    other text is returned unchanged.
    """
    text = _YEAR_MARK.sub("", _TIME.sub("", as_text(cell).strip()).strip()).strip()
    if found := _YEAR_FIRST.fullmatch(text):
        return _iso(int(found[1]), int(found[2]), int(found[3])) or text
    if found := _DAY_FIRST.fullmatch(text):
        return _iso(int(found[3]), int(found[2]), int(found[1])) or text
    if (found := _SERIAL.fullmatch(text)) and FIRST_SERIAL <= int(found[1]) <= LAST_SERIAL and len(found[1]) > 4:
        return (SERIAL_ZERO + timedelta(days=int(found[1]))).isoformat()
    return text


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def parse_gender(text: str) -> int | None:
    """Parses a gender in three languages: 1 male, 2 female, None unknown."""
    word = text.strip().lower().rstrip(".")
    if len(word) == 1 and word in _FIRST_LETTERS:
        return _FIRST_LETTERS[word]
    folded = fold(word)
    if folded in _MALE:
        return 1
    return 2 if folded in _FEMALE else None


def is_in_capitals(text: str) -> bool:
    """Detects a name written in capitals; an initial or an abbreviated word is none."""
    letters = [sign for sign in text if sign.isalpha()]
    return len(letters) > 2 and all(sign.isupper() for sign in letters)


def is_filler_day(day: date) -> bool:
    """Detects a birth date that stands for an unknown one: 1 January, 11.11.2011."""
    return (day.month, day.day) == (1, 1) or (day.day == day.month == day.year % 100 and day.day > 9)


def split_phones(text: str) -> list[str]:
    """Splits the phones of one cell; the first valid number comes first."""
    parts = [part.strip() for part in _PHONE_SEPARATOR.split(" ".join(text.split())) if part.strip()]
    if len(parts) == 1 and normalise_phone(parts[0]) is None:
        found = _TWO_PHONES.fullmatch(_PHONE_SIGNS.sub("", parts[0]))
        parts = list(found.groups()) if found else parts
    return sorted(parts, key=lambda part: normalise_phone(part) is None)


def split_name(text: str) -> tuple[str, str, str]:
    """Splits "Karimova Shahzoda Anvar qizi" into last, first and middle name."""
    last, _, rest = text.strip().partition(" ")
    first, _, middle = rest.strip().partition(" ")
    return last, first, middle.strip()
