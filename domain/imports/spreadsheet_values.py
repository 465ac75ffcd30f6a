"""Parses the values of spreadsheet cells: texts, numbers that were texts, days.

Spreadsheets guess: a phone becomes a number, a personal number 3.11E+13, a birth date a count of days. The original is
restored where possible; a number that has lost digits is reported, never guessed (L6).
"""

import re
from datetime import date, timedelta

from domain.people.folding import fold

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


def split_name(text: str) -> tuple[str, str, str]:
    """Splits "Karimova Shahzoda Anvar qizi" into last, first and middle name."""
    last, _, rest = text.strip().partition(" ")
    first, _, middle = rest.strip().partition(" ")
    return last, first, middle.strip()
