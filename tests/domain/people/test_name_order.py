"""Lists of people are sorted by the Uzbek alphabet (D-50, D-63)."""

import json
import random
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.name_order import NAMELESS, sort_key

ORDER: list[str] = json.loads(
    (Path(__file__).parents[3] / "contracts" / "folding-vectors.json").read_text(encoding="utf-8")
)["order"]


def test_the_four_last_letters_follow_z() -> None:
    names = ["Zulfiya", "Oʻktam", "Gʻayrat", "Shahlo", "Shoira", "Chori"]
    assert sorted(reversed(names), key=sort_key) == names


def test_the_order_matches_the_unicode_collation() -> None:
    """The web's tests hold the same list against Intl.Collator("uz")."""
    mixed = ORDER.copy()
    random.Random(1).shuffle(mixed)
    assert sorted(mixed, key=sort_key) == ORDER


def test_both_scripts_are_sorted_together() -> None:
    names = [
        "Абдуллаев",
        "Botirov",
        "Зокиров",
        "Zulfiya",
        "Ўктам",
        "O'tkir",
        "Ғайрат",
        "Gʻulom",
        "Шаҳло",
        "Shoira",
        "Чори",
    ]
    assert sorted(reversed(names), key=sort_key) == names


def test_keys_compare_as_their_bytes() -> None:
    """Collation "C" compares the bytes of UTF-8."""
    assert sorted(ORDER, key=lambda name: sort_key(name).encode()) == ORDER


@pytest.mark.parametrize("spelling", ["Oʻktam", "O'KTAM", "o`ktam", "Ўктам", "О‘ктам"])
def test_spelling_variants_sort_alike(spelling: str) -> None:
    assert sort_key(spelling) == sort_key("Oʻktam")


def test_s_and_h_apart_are_two_letters() -> None:
    assert sort_key("Isʼhoq") == sort_key("Исҳоқ") < sort_key("Isoq") < sort_key("Ishoq")


def test_names_sort_by_last_then_first_then_middle_name() -> None:
    people = [("Ali", "Zafar", ""), ("Aliyev", "Anvar", "B"), ("Aliyev", "Anvar", "Z"), ("Aliyev", "Botir", "A")]
    assert sorted(reversed(people), key=lambda person: sort_key(*person)) == people


@pytest.mark.parametrize("nameless", [("", "", ""), (None, None, None), ("🙂", " - ", "'")])
def test_a_student_without_a_name_sorts_last(nameless: tuple[str | None, ...]) -> None:
    assert sort_key(*nameless) == NAMELESS
    assert sort_key("Choʻlpon") < sort_key("김민수") < NAMELESS


def test_a_student_with_only_a_first_name_sorts_among_the_others() -> None:
    assert sort_key("", "Botir", "") == sort_key("Botir")


@given(st.text(max_size=30), st.text(max_size=30))
def test_keys_are_total_and_can_be_stored(one: str, other: str) -> None:
    keys = (sort_key(one), sort_key(other))
    assert (keys[0] < keys[1]) == (keys[0].encode() < keys[1].encode())
    assert "\0" not in keys[0]
    assert keys[0] <= NAMELESS


@given(st.text("abchgoszАБЧҒОСЗшўқ'ʻ ", max_size=15))
def test_case_does_not_affect_the_order(name: str) -> None:
    assert sort_key(name.upper()) == sort_key(name.lower())


@pytest.mark.parametrize("sign", ["s", "o'", "сҳ", "-", "_", "😀"])
def test_a_hostile_name_costs_linear_time(sign: str) -> None:
    begun = process_time()
    assert len(sort_key(sign * 100_000)) <= 100
    assert process_time() - begun < 2
