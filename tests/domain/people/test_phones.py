"""A phone is 998 and nine digits in any notation."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.phones import (
    E164,
    PhoneProblem,
    display_phone,
    mask_phone,
    normalise_phone,
    phone_problems,
    sms_phone,
)


@pytest.mark.parametrize(
    "typed",
    [
        "+998901234567", "998901234567", "00998901234567", "901234567", "8 90 123-45-67", "+998 (90) 123-45-67",
        "+998 90 123 45 67", "90.123.45.67", "9O1234567", "9О 123 45 67", "'998901234567", "998901234567.0",
        "\u00a0+998\u201190\u2013123\u201145\u201167 ", "＋９９８９０１２３４５６７",
    ],
)  # fmt: skip
def test_one_number_in_many_notations(typed: str) -> None:
    assert normalise_phone(typed) == "+998901234567"


@pytest.mark.parametrize(
    "typed",
    [
        None, "", "   ", "12345678", "1234567890", "+7 901 234-56-78", "+99890123456", "+9989012345678",
        "998998901234567", "90 123 45 6x", "tel: 901234567", "٩٠١٢٣٤٥٦٧", "9.01234567e8", "901234567 e5", "+" * 100_000,
    ],
)  # fmt: skip
def test_a_foreign_number_is_rejected(typed: str | None) -> None:
    """R1-242."""
    assert normalise_phone(typed) is None


@pytest.mark.parametrize("code", ["20", "33", "50", "55", "70", "71", "77", "88", "90", "99"])
def test_every_range_in_use_is_accepted(code: str) -> None:
    """Mobile numbers do not all begin with 9."""
    assert phone_problems(f"{code}1234567") == []


@pytest.mark.parametrize(
    ("typed", "problems"),
    [
        (None, [PhoneProblem.MISSING]), ("", [PhoneProblem.MISSING]), (" \t", [PhoneProblem.MISSING]),
        ("12345", [PhoneProblem.FORMAT]), ("998101234567", [PhoneProblem.RANGE]),
    ],
)  # fmt: skip
def test_the_fault_of_a_phone_is_named(typed: str | None, problems: list[PhoneProblem]) -> None:
    """Blank is missing, not malformed (R1-244).

    A range not in use is only a warning: R1-242 requires nine digits.
    """
    assert phone_problems(typed) == problems


def test_a_phone_is_displayed_masked_and_sent() -> None:
    assert display_phone("+998901234567") == "+998 90 123-45-67"
    assert mask_phone("+998901234567") == "+998 90 •••-••-67"
    assert sms_phone("+998901234567") == "998901234567"


@pytest.mark.parametrize("text", ["", "12", "+7 901", "+998901234567\n"])
def test_an_invalid_phone_is_shown_unchanged_and_masked_whole(text: str) -> None:
    assert display_phone(text) == text
    assert mask_phone(text) == "•" * len(text)


@given(st.text() | st.from_regex(r"[+0-9 ()oО.-]{0,20}", fullmatch=True))
def test_any_text_is_a_number_or_none(text: str) -> None:
    phone = normalise_phone(text)
    assert phone is None or E164.fullmatch(phone)
    assert phone is None or normalise_phone(display_phone(phone)) == normalise_phone(sms_phone(phone)) == phone
    assert (phone is None) == (phone_problems(text) in ([PhoneProblem.MISSING], [PhoneProblem.FORMAT]))


def test_a_hostile_text_costs_linear_time() -> None:
    begun = process_time()
    for sign in ("9", " ", "(", "+998"):
        phone_problems(sign * 100_000)
    assert process_time() - begun < 0.5
