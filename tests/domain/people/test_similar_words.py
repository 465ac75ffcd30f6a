"""Typing errors: one letter more, less, different, or two swapped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.similar_words import SHORTEST, one_letter_away

words = st.text("abcdehikmz", min_size=SHORTEST, max_size=12)


@pytest.mark.parametrize("meant", ["aliyev", "aliev", "alibev", "ailev", "alyiev", "alev", "kaliev"])
def test_one_error_is_one_letter_away(meant: str) -> None:
    away = one_letter_away(meant)
    typed = {"aliyev": "aliev", "aliev": "aliyev", "alibev": "aliev", "ailev": "aliev", "alyiev": "aliyev"}
    assert typed.get(meant, "aliev") in away


def test_two_errors_are_not() -> None:
    assert "karimov" not in one_letter_away("kaimof")


@pytest.mark.parametrize("word", ["", "a", "ali"])
def test_a_short_word_is_like_no_other(word: str) -> None:
    assert one_letter_away(word) == set()


@given(words)
def test_a_word_is_never_like_itself(word: str) -> None:
    away = one_letter_away(word)
    assert word not in away
    assert {len(one) - len(word) for one in away} == {-1, 0, 1}


@given(words)
def test_likeness_is_mutual(word: str) -> None:
    assert all(word in one_letter_away(other) for other in sorted(one_letter_away(word))[:20] if len(other) >= SHORTEST)
