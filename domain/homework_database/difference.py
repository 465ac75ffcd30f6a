"""The difference between the draft of a lesson and what is published (D-104)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from domain.homework.generation import letter_of
from domain.homework_database.order import MAIN
from domain.homework_database.slots import Kind


class Mark(StrEnum):
    """The alphabet of change."""

    NEW = "new"
    CHANGED = "changed"
    ARCHIVED = "archived"
    ORDER = "order"


class What(StrEnum):
    """The kinds of difference."""

    NEW = "new"
    NAME = "name"
    TEXT = "text"
    FILES = "files"
    KIND = "kind"
    ORDER = "order"
    ARCHIVED = "archived"
    MOVED = "moved"


@dataclass(frozen=True)
class HomeworkState:
    """A homework of a lesson, in the draft or in what is published.

    ``lesson_id``, ``position``, ``is_archived``: of the draft. ``published_in``: the lesson in whose current
    publication it is, ``place`` there: 0 for the main one. ``edition_id``: the newest edition, if any; ``text_differs``
    and ``files_differ`` (how many) compare the draft with it.
    """

    id: int
    lesson_id: int
    position: int | None
    is_archived: bool
    text_empty: bool
    published_in: int | None = None
    place: int | None = None
    edition_id: int | None = None
    text_differs: bool = False
    files_differ: int = 0

    def is_live_in(self, lesson_id: int) -> bool:
        """True if the draft of the lesson has it, to stay."""
        return self.lesson_id == lesson_id and not self.is_archived


@dataclass(frozen=True)
class LessonState:
    """A lesson with every homework of its draft and its current publication.

    ``published_name``: null while nothing of it is current. ``was_published``: it has been current at some time.
    """

    id: int
    chapter_id: int
    name: str
    is_archived: bool
    published_name: str | None
    was_published: bool
    homework: Sequence[HomeworkState]

    @property
    def live(self) -> list[HomeworkState]:
        """The homework that the next publication holds, the main one first."""
        found = [one for one in self.homework if one.is_live_in(self.id)]
        return sorted(found, key=lambda one: (one.position if one.position is not None else 0, one.id))

    @property
    def published(self) -> list[HomeworkState]:
        """The homework of the current publication, the main one first."""
        return sorted((one for one in self.homework if one.published_in == self.id), key=lambda one: one.place or 0)


@dataclass(frozen=True)
class Difference:
    """One thing that differs; ``homework``: None for the lesson itself."""

    what: What
    mark: Mark
    homework: HomeworkState | None = None

    @property
    def kind(self) -> Kind | None:
        """The kind of the homework in the draft or, if it goes, as it is published."""
        place = self._place
        return None if self.homework is None else "main" if place == MAIN else "variant"

    @property
    def letter(self) -> str | None:
        """The letter of a variant."""
        return letter_of(self._place)

    @property
    def _place(self) -> int | None:
        if self.homework is None:
            return None
        return self.homework.place if self.mark == Mark.ARCHIVED else self.homework.position


@dataclass(frozen=True)
class Obstacle:
    """A reason why a lesson can't be published: text_empty, no_main or moved.

    ``lesson_id``: the lesson to publish with it.
    """

    code: Literal["text_empty", "no_main", "moved"]
    homework_id: int | None = None
    lesson_id: int | None = None


def differences_of(lesson: LessonState) -> list[Difference]:
    """Returns what publishing the lesson would change; empty for nothing."""
    if lesson.is_archived:
        return [Difference(What.ARCHIVED, Mark.ARCHIVED)] if lesson.published_name is not None else []
    found = []
    if lesson.published_name is None:
        found.append(Difference(What.NEW, Mark.NEW))
    elif lesson.published_name != lesson.name:
        found.append(Difference(What.NAME, Mark.CHANGED))
    for one in lesson.live:
        found += _of_homework(one, lesson.id)
    for one in lesson.published:
        if one.lesson_id != lesson.id:
            found.append(Difference(What.MOVED, Mark.ARCHIVED, one))
        elif one.is_archived:
            found.append(Difference(What.ARCHIVED, Mark.ARCHIVED, one))
    if lesson.published_name is not None and moved_variants(lesson):
        found.append(Difference(What.ORDER, Mark.ORDER))
    return found


def _of_homework(one: HomeworkState, lesson_id: int) -> Iterable[Difference]:
    if one.published_in is None:
        yield Difference(What.NEW, Mark.NEW, one)
        return
    if one.published_in != lesson_id:
        yield Difference(What.MOVED, Mark.NEW, one)
    elif (one.position == MAIN) != (one.place == MAIN):
        yield Difference(What.KIND, Mark.CHANGED, one)
    if one.text_differs:
        yield Difference(What.TEXT, Mark.CHANGED, one)
    if one.files_differ:
        yield Difference(What.FILES, Mark.CHANGED, one)


def moved_variants(lesson: LessonState) -> frozenset[int]:
    """Returns the variants whose place among those that stay differs."""
    common = {
        one.id
        for one in lesson.live
        if one.published_in == lesson.id and one.place != MAIN and one.position not in (MAIN, None)
    }
    now = [one.id for one in lesson.live if one.id in common]
    before = [one.id for one in lesson.published if one.id in common]
    return frozenset(here for here, there in zip(now, before, strict=True) if here != there)


def mark_of(differences: Sequence[Difference]) -> Mark | None:
    """Returns the mark of a lesson with these differences: one sign for all."""
    of_lesson = [one for one in differences if one.homework is None]
    whole = next((one.mark for one in of_lesson if one.what in (What.NEW, What.ARCHIVED)), None)
    if whole is not None or not differences:
        return whole
    return Mark.ORDER if all(one.what == What.ORDER for one in differences) else Mark.CHANGED


def mark_of_homework(one: HomeworkState, lesson: LessonState) -> Mark | None:
    """Returns the mark of one homework in the draft of its lesson."""
    if one.is_archived:
        return Mark.ARCHIVED if one.published_in is not None else None
    marks = [difference.mark for difference in _of_homework(one, lesson.id)]
    if marks:
        return marks[0]
    return Mark.ORDER if one.id in moved_variants(lesson) else None


def is_emptied(lesson: LessonState) -> bool:
    """True if publishing the lesson leaves its topics without its homework."""
    return not lesson.is_archived and not lesson.live and bool(lesson.published)


def obstacles_of(lesson: LessonState, chosen: frozenset[int] = frozenset()) -> list[Obstacle]:
    """Returns why the lesson can't be published.

    ``chosen``: lessons published with it.

    A homework that moved between lessons is published in both at once, so that it never is in two or in none.
    """
    found = []
    for one in [] if lesson.is_archived else lesson.live:
        if one.text_empty:
            found.append(Obstacle("text_empty", one.id))
        if one.published_in not in (None, lesson.id, *chosen):
            found.append(Obstacle("moved", one.id, one.published_in))
    found += [
        Obstacle("moved", one.id, one.lesson_id)
        for one in lesson.published
        if one.lesson_id not in (lesson.id, *chosen)
    ]
    if not lesson.is_archived and lesson.live and lesson.live[0].position != MAIN:
        found.append(Obstacle("no_main"))
    return found
