"""Identity documents are validated, tolerant of older ones, and shown masked.

D-19, D-58, R1-241.
"""

from datetime import date
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.identity_documents import (
    ERRORS,
    BirthDateProblem,
    PaperProblem,
    birth_certificate_problems,
    birth_date_problems,
    mask_birth_certificate,
    mask_passport,
    mask_personal_id,
    normalise_birth_certificate,
    normalise_passport_number,
    normalise_passport_series,
    normalise_personal_id,
    parse_birth_date,
    passport_problems,
    personal_id_birth_date,
    personal_id_check_digit,
    personal_id_problems,
    split_passport,
)

TODAY = date(2026, 11, 20)


def with_check_digit(first_thirteen: str) -> str:
    return f"{first_thirteen}{personal_id_check_digit(first_thirteen)}"


@pytest.mark.parametrize(
    ("number", "male", "born"),
    [
        ("31210632040244", True, date(1963, 10, 12)),
        ("31210932040247", True, date(1993, 10, 12)),
        ("40201902050010", False, date(1990, 1, 2)),
    ],
)
def test_the_official_examples_are_valid(number: str, male: bool, born: date) -> None:
    assert personal_id_birth_date(number) == born
    assert personal_id_problems(number, today=TODAY, male=male, birth_date=born) == []
    assert personal_id_problems(number, today=TODAY) == []


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        ("31210632040245", PaperProblem.PERSONAL_ID_CHECK_DIGIT),
        ("31234567890123", PaperProblem.PERSONAL_ID_DATE),
        (with_check_digit("3290219001001"), PaperProblem.PERSONAL_ID_DATE),
        *[(with_check_digit(f"{century}121063204024"), PaperProblem.PERSONAL_ID_CENTURY) for century in "0789"],
        (with_check_digit("5211126204024"), PaperProblem.PERSONAL_ID_FUTURE),
    ],
)
def test_a_doubtful_number_is_a_warning(number: str, problem: PaperProblem) -> None:
    assert personal_id_problems(number, today=TODAY) == [problem]
    assert problem not in ERRORS


def test_a_number_that_fits_another_person_is_a_warning() -> None:
    found = personal_id_problems("31210632040244", today=TODAY, male=False, birth_date=date(1964, 10, 12))
    assert found == [PaperProblem.PERSONAL_ID_GENDER, PaperProblem.PERSONAL_ID_BIRTH_DATE]
    assert not ERRORS & set(found)


@pytest.mark.parametrize(
    "typed",
    [
        "3121063204024", "312106320402444", "312106З2040244", "3121O632040244", "3.1210632040244E+13", "1.2e13",
        "٣١٢١٠٦٣٢٠٤٠٢٤٤", "３１２１０６３２０４０２４４", "3121-0632040244", "-31210632040244", "1" * 100_000,
    ],
)  # fmt: skip
def test_a_number_without_fourteen_digits_is_rejected(typed: str) -> None:
    assert personal_id_problems(normalise_personal_id(typed), today=TODAY) == [PaperProblem.PERSONAL_ID_FORMAT]
    assert PaperProblem.PERSONAL_ID_FORMAT in ERRORS


@pytest.mark.parametrize("typed", ["3121063 204 0244", "'31210632040244", " 31210632040244\u00a0", "31210632040244.0"])
def test_separators_added_by_people_and_spreadsheets_are_removed(typed: str) -> None:
    assert normalise_personal_id(typed) == "31210632040244"


@given(st.from_regex("[0-9]{13}", fullmatch=True), st.integers(0, 12), st.integers(1, 9))
def test_a_single_wrong_digit_is_detected(first: str, place: int, by: int) -> None:
    wrong = first[:place] + str((int(first[place]) + by) % 10) + first[place + 1 :]
    assert personal_id_check_digit(wrong) != personal_id_check_digit(first)


@pytest.mark.parametrize("typed", ["AA1234567", "aa 123-45-67", "АА № 1234567", "аА–1234567"])
def test_a_passport_is_stored_in_latin_capitals(typed: str) -> None:
    series, number = split_passport(typed)
    assert (series, number) == ("AA", "1234567")
    assert (normalise_passport_series(" аа"), normalise_passport_number("123 45-67")) == ("AA", "1234567")
    assert passport_problems(series, number) == []


@pytest.mark.parametrize(
    ("series", "number", "problems"),
    [
        ("", "", []),
        ("A", "1234567", [PaperProblem.PASSPORT_SERIES]),
        ("ЯЯ", "1234567", [PaperProblem.PASSPORT_SERIES]),
        ("AAA", "1234567", [PaperProblem.PASSPORT_SERIES]),
        ("AA", "12345S7", [PaperProblem.PASSPORT_NUMBER]),
        ("AA", "", [PaperProblem.PASSPORT_NUMBER]),
        ("", "1234567", [PaperProblem.PASSPORT_SERIES]),
        ("A1", "12345678", [PaperProblem.PASSPORT_SERIES, PaperProblem.PASSPORT_NUMBER]),
        ("AA", "123456٧", [PaperProblem.PASSPORT_NUMBER]),
    ],
)
def test_every_fault_of_a_passport_is_reported(series: str, number: str, problems: list[PaperProblem]) -> None:
    """R1-250, R1-251, R1-252, R2-318: two letters, and digits only."""
    assert passport_problems(series, number) == problems
    assert set(problems) <= ERRORS


@pytest.mark.parametrize(
    "typed", ["I-TAS 1234567", "i-tas1234567", "I TAS №1234567", "I–ТАS 1234567", "ITAS1234567", "І-ТАS-1234567"]
)
def test_a_birth_certificate_in_its_usual_form_is_valid(typed: str) -> None:
    normalised = normalise_birth_certificate(typed)
    assert normalised == "I-TAS 1234567"
    assert birth_certificate_problems(normalised) == []


@pytest.mark.parametrize("typed", ["I-ТШ 123456", "1-TAS 1234567", "1234567", "II-ТШ 1234567"])
def test_another_birth_certificate_is_a_warning(typed: str) -> None:
    assert birth_certificate_problems(normalise_birth_certificate(typed)) == [PaperProblem.BIRTH_CERTIFICATE_FORM]
    assert PaperProblem.BIRTH_CERTIFICATE_FORM not in ERRORS
    assert birth_certificate_problems(normalise_birth_certificate("")) == []


def test_masks_show_only_what_is_needed() -> None:
    assert mask_personal_id("31210632040244") == "3•••••••••0244"
    assert mask_passport("AA", "1234567") == "AA•••••67"
    assert mask_birth_certificate("I-TAS 1234567") == "I-TAS •••••67"
    assert [mask_personal_id(None), mask_passport(None, ""), mask_birth_certificate("")] == ["", "", ""]


@given(st.text(max_size=9))
def test_a_short_value_is_masked_whole(text: str) -> None:
    assert mask_personal_id(text[:8]).count("•") >= min(len(text[:8]), 4)
    assert mask_passport("", text[:5]).count("•") >= min(len(text[:5]), 2)
    assert mask_birth_certificate(text).count("•") >= min(len(text.rpartition(" ")[2]), 2)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("01.02.2003", date(2003, 2, 1)), (" 29.02.2000 ", date(2000, 2, 29)), ("29.02.1900", None),
        ("31.04.2001", None), ("1.2.2003", None), ("2003-02-01", None), ("01/02/2003", None), ("٠١.٠٢.٢٠٠٣", None),
        ("00.00.0000", None),
    ],
)  # fmt: skip
def test_a_birth_date_is_a_real_day(typed: str, day: date | None) -> None:
    """R1-253, R2-319: DD.MM.YYYY and nothing else."""
    assert parse_birth_date(typed) == day


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (None, [BirthDateProblem.MISSING]), ("  ", [BirthDateProblem.MISSING]), ("2003", [BirthDateProblem.FORMAT]),
        ("30.02.2003", [BirthDateProblem.NO_SUCH_DAY]), ("31.12.1899", [BirthDateProblem.YEAR]),
        ("01.01.2025", [BirthDateProblem.YEAR]), ("01.01.1900", []), ("31.12.2024", []), (date(2010, 5, 5), []),
        (date(2027, 1, 1), [BirthDateProblem.YEAR, BirthDateProblem.FUTURE]),
    ],
)  # fmt: skip
def test_the_fault_of_a_birth_date_is_named(value: str | date | None, problems: list[BirthDateProblem]) -> None:
    assert birth_date_problems(value, today=TODAY) == problems


def test_a_future_birth_date_is_rejected() -> None:
    assert birth_date_problems("02.03.2024", today=date(2024, 3, 1)) == [BirthDateProblem.FUTURE]


@given(st.text(max_size=30))
def test_any_typed_text_satisfies_the_rules(text: str) -> None:
    personal_id_problems(normalise_personal_id(text), today=TODAY, male=True, birth_date=TODAY)
    passport_problems(*split_passport(text))
    birth_certificate_problems(normalise_birth_certificate(text))
    birth_date_problems(text, today=TODAY)


@given(st.text("IVXTASivxтшАСТ№-– 1234567", max_size=20))
def test_normalising_a_certificate_twice_changes_nothing(text: str) -> None:
    normalised = normalise_birth_certificate(text)
    assert normalise_birth_certificate(normalised) == normalised


@pytest.mark.parametrize("sign", ["I", "1", " ", "-", "А", "I-"])
def test_a_hostile_text_costs_linear_time(sign: str) -> None:
    begun = process_time()
    birth_certificate_problems(normalise_birth_certificate(sign * 100_000))
    passport_problems(*split_passport(sign * 100_000))
    birth_date_problems(sign * 100_000, today=TODAY)
    assert process_time() - begun < 1
