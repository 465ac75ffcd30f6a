"""Parses a cell of a school's file: dates, lists, numbers from spreadsheets.

Every parser expects a non-empty cell without surrounding blanks, and raises ValueError with the remedy.
"""

import re
from datetime import UTC, date, datetime, time

_LIST = re.compile(r"[|,;/\s]+")
_CUT_BY_SPREADSHEET = re.compile(r"^\d+([.,]\d+)?[eE]\+?\d+$")
_TRUE = {"1", "yes", "true", "ha", "да", "+"}
_FALSE = {"0", "no", "false", "yoʻq", "yo'q", "нет", "-"}
_GENDERS = {
    "male": "male", "m": "male", "erkak": "male", "м": "male", "муж": "male",
    "female": "female", "f": "female", "ayol": "female", "ж": "female", "жен": "female",
}  # fmt: skip


def text(cell: str) -> str:
    """Parses text; a number shortened by a spreadsheet is rejected.

    Its digits are lost.
    """
    if _CUT_BY_SPREADSHEET.match(cell):
        raise ValueError(
            f"{cell!r} is a number that a spreadsheet has shortened; format the column as text, export again"
        )
    return cell.removeprefix("'") if cell[1:].isdigit() else cell


def word(cell: str) -> str:
    """Parses a word of a fixed set, ignoring case."""
    return cell.lower()


def gender(cell: str) -> str:
    """Parses a gender: English, Uzbek and Russian words and letters."""
    return _GENDERS.get(cell.lower(), cell.lower())


def yes_or_no(cell: str) -> bool:
    """1, yes, true, ha; 0, no, false, yoʻq."""
    low = cell.lower()
    if low not in _TRUE | _FALSE:
        raise ValueError(f"{cell!r} is neither yes nor no; write 1 or 0")
    return low in _TRUE


def day(cell: str) -> date:
    """YYYY-MM-DD or DD.MM.YYYY."""
    try:
        if "." in cell:
            return datetime.strptime(cell, "%d.%m.%Y").date()  # noqa: DTZ007 (a calendar day has no zone)
        return date.fromisoformat(cell)
    except ValueError:
        raise ValueError(f"{cell!r} is not a date; write it as 2026-11-20 or 20.11.2026") from None


def moment(cell: str) -> datetime:
    """Parses a day, or a day and a time in ISO 8601; UTC without a zone."""
    try:
        found = datetime.fromisoformat(cell) if "T" in cell or ":" in cell else datetime.combine(day(cell), time())
    except ValueError:
        raise ValueError(f"{cell!r} is not a date; write it as 2026-11-20 or 2026-11-20T09:30:00Z") from None
    return found.replace(tzinfo=found.tzinfo or UTC)


def clock(cell: str) -> time:
    """HH:MM."""
    try:
        hours, minutes = cell.split(":")[:2]
        return time(int(hours), int(minutes))
    except ValueError:
        raise ValueError(f"{cell!r} is not a time; write it as 09:30") from None


def ids(cell: str) -> list[str]:
    """Several identifiers, with | between them."""
    return [part.strip() for part in cell.split("|") if part.strip()]


def weekdays(cell: str) -> list[int]:
    """Numbers 1 (Monday) to 7 (Sunday), with | between them."""
    days = [part for part in _LIST.split(cell) if part]
    if any(len(part) != 1 or part not in "1234567" for part in days):
        raise ValueError(f"{cell!r} is not a list of weekdays; write numbers from 1 (Monday) to 7, as 1|3|5")
    return sorted({int(part) for part in days})


def whole(cell: str) -> int:
    """A number from 1."""
    if not cell.isascii() or not cell.isdigit() or int(cell) < 1:
        raise ValueError(f"{cell!r} is not a whole number from 1")
    return int(cell)


def phone(cell: str) -> str:
    """Parses a phone of Uzbekistan in any usual spelling, as E.164.

    Another number stays as it is.
    """
    digits = re.sub(r"[^\d]", "", text(cell))
    if len(digits) == 9:
        return f"+998{digits}"
    if len(digits) == 12 and digits.startswith("998"):
        return f"+{digits}"
    return f"+{digits}" if cell.lstrip("'").startswith("+") else cell
