"""Uzbek calendar words (D-52) and the centre's formats of dates and times."""

from datetime import date, datetime, tzinfo

MONTHS = (
    "yanvar", "fevral", "mart", "aprel", "may", "iyun",
    "iyul", "avgust", "sentabr", "oktabr", "noyabr", "dekabr",
)  # fmt: skip
MONTHS_SHORT = ("yan", "fev", "mar", "apr", "may", "iyn", "iyl", "avg", "sen", "okt", "noy", "dek")
# The week begins on Monday.
WEEKDAYS = ("dushanba", "seshanba", "chorshanba", "payshanba", "juma", "shanba", "yakshanba")
WEEKDAYS_SHORT = ("Dush", "Sesh", "Chor", "Pay", "Jum", "Shan", "Yak")
WEEKDAYS_NARROW = ("Du", "Se", "Ch", "Pa", "Ju", "Sh", "Ya")

_OTHER_MONTHS = {
    "sentyabr": 9, "oktyabr": 10, "iyun": 6, "iyul": 7,
    "январь": 1, "февраль": 2, "март": 3, "апрель": 4, "май": 5, "июнь": 6,
    "июль": 7, "август": 8, "сентябрь": 9, "октябрь": 10, "ноябрь": 11, "декабрь": 12,
}  # fmt: skip
_OTHER_WEEKDAYS = {
    "душанба": 1, "сешанба": 2, "чоршанба": 3, "пайшанба": 4, "жума": 5, "шанба": 6, "якшанба": 7,
}  # fmt: skip


def _numbered(*lists: tuple[str, ...]) -> dict[str, int]:
    return {word.lower(): number for names in lists for number, word in enumerate(names, start=1)}


_MONTH_NUMBERS = _numbered(MONTHS, MONTHS_SHORT) | _OTHER_MONTHS
_WEEKDAY_NUMBERS = _numbered(WEEKDAYS, WEEKDAYS_SHORT, WEEKDAYS_NARROW) | _OTHER_WEEKDAYS


def month_wide(month: int) -> str:
    """The month 1…12 in full, as inside a sentence: "sentabr"."""
    return MONTHS[_index(month, 12)]


def month_short(month: int) -> str:
    """The month 1…12 in three letters: "sen"; June is "iyn" and July "iyl"."""
    return MONTHS_SHORT[_index(month, 12)]


def weekday_wide(weekday: int) -> str:
    """The ISO weekday 1 (Monday) … 7 in full: "dushanba"."""
    return WEEKDAYS[_index(weekday, 7)]


def weekday_short(weekday: int) -> str:
    """The ISO weekday 1 (Monday) … 7 shortened: "Dush"."""
    return WEEKDAYS_SHORT[_index(weekday, 7)]


def weekday_narrow(weekday: int) -> str:
    """The ISO weekday 1 (Monday) … 7 in two letters: "Du"."""
    return WEEKDAYS_NARROW[_index(weekday, 7)]


def parse_month(text: str) -> int | None:
    """The number of a month in full or short, in Latin (oktyabr too) or Cyrillic."""
    return _MONTH_NUMBERS.get(text.strip().rstrip(".").lower())


def parse_weekday(text: str) -> int | None:
    """The ISO number of a weekday written in full or short, in Latin or Cyrillic."""
    return _WEEKDAY_NUMBERS.get(text.strip().rstrip(".").lower())


def format_date(day: date) -> str:
    """DD.MM.YYYY, as screens and documents show it (D-6)."""
    return f"{day.day:02}.{day.month:02}.{day.year:04}"


def format_long_date(day: date) -> str:
    """DD MMMM, YYYY in Uzbek: "05 noyabr, 2026"."""
    return f"{day.day:02} {month_wide(day.month)}, {day.year:04}"


def format_time(instant: datetime, zone: tzinfo) -> str:
    """HH:mm of an aware instant on the clock of the zone."""
    return instant.astimezone(zone).strftime("%H:%M")


def _index(number: int, last: int) -> int:
    if not 1 <= number <= last:
        raise ValueError(f"{number} is not within 1…{last}")
    return number - 1
