"""Identity documents: normalisation, validation and masking (D-19, D-58).

They are the personal number (PINFL), passport and birth certificate; the birth date is validated here as well.
"""

import re
import unicodedata
from datetime import date
from enum import StrEnum

# D-19.
FIRST_BIRTH_YEAR = 1900
LAST_BIRTH_YEAR = 2024

_PERSONAL_ID = re.compile("[0-9]{14}")
_SERIES = re.compile("[A-Z]{2}")
_NUMBER = re.compile("[0-9]{7}")
_CERTIFICATE_SERIES = re.compile("[IVX]{1,4}-[A-Z]{2,3}")
_CERTIFICATE = re.compile("([IVX]{1,4})-?([A-Z]{2,3})-?([0-9]{7})")
_BIRTH_DATE = re.compile(r"([0-9]{2})\.([0-9]{2})\.([0-9]{4})")
_DASH = re.compile("[-‐‑‒–—−]+")
# Cyrillic capitals that look like Latin ones, typed with the wrong keyboard layout.
_LOOKALIKES = str.maketrans("АВСЕНКМОРТХІ", "ABCEHKMOPTXI")
_WEIGHTS = (7, 3, 1) * 5
_CENTURIES = {"1": 1800, "2": 1800, "3": 1900, "4": 1900, "5": 2000, "6": 2000}


class PaperProblem(StrEnum):
    """A defect of a document. Those in ``ERRORS`` reject it; the others only warn."""

    PERSONAL_ID_FORMAT = "personal_id_format"
    PERSONAL_ID_CHECK_DIGIT = "personal_id_check_digit"
    PERSONAL_ID_CENTURY = "personal_id_century"
    PERSONAL_ID_DATE = "personal_id_date"
    PERSONAL_ID_FUTURE = "personal_id_future"
    PERSONAL_ID_GENDER = "personal_id_gender"
    PERSONAL_ID_BIRTH_DATE = "personal_id_birth_date"
    PASSPORT_SERIES = "passport_series"
    PASSPORT_NUMBER = "passport_number"
    BIRTH_CERTIFICATE_FORM = "birth_certificate_form"


ERRORS = frozenset(
    {PaperProblem.PERSONAL_ID_FORMAT, PaperProblem.PASSPORT_SERIES, PaperProblem.PASSPORT_NUMBER},
)


class BirthDateProblem(StrEnum):
    """Reasons to reject a birth date (D-19)."""

    MISSING = "birth_date_missing"
    FORMAT = "birth_date_format"
    NO_SUCH_DAY = "birth_date_no_such_day"
    YEAR = "birth_date_year"
    FUTURE = "birth_date_future"


# --- Personal number: sex and century, DDMMYY, district (3), serial (3), check digit


def normalise_personal_id(text: str | None) -> str:
    """Removes spaces, a leading apostrophe and ``.0`` from a personal number.

    Look-alike letters stay: they are rejected, never guessed.
    """
    return "".join((text or "").split()).lstrip("'’‘`").removesuffix(".0")


def personal_id_check_digit(first_thirteen: str) -> int:
    """Computes the fourteenth digit: the others times 7, 3, 1, repeating, modulo ten."""
    return sum(int(digit) * weight for digit, weight in zip(first_thirteen, _WEIGHTS, strict=False)) % 10


def personal_id_birth_date(number: str) -> date | None:
    """Returns the birth date inside a personal number; None if it is not a real day."""
    if not _PERSONAL_ID.fullmatch(number) or number[0] not in _CENTURIES:
        return None
    return _day(_CENTURIES[number[0]] + int(number[5:7]), int(number[3:5]), int(number[1:3]))


def personal_id_problems(
    number: str, *, today: date, male: bool | None = None, birth_date: date | None = None
) -> list[PaperProblem]:
    """Returns the defects of a normalised, non-empty personal number.

    Not 14 digits is an error and the only finding; the rest are warnings, as older documents have mistakes (D-19).
    ``male`` and ``birth_date`` are the person's own, compared if known.
    """
    if not _PERSONAL_ID.fullmatch(number):
        return [PaperProblem.PERSONAL_ID_FORMAT]
    born = personal_id_birth_date(number)
    known_century = number[0] in _CENTURIES
    findings = {
        PaperProblem.PERSONAL_ID_CHECK_DIGIT: personal_id_check_digit(number[:13]) != int(number[13]),
        PaperProblem.PERSONAL_ID_CENTURY: not known_century,
        PaperProblem.PERSONAL_ID_DATE: known_century and born is None,
        PaperProblem.PERSONAL_ID_FUTURE: born is not None and born > today,
        PaperProblem.PERSONAL_ID_GENDER: known_century and male is not None and male != (int(number[0]) % 2 == 1),
        PaperProblem.PERSONAL_ID_BIRTH_DATE: None not in (born, birth_date) and born != birth_date,
    }
    return [problem for problem, found in findings.items() if found]


# --- Passport or identity card: two letters and seven digits


def normalise_passport_series(text: str | None) -> str:
    """Returns Latin capitals without spaces, dashes and №; not validated."""
    return _DASH.sub("", _capitals(text))


def normalise_passport_number(text: str | None) -> str:
    """Removes spaces, dashes and №; not validated."""
    return normalise_passport_series(text)


def split_passport(text: str | None) -> tuple[str, str]:
    """Splits a passport in one piece: "аа 123-45-67" is ("AA", "1234567")."""
    whole = normalise_passport_series(text)
    return whole[:2], whole[2:]


def passport_problems(series: str, number: str) -> list[PaperProblem]:
    """Returns the defects of a normalised passport; none if both parts are empty."""
    if not series and not number:
        return []
    findings = {
        PaperProblem.PASSPORT_SERIES: not _SERIES.fullmatch(series),
        PaperProblem.PASSPORT_NUMBER: not _NUMBER.fullmatch(number),
    }
    return [problem for problem, found in findings.items() if found]


# --- Birth certificate: "I-TAS 1234567"


def normalise_birth_certificate(text: str | None) -> str:
    """Returns "I-TAS 1234567" if series and number can be separated.

    Else it returns the text in Latin capitals. Old series are Cyrillic (I-ТШ): store the original text beside this one.
    """
    plain = _DASH.sub("-", _capitals(text))
    found = _CERTIFICATE.fullmatch(plain)
    return f"{found[1]}-{found[2]} {found[3]}" if found else plain


def birth_certificate_problems(normalised: str) -> list[PaperProblem]:
    """Warns if the normalised text has no series and number of a known form.

    The list of the regions' series is not public.
    """
    series, _, number = normalised.partition(" ")
    if not normalised or (_CERTIFICATE_SERIES.fullmatch(series) and _NUMBER.fullmatch(number)):
        return []
    return [PaperProblem.BIRTH_CERTIFICATE_FORM]


# --- Birth date


def parse_birth_date(text: str) -> date | None:
    """Parses a real day written DD.MM.YYYY, else returns None.

    ``birth_date_problems`` validates the year.
    """
    found = _BIRTH_DATE.fullmatch(text.strip())
    return _day(int(found[3]), int(found[2]), int(found[1])) if found else None


def birth_date_problems(value: str | date | None, *, today: date) -> list[BirthDateProblem]:
    """Returns the defects of a birth date, typed DD.MM.YYYY or already a date.

    ``today`` is the centre's day.
    """
    if isinstance(value, str) and value.strip():
        if not _BIRTH_DATE.fullmatch(value.strip()):
            return [BirthDateProblem.FORMAT]
        value = parse_birth_date(value)
        if value is None:
            return [BirthDateProblem.NO_SUCH_DAY]
    if not isinstance(value, date):
        return [BirthDateProblem.MISSING]
    findings = {
        BirthDateProblem.YEAR: not FIRST_BIRTH_YEAR <= value.year <= LAST_BIRTH_YEAR,
        BirthDateProblem.FUTURE: value > today,
    }
    return [problem for problem, found in findings.items() if found]


# --- Masking


def mask_personal_id(number: str | None) -> str:
    """Shows the first digit and the last four: ``3•••••••••0244``."""
    return _masked(number or "", 1, 4)


def mask_passport(series: str | None, number: str | None) -> str:
    """Shows the series and the last two digits: ``AA•••••67``."""
    return _masked((series or "") + (number or ""), 2, 2)


def mask_birth_certificate(text: str | None) -> str:
    """Shows series and last two digits of a certificate: ``I-TAS •••••67``."""
    series, space, number = (text or "").rpartition(" ")
    return series + space + _masked(number, 0, 2)


def _masked(text: str, first: int, last: int) -> str:
    hidden = len(text) - first - last
    # A short, mistyped value is masked completely: the shown characters might be all of it.
    return text[:first] + "•" * hidden + text[-last:] if hidden >= last else "•" * len(text)


def _capitals(text: str | None) -> str:
    whole = unicodedata.normalize("NFKC", (text or "").replace("№", "")).upper().translate(_LOOKALIKES)
    return "".join(whole.split())


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
