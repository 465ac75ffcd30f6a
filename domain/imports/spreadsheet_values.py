"""What the cells of a spreadsheet say: texts, numbers that were texts, days in all the ways that they are written.

Spreadsheets guess: a phone becomes a number, a personal number 3.11E+13, a birth date a count of days. What can be
read back is read back; what has lost digits is told, never guessed (L6).
"""

import re
from datetime import date, timedelta

from domain.people.folding import fold

# a cell as it was read: a day comes as its ISO form
Cell = str | float | bool | None

LONGEST_CELL = 1000
# the days that a spreadsheet counts from, and the counts that can be a birth date: 1900-03-01 to 2100-01-01
SERIAL_ZERO = date(1899, 12, 30)
FIRST_SERIAL, LAST_SERIAL = 61, 73_051
# whole numbers up to here are exact in a spreadsheet
EXACT = 10**15

# digits that a spreadsheet has rounded away end in a row of zeros
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


def written(cell: Cell) -> str:
    """The cell as text: a whole number without its ``.0``, nothing invisible at the ends, an apostrophe before gone."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "1" if cell else "0"
    if isinstance(cell, float | int):
        return _number(float(cell))
    text = " ".join(cell.replace("\u00a0", " ").replace("\ufeff", "").split())
    # how a spreadsheet is told that a number is a text
    return text[1:] if text[:1] == "'" else text


def _number(value: float) -> str:
    if value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return f"{value:G}" if abs(value) >= EXACT else repr(value)


def lost_digits(text: str) -> bool:
    """Whether a spreadsheet has made 3.11E+13 of a number: its last digits are gone for good."""
    bare = text.replace(" ", "")
    return any(form.fullmatch(bare) for form in (_SCIENTIFIC, _ROUNDED))


def day_of(cell: Cell) -> str:
    """A day as ``YYYY-MM-DD``: from 31.01.2007, 31/1/2007, 2007-01-31, 2007-01-31T00:00:00 or a spreadsheet's count of
    days; what is none of these comes back as it is written."""
    text = _YEAR_MARK.sub("", _TIME.sub("", written(cell).strip()).strip()).strip()
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


def gender_of(text: str) -> int | None:
    """1 for a man, 2 for a woman, in the words of three languages; None for any other word."""
    word = text.strip().lower().rstrip(".")
    if len(word) == 1 and word in _FIRST_LETTERS:
        return _FIRST_LETTERS[word]
    folded = fold(word)
    if folded in _MALE:
        return 1
    return 2 if folded in _FEMALE else None


def split_name(text: str) -> tuple[str, str, str]:
    """A whole name as last, first and middle name: "Karimova Shahzoda Anvar qizi"."""
    last, _, rest = text.strip().partition(" ")
    first, _, middle = rest.strip().partition(" ")
    return last, first, middle.strip()
