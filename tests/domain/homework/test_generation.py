"""Generated homework: what a mode gives, and how variants are dealt (D-85)."""

import random
from collections import Counter

import pytest

from domain.homework.generation import SourceHomework, check_whole, choose, deal
from domain.homework.homework import GenerationMode
from domain.shared.errors import DomainError


def _of(publication: int, place: int) -> SourceHomework:
    id = publication * 10 + place
    return SourceHomework(publication, publication, id, id, 1, place, f"matn {id}", 0)


TWO_LESSONS = [_of(1, 1), _of(1, 2), _of(2, 0), _of(2, 1)]


def test_same_gives_the_main_homework_of_the_first_lesson_that_has_one() -> None:
    """R2-192, D-85."""
    assert [one.homework_id for one in choose(TWO_LESSONS, GenerationMode.SAME)] == [20]


def test_random_gives_the_variants_of_all_lessons() -> None:
    """R2-192, D-85: never a main one."""
    assert [one.homework_id for one in choose(TWO_LESSONS, GenerationMode.RANDOM)] == [11, 12, 21]


@pytest.mark.parametrize(
    ("found", "mode", "code"),
    [
        ([], GenerationMode.SAME, "homework.no_homework_of_topic"),
        ([_of(1, 1)], GenerationMode.SAME, "homework.no_homework_of_topic"),
        ([_of(1, 0)], GenerationMode.RANDOM, "homework.no_variants"),
    ],
)
def test_what_a_topic_lacks_is_told(found: list[SourceHomework], mode: GenerationMode, code: str) -> None:
    """D-85."""
    with pytest.raises(DomainError) as refused:
        choose(found, mode)
    assert refused.value.code == code


@pytest.mark.parametrize("ids", [[], [1], [1, 2, 3], [1, 1]])
def test_publications_that_are_not_all_there_are_generated_again(ids: list[int]) -> None:
    """D-85: whole or not at all."""
    check_whole(TWO_LESSONS, [2, 1])
    with pytest.raises(DomainError):
        check_whole(TWO_LESSONS, ids)


def test_two_publications_of_a_lesson_are_never_mixed() -> None:
    """D-85: the old or the new whole."""
    newer = SourceHomework(3, 1, 10, 13, 2, 0, "yangi", 0)
    with pytest.raises(DomainError):
        check_whole([_of(1, 0), newer], [1, 3])


@pytest.mark.parametrize(("variants", "students"), [(1, 5), (3, 7), (4, 4), (5, 3), (3, 0)])
def test_each_student_draws_one_variant_and_each_is_drawn_about_as_often(variants: int, students: int) -> None:
    """D-85."""
    ids, people = list(range(100, 100 + variants)), list(range(students))
    for seed in range(20):
        drawn = deal(ids, people, random.Random(seed))
        assert [*sorted(drawn)] == people
        counts = Counter(drawn.values())
        assert max(counts.values(), default=0) - min((counts[id] for id in ids), default=0) <= 1


def test_every_variant_can_come_to_every_student() -> None:
    """D-85: at random."""
    seen = {deal([1, 2, 3], [7, 8], random.Random(seed))[7] for seed in range(50)}
    assert seen == {1, 2, 3}
