"""Values of spreadsheet cells (L5, L6), with generated and hostile input."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.imports.spreadsheet_values import (
    SERIAL_ZERO,
    as_text,
    has_lost_digits,
    is_filler_day,
    is_in_capitals,
    parse_day,
    parse_gender,
    split_name,
    split_phones,
)
from domain.people.phones import normalise_phone

DAYS = some.dates(date(1927, 5, 19), date(2024, 12, 31))
CELLS = some.one_of(some.none(), some.booleans(), some.floats(), some.text(), some.integers().map(float))


@given(DAYS)
def test_a_day_is_parsed_in_every_notation(day: date) -> None:
    """L6: local, ISO, with a time, with the word for year, as a serial number."""
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
def test_a_personal_number_stored_as_a_number_keeps_its_digits(number: int) -> None:
    """L6: spreadsheets store fourteen digits exactly, though they display fewer."""
    assert as_text(float(number)) == str(number)


@given(some.integers(0, 999_999_999))
def test_a_phone_stored_as_a_number_is_valid(local: int) -> None:
    """Nine digits, or twelve with the country code."""
    whole = f"+998{local:09}"
    assert normalise_phone(as_text(float(f"998{local:09}"))) == whole
    assert normalise_phone(as_text(f"'{whole}")) == whole


@pytest.mark.parametrize("text", ["3.11E+13", "3,11011E+13", "3E+13", "9.98901E+11", "3.1101e+13", "31101000000000"])
def test_lost_digits_are_detected(text: str) -> None:
    """L6: 1.23E+13 is no longer a personal number."""
    assert has_lost_digits(text)


@pytest.mark.parametrize("text", ["31101070010018", "901234567", "AA1234567", "", "E", "1E", "I-TAS 1234567", "100"])
def test_a_complete_number_is_not_suspected(text: str) -> None:
    """Nor is a text without digits."""
    assert not has_lost_digits(text)


@given(CELLS)
def test_any_value_is_converted_without_an_error(cell: str | float | bool | None) -> None:
    """Text is trimmed to single spaces, and converting it again changes nothing."""
    text = as_text(cell)
    assert text == " ".join(text.split())
    parse_day(cell)
    has_lost_digits(text)
    assert parse_gender(text) in (None, 1, 2)
    assert "".join(split_name(text)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["31.02.2007", "2007", "1.1.07", "31.13.2007", "00.01.2007", "noma'lum", "12", "99999999"]
)
def test_a_text_that_is_no_day_is_unchanged(text: str) -> None:
    """The fault of the row quotes it."""
    assert parse_day(text) == text


@pytest.mark.parametrize(
    ("gender", "words"),
    [
        (1, "erkak Эркак м М. муж мужской Male мужчина o‘g‘il ўғил E 1"),
        (2, "ayol аёл ж Ж. жен женский female женщина qiz қиз A 2"),
        (None, "ha yo'q x 3 erkaklar"),
    ],
)
def test_a_gender_is_parsed_in_three_languages(gender: int | None, words: str) -> None:
    """In the words of real lists."""
    assert {word: parse_gender(word) for word in words.split()} == dict.fromkeys(words.split(), gender)


def test_a_full_name_is_split() -> None:
    """Last name, first name, and the rest."""
    assert split_name("Karimova Shahzoda Anvar qizi") == ("Karimova", "Shahzoda", "Anvar qizi")
    assert split_name("Karimova") == ("Karimova", "", "")


@pytest.mark.parametrize(
    "text",
    [
        "901234567, 911112233",
        "901234567;911112233",
        "90 123-45-67 / 91 111-22-33",
        "+998 90 123 45 67 +998 91 111 22 33",
        "901234567 911112233",
        "998901234567 911112233",
        "90 123 45 67 va 91 111 22 33",
        "onasi, 901234567; 911112233",
    ],
)
def test_phones_of_one_cell_are_split(text: str) -> None:
    """D-155: at a sign, a word or a space; a valid number comes first."""
    valid = [normalise_phone(part) for part in split_phones(text)][:2]
    assert valid == ["+998901234567", "+998911112233"]


@pytest.mark.parametrize("text", ["90 123 45 67", "+998 (90) 123-45-67", "12", "998901234567.0"])
def test_a_single_phone_is_not_split(text: str) -> None:
    """Spaces and dashes within a number separate nothing."""
    assert split_phones(text) == [text]


def test_serial_numbers_count_from_the_epoch_of_excel() -> None:
    """45 000 is 15 March 2023."""
    assert parse_day(45000.0) == "2023-03-15"
    assert date(2023, 3, 15) - timedelta(days=45000) == SERIAL_ZERO


@pytest.mark.parametrize(
    ("name", "capitals"),
    [("KARIMOVA", True), ("КАРИМОВА-ЎҒЛИ", True), ("Karimova", False), ("OK", False), ("", False), ("O'G'", False)],
)
def test_a_name_in_capitals_is_told_from_an_initial(name: str, capitals: bool) -> None:
    """D-155: a warning, for it is stored as written."""
    assert is_in_capitals(name) is capitals


@pytest.mark.parametrize(
    ("day", "filler"),
    [
        (date(2000, 1, 1), True),
        (date(2007, 1, 1), True),
        (date(2011, 11, 11), True),
        (date(2005, 5, 5), False),
        (date(2007, 1, 31), False),
    ],
)
def test_a_day_that_stands_for_an_unknown_one_is_recognised(day: date, filler: bool) -> None:
    """D-155: 1 January and 11.11.2011 are typed where no date is known."""
    assert is_filler_day(day) is filler
