"""Places of a lesson's homework: one main, dense variants (D-103, D-104)."""

import random

import pytest

from domain.homework.generation import letter_of
from domain.homework_database.order import MAX_VARIANTS, moved_behind
from domain.homework_database.slots import Slots
from domain.shared.errors import DomainError, NotFound


def test_the_first_homework_is_the_main_one_unless_it_is_to_be_a_variant() -> None:
    """D-104."""
    assert Slots().with_(1).positions == {1: 0}
    assert Slots().with_(1, "variant").variants == [1]
    assert Slots(1).with_(2).variants == [2]
    assert Slots(1, [2]).with_(3, "main") == Slots(3, [1, 2], [])


def test_what_leaves_stands_behind_the_variants() -> None:
    """D-107."""
    slots = Slots(1, [2, 3]).letting_go(2)
    assert (slots.variants, slots.leaving) == ([3], [2])
    assert slots.with_(4).positions == {1: 0, 3: 1, 4: 2, 2: 3}
    assert Slots(1, [2]).letting_go(1).positions == {2: 1, 1: 2}


def test_exchanging_keeps_every_other_place() -> None:
    """D-105."""
    assert Slots(1, [2, 3]).exchanged(3, 9) == Slots(1, [2, 9])
    assert Slots(1, [2]).exchanged(1, 9) == Slots(9, [2])


@pytest.mark.parametrize("after", [5, 2])
def test_nothing_moves_behind_itself_or_what_is_not_there(after: int) -> None:
    """D-103."""
    with pytest.raises(NotFound):
        moved_behind([1, 2, 3], 2, after)


def test_a_lesson_takes_as_many_variants_as_there_are_letters() -> None:
    """A…Z; another one in any way is too many."""
    full = Slots(1, list(range(2, MAX_VARIANTS + 2)))
    assert letter_of(max(full.positions.values())) == "Z"
    for act in (
        lambda: full.with_(99),
        lambda: full.with_(99, "main"),
        lambda: full.taking(99, 2),
        lambda: full.of_kind(1, "variant"),
    ):
        with pytest.raises(DomainError) as refused:
            act()
        assert refused.value.code == "homework_database.too_many_variants"


@pytest.mark.parametrize("seed", range(20))
def test_any_sequence_of_changes_keeps_one_main_and_dense_positions(seed: int) -> None:
    """D-103, M6."""
    chosen = random.Random(seed)
    slots, ids = Slots(), list(range(1, 9))
    for _ in range(200):
        id = chosen.choice(ids)
        here = [*slots.positions]
        if id not in here:
            slots = slots.with_(id, chosen.choice([None, "main", "variant"]))
        else:
            act = chosen.choice(["kind", "go", "out", "move"])
            if act == "kind" and id not in slots.leaving:
                slots = slots.of_kind(id, chosen.choice(["main", "variant"]))
            elif act == "go":
                slots = slots.letting_go(id)
            elif act == "out":
                slots = slots.without(id)
            elif id in slots.variants:
                others = [one for one in slots.variants if one != id]
                slots = slots.moved(id, chosen.choice([None, *others]))
        positions = sorted(slots.positions.values())
        first = 0 if slots.main is not None else 1
        assert positions == list(range(first, first + len(positions)))
        assert len({slots.main, *slots.variants, *slots.leaving} - {None}) == len(positions)


def test_letters_go_on_after_z() -> None:
    """A topic with several lessons may have more variants than the alphabet."""
    assert [letter_of(number) for number in (None, 0, 1, 26, 27, 52, 53)] == [None, None, "A", "Z", "AA", "AZ", "BA"]
