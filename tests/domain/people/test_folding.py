"""Search keys: one name has many spellings (D-5, D-50).

The vectors are shared with the browser.
"""

import hashlib
import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.people.folding import APOSTROPHES, fold, fold_loose, found_by, match_level, query_words, search_words

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "contracts" / "folding-vectors.json").read_text(encoding="utf-8")
)
LEVELS = {"tier1": fold, "tier2": fold_loose, "search": lambda text: " ".join(query_words(text))}

uzbek = st.text("abchdeghikotsyzxABCHDEGKOTSXYZ'ʻ’- ёеиоуцчшщъьэюяўқғҳхЁЕЦШЎҒ", max_size=20)
anything = st.text(max_size=30)


@pytest.mark.parametrize(("text", "tier1", "tier2"), VECTORS["folds"])
def test_a_text_folds_to_its_key(text: str, tier1: str, tier2: str) -> None:
    assert (fold(text), fold_loose(text)) == (tier1, tier2)


@pytest.mark.parametrize(("level", "group"), [(k, group) for k, groups in VECTORS["same"].items() for group in groups])
def test_spellings_of_one_name_share_a_key(level: str, group: list[str]) -> None:
    assert len({LEVELS[level](spelling) for spelling in group}) == 1


@pytest.mark.parametrize(("level", "pair"), [(k, pair) for k, pairs in VECTORS["differ"].items() for pair in pairs])
def test_different_names_have_different_keys(level: str, pair: tuple[str, str]) -> None:
    assert LEVELS[level](pair[0]) != LEVELS[level](pair[1])


@pytest.mark.parametrize(("fields", "key"), VECTORS["keys"])
def test_the_stored_key_of_a_name(fields: list[str | None], key: str) -> None:
    assert search_words(*fields) == key


@pytest.mark.parametrize(("typed", "words"), VECTORS["queries"])
def test_a_typed_search_is_folded_to_a_query(typed: str, words: list[str]) -> None:
    assert query_words(typed) == words


@pytest.mark.parametrize(("fields", "searches"), VECTORS["finds"])
def test_a_person_is_found_in_every_spelling(fields: list[str], searches: list[str]) -> None:
    """Issue 2, shown by 4."""
    key = search_words(*fields)
    assert [typed for typed in searches if not found_by(key, typed)] == []


@pytest.mark.parametrize(("fields", "searches"), VECTORS["misses"])
def test_a_search_finds_only_beginnings_of_words(fields: list[str], searches: list[str]) -> None:
    key = search_words(*fields)
    assert [typed for typed in searches if found_by(key, typed)] == []


@pytest.mark.parametrize(("typed", "field", "level"), VECTORS["levels"])
def test_the_closest_spelling_comes_first(typed: str, field: str, level: int | None) -> None:
    assert match_level(typed, field) == level


def test_every_sign_of_the_common_blocks_folds_as_in_the_browser() -> None:
    signs = [chr(code) for first, last in VECTORS["blocks"]["ranges"] for code in range(first, last + 1)]
    for name, key in (("tier1", fold), ("words", search_words)):
        digest = hashlib.sha256("\n".join(map(key, signs)).encode()).hexdigest()
        assert digest == VECTORS["blocks"][name]


@given(anything | uzbek)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold_loose(fold_loose(text)) == fold_loose(text)


@given(uzbek)
def test_capitals_make_no_difference(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower()) == fold(text)


@example("B'Е", "'", "ʻ")
@given(uzbek, st.sampled_from(APOSTROPHES), st.sampled_from(APOSTROPHES))
def test_apostrophes_make_no_difference(text: str, one: str, other: str) -> None:
    assert fold(text.replace("'", one)) == fold(text.replace("'", other))
    with_signs, without = text.replace("'", one), text.replace("'", "")
    for stored, typed in ((with_signs, without), (without, with_signs)):
        assert found_by(search_words(stored), typed) or not query_words(typed)


@given(uzbek | anything)
def test_any_prefix_of_any_word_finds_it(text: str) -> None:
    """Also a prefix that ends inside ts, ye, kh, dj or shch (D-5)."""
    key = search_words(text)
    for word in fold(text).replace("'", "").split():
        for end in range(1, len(word) + 1):
            if query_words(word[:end]):
                assert found_by(key, word[:end])


@given(uzbek, uzbek)
def test_the_key_of_several_fields_holds_the_words_of_each(one: str, other: str) -> None:
    assert set(search_words(one, other).split()) == set(search_words(one).split()) | set(search_words(other).split())


@given(st.text(max_size=40) | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Mn", "So"])))
def test_any_typed_text_can_be_stored_and_queried(text: str) -> None:
    """PostgreSQL rejects NUL and lone surrogates; tsquery has operators of its own."""
    for key in (fold(text), fold_loose(text), search_words(text)):
        assert "\0" not in key
        key.encode()
    assert all(word.isalnum() for word in [*query_words(text), *search_words(text).split()])
    match_level(text, text)


@pytest.mark.parametrize("sign", ["a", "t", "y", "k", "d", "'", "ц", "е", "x-", "a ", "́", "😀", "\ud800", "\0", "shc"])
def test_a_hostile_text_costs_linear_time(sign: str) -> None:
    """100 000 characters cost milliseconds; a quadratic pattern would cost minutes."""
    text = sign * (100_000 // len(sign))
    begun = process_time()
    for key in (fold, fold_loose, search_words, query_words):
        key(text)
    assert process_time() - begun < 2


def test_keys_of_a_hundred_thousand_students_take_seconds_at_most() -> None:
    """The first synchronisation computes them all."""
    names = [("Каримова" + chr(0x430 + n % 32) + chr(0x430 + n % 31), "Shahzoda", f"{n % 977}") for n in range(20_000)]
    begun = process_time()
    for parts in names:
        search_words(*parts)
    assert process_time() - begun < 2
