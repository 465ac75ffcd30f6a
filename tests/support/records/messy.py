"""Spreadsheets of students as centres have them.

Titles, three scripts, every notation of a day. ``a_messy_spreadsheet(500)`` gives the cells and the expected outcome of
each row, so that a test can compare imports.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

import openpyxl  # type: ignore[import-untyped]

from domain.people.identity_documents import personal_id_check_digit

HEADS = ("№", "Ф.И.О.", "Tug‘ilgan sanasi", "Jinsi", "Telefon raqami*", "JSHSHIR (PINFL)", "Pasport", "Izoh")
LAST = (
    "Karimov",
    "Toʻrayev",
    "Қодиров",
    "Шодмонов",
    "Choriyev",
    "G'ulomov",
    "Ergashev",
    "O`ktamov",
    "Юсупов",
    "Aliyev",
)
FIRST_MALE = ("Jasur", "O'ktam", "Gʻayrat", "Шерзод", "Aziz", "Ўткир", "Bekzod")
FIRST_FEMALE = ("Shahzoda", "Мадина", "Cho'lpon", "Nilufar", "Дилноза", "Gulnora", "Yulduz")
MALE, FEMALE = ("erkak", "Эркак", "м", "муж", "Male"), ("ayol", "аёл", "ж", "жен.", "Female")
SERIAL_ZERO = date(1899, 12, 30)
Cell = str | float | date | None


@dataclass
class MessySpreadsheet:
    """A generated spreadsheet.

    ``rows``: with the title rows above the headers. ``good``, ``bad``, ``twins``: the number of rows of each kind;
    ``reasons``: the faults of bad rows, by their row number.
    """

    rows: list[list[Cell]] = field(default_factory=list)
    good: int = 0
    bad: int = 0
    twins: int = 0
    reasons: dict[int, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def xlsx(self) -> bytes:
        """As saved by Excel."""
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        for row in self.rows:
            sheet.append(row)
        saved = io.BytesIO()
        book.save(saved)
        return saved.getvalue()

    def csv(self, *, delimiter: str = ";", encoding: str = "utf-8") -> bytes:
        """As saved by other programs.

        A character outside of the encoding becomes a plain apostrophe.
        """
        lines = [delimiter.join(_quoted(cell, delimiter) for cell in row) for row in self.rows]
        text = "\r\n".join(lines) + "\r\n"
        for sign in "ʻʼ‘’":
            text = text.replace(sign, "'") if encoding.startswith("cp") else text
        return text.translate(_LATIN).encode(encoding) if encoding.startswith("cp") else text.encode(encoding)


# Uzbek Cyrillic letters that the Windows code page lacks
_LATIN = str.maketrans({"қ": "к", "Қ": "К", "ҳ": "х", "Ҳ": "Х", "ғ": "г", "Ғ": "Г"})


def a_messy_spreadsheet(
    size: int = 500, *, seed: int = 5, bad_every: int = 25, twin_every: int = 40
) -> MessySpreadsheet:
    """So many rows of people: every 25th invalid, every 40th repeated."""
    chance, sheet = Random(seed), MessySpreadsheet()
    sheet.rows = [["Chilonzor filiali talabalari ro'yxati"], [], list(HEADS)]
    good: list[list[Cell]] = []
    for number in range(1, size + 1):
        row = _person(number, seed, chance)
        if number % twin_every == 0 and good:
            row = [number, *chance.choice(good)[1:]]
            sheet.twins += 1
            sheet.reasons[len(sheet.rows) + 1] = "twin"
        elif number % bad_every == 0:
            sheet.reasons[len(sheet.rows) + 1] = _break(row, sheet.bad)
            sheet.bad += 1
        else:
            good.append(row)
            sheet.names.append(str(row[1]))
            sheet.good += 1
        sheet.rows.append(row)
        if number % 90 == 0:
            sheet.rows.append([])
    return sheet


def _person(number: int, seed: int, chance: Random) -> list[Cell]:
    male = chance.random() < 0.5
    # spreadsheets of different seeds have no phone and no document in common
    own = 1_000_000 + seed % 400 * 20_000 + number
    born = date(1995, 1, 1) + timedelta(days=chance.randrange(365 * 17))
    last = chance.choice(LAST)
    last = last if male else last + ("а" if last[-1] in "в" else "a")
    first = chance.choice(FIRST_MALE if male else FIRST_FEMALE)
    name = f"{last} {first}"
    if chance.random() < 0.4:
        name += " Anvar o‘g‘li" if male else " Anvar qizi"
    space = " " * chance.choice((1, 1, 1, 2, 3))
    return [
        number,
        f"{' ' if number % 7 == 0 else ''}{name.replace(' ', space, 1)}",
        _day(born, number),
        chance.choice(MALE if male else FEMALE),
        _phone(number, own),
        _personal_id(born, male, number, own),
        f"{'AA' if number % 2 else 'аа'}{' ' if number % 3 else '-'}{own}" if number % 3 else None,
        "yangi" if number % 11 == 0 else None,
    ]


def _day(born: date, number: int) -> Cell:
    ways: Sequence[Cell] = (
        f"{born:%d.%m.%Y}",
        born,
        born.isoformat(),
        float((born - SERIAL_ZERO).days),
        f"{born.day}/{born.month}/{born.year}",
        f"{born:%d.%m.%Y} yil",
    )
    return ways[number % len(ways)]


def _phone(number: int, own: int) -> Cell:
    local = f"90{own}"
    ways: Sequence[Cell] = (
        f"+998{local}",
        float(f"998{local}"),
        f"{local[:2]} {local[2:5]}-{local[5:7]}-{local[7:]}",
        float(local),
        f"'+998 ({local[:2]}) {local[2:]}",
        None,
    )
    return ways[number % len(ways)]


def _personal_id(born: date, male: bool, number: int, own: int) -> Cell:
    if number % 5 == 4:
        return None
    century = {19: "34", 20: "56"}[born.year // 100]
    thirteen = f"{century[0 if male else 1]}{born:%d%m%y}{own % 1_000_000:06}"
    whole = f"{thirteen}{personal_id_check_digit(thirteen)}"
    return float(whole) if number % 4 == 1 else whole


def _break(row: list[Cell], which: int) -> str:
    """Breaks a row in one of the usual ways and returns the fault."""
    kinds = ("lost_digits", "no_birth_date", "phone", "personal_id", "no_name", "future")
    kind = kinds[which % len(kinds)]
    if kind == "lost_digits":
        row[5] = "3,11011E+13"
    elif kind == "no_birth_date":
        row[2] = "noma'lum"
    elif kind == "phone":
        row[4] = "12345"
    elif kind == "personal_id":
        row[5] = "3110107001001"
    elif kind == "no_name":
        row[1] = "Karimov"
    else:
        row[2] = "31.02.2007"
    return kind


def _quoted(cell: Cell, delimiter: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return str(int(cell))
    text = f"{cell:%d.%m.%Y}" if isinstance(cell, date) else str(cell)
    return f'"{text}"' if delimiter in text else text
