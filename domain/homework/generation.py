"""Homework generated from the homework database (D-85)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from string import ascii_uppercase

from domain.homework.homework import GenerationMode, Homework, Source
from domain.shared.errors import DomainError

# what was generated can still be given for so long after it was published anew
GENERATED_LIVES = timedelta(hours=1)
MAIN = 0


@dataclass(frozen=True)
class SourceHomework:
    """A published homework of a topic.

    ``edition_id``: its text, which never changes; ``edition``: the number of it. ``place``: in the publication of its
    lesson, 0 for the main one. ``files``: how many it has.
    """

    publication_id: int
    lesson_id: int
    homework_id: int
    edition_id: int
    edition: int
    place: int
    description: str
    files: int


def letter_of(number: int | None) -> str | None:
    """Returns the letter of a variant: A of 1, Z of 26, AA of 27; none of 0 or None."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[rest] + letters
    return letters or None


def choose(found: Sequence[SourceHomework], mode: GenerationMode) -> list[SourceHomework]:
    """Returns what the mode gives of a topic's homework, by lesson and place.

    Same: the main homework of the first lesson that has one; Random: the variants of all lessons.

    Raises DomainError: homework.no_homework_of_topic, homework.no_variants.
    """
    if not found:
        raise DomainError("homework.no_homework_of_topic")
    if mode == GenerationMode.RANDOM:
        variants = [one for one in found if one.place != MAIN]
        if not variants:
            raise DomainError("homework.no_variants")
        return variants
    main = [one for one in found if one.place == MAIN]
    if not main:
        raise DomainError("homework.no_homework_of_topic")
    return main[:1]


def check_whole(found: Sequence[SourceHomework], publication_ids: Sequence[int]) -> None:
    """Checks that all publications are there still, each of another lesson.

    Raises DomainError("homework.generate_again").
    """
    lessons = {one.publication_id: one.lesson_id for one in found}
    if not publication_ids or {*lessons} != {*publication_ids} or len({*lessons.values()}) < len(publication_ids):
        raise DomainError("homework.generate_again")


def set_generated(homework: Homework, mode: GenerationMode, source: SourceHomework) -> None:
    """Makes a homework that is being given a copy of what was generated.

    ``source``: the main homework, or the first variant. An edited text is the teacher's.
    """
    homework.mode = mode
    if mode == GenerationMode.RANDOM:
        homework.description, homework.source = source.description, Source.SYSTEM
        return
    homework.edition_id = source.edition_id
    homework.source = Source.SYSTEM if homework.description == source.description else Source.TEACHER


def deal(variants: Sequence[int], students: Sequence[int], random: Random) -> dict[int, int]:
    """Draws a variant for each student: at random, and each about as often.

    Returns student → variant.
    """
    shuffled, drawn = list(students), list(variants)
    random.shuffle(shuffled)
    random.shuffle(drawn)
    return {student: drawn[turn % len(drawn)] for turn, student in enumerate(shuffled)}
