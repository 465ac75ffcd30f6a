"""What cells of spreadsheets say (L5, L6): generated and naughty input."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.imports.spreadsheet_values import SERIAL_ZERO, as_text, has_lost_digits, parse_day, parse_gender, split_name
from domain.people.phones import normalise_phone

DAYS = some.dates(date(1927, 5, 19), date(2024, 12, 31))
CELLS = some.one_of(some.none(), some.booleans(), some.floats(), some.text(), some.integers().map(float))


@given(DAYS)
def test_a_day_is_read_however_it_is_written(day: date) -> None:
    """L6: as people write it, as ISO has it, with a time, with the word for year, as a spreadsheet counts."""
    serial = (day - SERIAL_ZERO).days
    ways = [
        f"{day:%d.%m.%Y}",
        f"{day.day}.{day.month}.{day.year}",
        f"{day:%d/%m/%Y}",
        f"{day:%d-%m-%Y}",
        f"{day:%d %m %Y}",
    ]
    ways += [day.isoformat(), f"{day.isoformat()} 00:00:00", f"{day.isoformat()}T00:00:00", f"{day:%Y/%m/%d}"]
    ways += [f"{day:%d.%m.%Y} г.", f"{day:%d.%m.%Y} yil", f" {day:%d.%m.%Y}\u00a0", str(serial), f"{serial}.0"]
    assert {parse_day(way) for way in ways} | {parse_day(float(serial))} == {day.isoformat()}


@given(some.integers(0, 10**14 - 1))
def test_a_personal_number_that_became_a_number_is_read_back_whole(number: int) -> None:
    """L6: fourteen digits are exact in a spreadsheet; what is shown of them is not what is kept."""
    assert as_text(float(number)) == str(number)


@given(some.integers(0, 999_999_999))
def test_a_phone_that_became_a_number_is_a_phone(local: int) -> None:
    """Nine digits, or twelve with the country."""
    whole = f"+998{local:09}"
    assert normalise_phone(as_text(float(f"998{local:09}"))) == whole
    assert normalise_phone(as_text(f"'{whole}")) == whole


@pytest.mark.parametrize("text", ["3.11E+13", "3,11011E+13", "3E+13", "9.98901E+11", "3.1101e+13", "31101000000000"])
def test_lost_digits_are_told(text: str) -> None:
    """L6: 1.23E+13 is no personal number any more."""
    assert has_lost_digits(text)


@pytest.mark.parametrize("text", ["31101070010018", "901234567", "AA1234567", "", "E", "1E", "I-TAS 1234567", "100"])
def test_what_has_all_its_digits_is_not_suspected(text: str) -> None:
    """Nor is what never had any."""
    assert not has_lost_digits(text)


@given(CELLS)
def test_any_cell_says_something_and_nothing_breaks(cell: str | float | bool | None) -> None:
    """Naughty input: a text comes back trimmed, with single spaces, and reading it again changes nothing more."""
    text = as_text(cell)
    assert text == " ".join(text.split())
    parse_day(cell)
    has_lost_digits(text)
    assert parse_gender(text) in (None, 1, 2)
    assert "".join(split_name(text)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["31.02.2007", "2007", "1.1.07", "31.13.2007", "00.01.2007", "noma'lum", "12", "99999999"]
)
def test_what_is_no_day_stays_as_it_is_written(text: str) -> None:
    """So that the row's fault names it."""
    assert parse_day(text) == text


@pytest.mark.parametrize(
    ("gender", "words"),
    [
        (1, "erkak Эркак м М. муж мужской Male мужчина o‘g‘il ўғил E 1"),
        (2, "ayol аёл ж Ж. жен женский female женщина qiz қиз A 2"),
        (None, "ha yo'q x 3 erkaklar"),
    ],
)
def test_a_gender_in_three_languages(gender: int | None, words: str) -> None:
    """In the words that lists have."""
    assert {word: parse_gender(word) for word in words.split()} == dict.fromkeys(words.split(), gender)


def test_a_whole_name_is_parted() -> None:
    """Last, first, and all the rest."""
    assert split_name("Karimova Shahzoda Anvar qizi") == ("Karimova", "Shahzoda", "Anvar qizi")
    assert split_name("Karimova") == ("Karimova", "", "")


def test_days_of_a_spreadsheet_begin_where_excel_begins() -> None:
    """45 000 is the fifteenth of March 2023."""
    assert parse_day(45000.0) == "2023-03-15"
    assert date(2023, 3, 15) - timedelta(days=45000) == SERIAL_ZERO
