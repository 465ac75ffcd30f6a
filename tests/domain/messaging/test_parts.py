"""How many SMS a text takes: the edges of GSM 03.38 and UCS-2, and the apostrophes of Uzbek (protocols §3.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.messaging.parts import GSM_UNITS, Encoding, count_parts, to_gsm_text


@pytest.mark.parametrize(
    ("length", "parts", "left"),
    [(0, 0, 160), (1, 1, 159), (159, 1, 1), (160, 1, 0), (161, 2, 145), (306, 2, 0), (307, 3, 152), (459, 3, 0)],
)
def test_a_gsm_text_is_of_160_or_parts_of_153(length: int, parts: int, left: int) -> None:
    """M1: the count is what the provider bills."""
    counted = count_parts("a" * length)
    assert (counted.encoding, counted.units, counted.parts, counted.left) == (Encoding.GSM, length, parts, left)


@pytest.mark.parametrize(
    ("length", "parts", "left"), [(1, 1, 69), (69, 1, 1), (70, 1, 0), (71, 2, 63), (134, 2, 0), (135, 3, 66)]
)
def test_cyrillic_is_of_70_or_parts_of_67(length: int, parts: int, left: int) -> None:
    """One letter outside of the short alphabet makes the whole text long."""
    counted = count_parts("ж" * length)
    assert (counted.encoding, counted.parts, counted.left) == (Encoding.UCS2, parts, left)
    assert count_parts("a" * (length - 1) + "ж") == counted


def test_signs_of_two_places_are_not_torn_apart() -> None:
    """The euro and brackets take two places; a sign that doesn't fit whole begins the next part."""
    assert count_parts("€" * 80).parts == 1
    assert count_parts("€" * 80 + "a").parts == 2
    assert count_parts("a" * 152 + "€" + "a" * 151).parts == 2
    assert count_parts("a" * 152 + "€" + "a" * 152).parts == 3


def test_a_picture_is_two_places_and_whole() -> None:
    """Outside of the basic plane a sign is a pair."""
    assert count_parts("😀" * 35).parts == 1
    assert count_parts("😀" * 35 + "a").parts == 2
    assert count_parts("ж" * 66 + "😀" + "ж" * 60).parts == 2
    assert count_parts("ж" * 66 + "😀" + "ж" * 66).parts == 3


@pytest.mark.parametrize("apostrophe", "'ʻʼ‘’`´′＇")
def test_uzbek_latin_stays_short_whatever_the_apostrophe(apostrophe: str) -> None:
    """§3.1: a curly apostrophe would more than halve what fits."""
    text = f"O{apostrophe}zbekiston, g{apostrophe}alaba"
    assert to_gsm_text(text) == "O'zbekiston, g'alaba"
    assert count_parts(to_gsm_text(text)).encoding is Encoding.GSM


def test_what_has_no_plain_form_is_left() -> None:
    """Cyrillic stays Cyrillic; quotes, dashes and hard spaces become plain."""
    assert to_gsm_text(" «Салом» — до 5\u00a0числа… ") == '"Салом" - до 5 числа...'


@given(st.text())
def test_any_text_is_counted_without_loss(text: str) -> None:
    """Every place is in a part, and no part holds more than it can."""
    counted = count_parts(text)
    alone, each = (160, 153) if counted.encoding is Encoding.GSM else (70, 67)
    assert counted.units <= max(alone, counted.parts * each)
    assert (counted.parts == 0) == (text == "")
    assert count_parts(to_gsm_text(text)).parts <= max(counted.parts, len(to_gsm_text(text)))


@given(st.text(alphabet=sorted(GSM_UNITS)))
def test_the_alphabet_is_counted_as_gsm(text: str) -> None:
    """Letters of the table need no other encoding."""
    assert count_parts(text).encoding is Encoding.GSM
