"""Names of people in lists and on cards (D-35, R1-435)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.names import UNKNOWN, full_name, initials, tidy_name


def test_a_full_name_is_last_first_middle() -> None:
    assert full_name("Karimova", "Shahzoda", "Oʻktam qizi") == "Karimova Shahzoda Oʻktam qizi"
    assert full_name(" Karimova ", None, "") == "Karimova"


@pytest.mark.parametrize("parts", [("", "", ""), (None, None, None), (" ", "\u200b", "\0")])
def test_a_student_without_a_name_is_unknown(parts: tuple[str | None, ...]) -> None:
    """R1-435, R2-461."""
    assert full_name(*parts) == UNKNOWN == "Noma'lum"


@pytest.mark.parametrize(
    ("last", "first", "letters"),
    [("Karimova", "Shahzoda", "KS"), ("ўктамов", "", "Ў"), ("'Ali", "-vali", "AV"), ("", None, "?"), ("🙂", "", "?")],
)
def test_initials_of_a_name(last: str, first: str | None, letters: str) -> None:
    assert initials(last, first) == letters


def test_the_spelling_of_a_name_is_preserved() -> None:
    assert tidy_name("  O`ktam\u00ad \t Ғани\u0000") == "O`ktam Ғани"


@given(st.text())
def test_a_normalised_name_is_stable_and_can_be_stored(text: str) -> None:
    tidy = tidy_name(text)
    assert tidy_name(tidy) == tidy
    assert "\0" not in tidy
    tidy.encode()
