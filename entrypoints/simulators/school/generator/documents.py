"""Plausible identity documents and phones.

Personal numbers agree with birth date and sex, and are unique.
"""

from datetime import date

from contracts.sync.school_records import Documents

_WEIGHTS = (7, 3, 1) * 4 + (7,)
# Steps through a million and ten million numbers without repeating one.
_SCATTER = 611_953
_LETTERS = ("AA", "AB", "AC", "AD", "AE", "FA", "KA")
_REGIONS = ("TAS", "TO", "SAM", "BU", "AN", "NAM", "FA", "QR", "XO", "QA", "SU", "JI", "SI", "NAV")
_OPERATORS = ("90", "91", "93", "94", "95", "97", "98", "99", "88", "77", "33", "50", "20", "55")


def personal_id(born: date, male: bool, serial: int) -> str:
    """Returns a personal number (PINFL) of 14 digits.

    ``serial`` below a million distinguishes people of one day.
    """
    century = (born.year // 100 - 18) * 2 + (1 if male else 2)
    head = f"{century}{born:%d%m%y}{(serial * _SCATTER) % 1_000_000:06}"
    return head + str(sum(int(digit) * weight for digit, weight in zip(head, _WEIGHTS, strict=True)) % 10)


def papers(born: date, male: bool, serial: int, age: int, chance: float) -> Documents | None:
    """Generates documents: a passport from 16 on, a birth certificate before.

    Some students have none.
    """
    if chance < 0.12:
        return None
    number = f"{(serial * _SCATTER + 1_234_567) % 10_000_000:07}"
    found = Documents(personal_id=personal_id(born, male, serial) if chance > 0.2 else "")
    if age >= 16:
        found.passport_series, found.passport_number = _LETTERS[serial % len(_LETTERS)], number
    else:
        found.birth_certificate = f"I-{_REGIONS[serial % len(_REGIONS)]} {number}"
    return found


def phone(serial: int, chance: float) -> str:
    """Generates a mobile number in E.164.

    Some students have none, and a few share a parent's.
    """
    if chance < 0.03:
        return ""
    if chance < 0.06:
        serial -= 1
    operator = _OPERATORS[serial % len(_OPERATORS)]
    return f"+998{operator}{(serial * _SCATTER + 2_345_678) % 10_000_000:07}"
