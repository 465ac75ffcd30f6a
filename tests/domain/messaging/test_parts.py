"""Number of SMS parts: limits of GSM 03.38 and UCS-2, Uzbek apostrophes.

Protocols §3.1.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.messaging.parts import GSM_UNITS, Encoding, count_parts, to_gsm_text


@pytest.mark.parametrize(
    ("length", "parts", "left"),
    [(0, 0, 160), (1, 1, 159), (159, 1, 1), (160, 1, 0), (161, 2, 145), (306, 2, 0), (307, 3, 152), (459, 3, 0)],
)
def test_a_gsm_text_has_160_characters_or_parts_of_153(length: int, parts: int, left: int) -> None:
    """The count is the provider's billing unit (M1)."""
    counted = count_parts("a" * length)
    assert (counted.encoding, counted.units, counted.parts, counted.left) == (Encoding.GSM, length, parts, left)


@pytest.mark.parametrize(
    ("length", "parts", "left"), [(1, 1, 69), (69, 1, 1), (70, 1, 0), (71, 2, 63), (134, 2, 0), (135, 3, 66)]
)
def test_a_cyrillic_text_has_70_characters_or_parts_of_67(length: int, parts: int, left: int) -> None:
    """One character outside GSM 03.38 makes the whole text UCS-2."""
    counted = count_parts("ж" * length)
    assert (counted.encoding, counted.parts, counted.left) == (Encoding.UCS2, parts, left)
    assert count_parts("a" * (length - 1) + "ж") == counted


def test_two_unit_characters_are_not_split() -> None:
    """Euro and brackets need two units; one that doesn't fit starts the next part."""
    assert count_parts("€" * 80).parts == 1
    assert count_parts("€" * 80 + "a").parts == 2
    assert count_parts("a" * 152 + "€" + "a" * 151).parts == 2
    assert count_parts("a" * 152 + "€" + "a" * 152).parts == 3


def test_an_emoji_has_two_units_and_is_not_split() -> None:
    """Outside the basic plane a character is a surrogate pair."""
    assert count_parts("😀" * 35).parts == 1
    assert count_parts("😀" * 35 + "a").parts == 2
    assert count_parts("ж" * 66 + "😀" + "ж" * 60).parts == 2
    assert count_parts("ж" * 66 + "😀" + "ж" * 66).parts == 3


@pytest.mark.parametrize("apostrophe", "'ʻʼ‘’`´′＇")
def test_uzbek_latin_stays_gsm_with_any_apostrophe(apostrophe: str) -> None:
    """A curly apostrophe would more than halve the capacity (§3.1)."""
    text = f"O{apostrophe}zbekiston, g{apostrophe}alaba"
    assert to_gsm_text(text) == "O'zbekiston, g'alaba"
    assert count_parts(to_gsm_text(text)).encoding is Encoding.GSM


def test_characters_without_a_plain_form_stay() -> None:
    """Cyrillic stays Cyrillic; quotes, dashes and hard spaces become plain."""
    assert to_gsm_text(" «Салом» — до 5\u00a0числа… ") == '"Салом" - до 5 числа...'


@given(st.text())
def test_any_text_is_counted_without_loss(text: str) -> None:
    """Every unit is in a part, and no part exceeds its capacity."""
    counted = count_parts(text)
    alone, each = (160, 153) if counted.encoding is Encoding.GSM else (70, 67)
    assert counted.units <= max(alone, counted.parts * each)
    assert (counted.parts == 0) == (text == "")
    assert count_parts(to_gsm_text(text)).parts <= max(counted.parts, len(to_gsm_text(text)))


@given(st.text(alphabet=sorted(GSM_UNITS)))
def test_the_alphabet_is_counted_as_gsm(text: str) -> None:
    """Characters of the table need no other encoding."""
    assert count_parts(text).encoding is Encoding.GSM
