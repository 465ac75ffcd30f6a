"""Decides what publishing and discarding of drafts write (D-104)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.homework_database.difference import LessonState, differences_of, obstacles_of
from domain.homework_database.order import MAIN
from domain.shared.errors import DomainError


@dataclass(frozen=True)
class Member:
    """A homework of a new publication.

    ``renewed``: it needs a new edition of its draft.
    """

    homework_id: int
    place: int
    edition_id: int | None
    renewed: bool


@dataclass(frozen=True)
class LessonPublication:
    """The next publication of a lesson.

    ``members``: None for a lesson that is archived. ``archived``: homework that leaves the draft with it.
    """

    lesson_id: int
    name: str
    members: Sequence[Member] | None
    archived: Sequence[int]


@dataclass(frozen=True)
class Restored:
    """A homework as its lesson's publication has it, to restore the draft."""

    homework_id: int
    lesson_id: int
    position: int | None
    is_archived: bool
    edition_id: int | None


@dataclass(frozen=True)
class LessonRestoration:
    """The draft of a lesson as it is published.

    ``is_new``: it was never published, and is deleted with its homework. ``deleted``: homework that was never
    published.
    """

    lesson_id: int
    name: str
    is_new: bool
    is_archived: bool
    homework: Sequence[Restored]
    deleted: Sequence[int]


def publish(lessons: Sequence[LessonState]) -> list[LessonPublication]:
    """Returns the publications of chosen lessons that differ.

    Raises DomainError("homework_database.blocked") if one of them can't be published: all or nothing.
    """
    chosen = frozenset(one.id for one in lessons)
    blocked = [one for one in lessons if obstacles_of(one, chosen)]
    if blocked:
        raise DomainError("homework_database.blocked", lessons=", ".join(f"«{one.name}»" for one in blocked))
    return [_publication(one) for one in lessons if differences_of(one)]


def _publication(lesson: LessonState) -> LessonPublication:
    archived = [one.id for one in lesson.homework if one.lesson_id == lesson.id and one.is_archived]
    if lesson.is_archived:
        return LessonPublication(lesson.id, lesson.name, None, archived)
    members = [
        Member(one.id, place, one.edition_id, one.edition_id is None or one.text_differs or one.files_differ > 0)
        for place, one in enumerate(lesson.live, start=MAIN)
    ]
    return LessonPublication(lesson.id, lesson.name, members, archived)


def discard(lessons: Sequence[LessonState]) -> list[LessonRestoration]:
    """Returns the restorations of chosen lessons that differ.

    Raises DomainError("homework_database.discard_together") for a homework that moved between a chosen lesson and
    another.
    """
    chosen = frozenset(one.id for one in lessons)
    for lesson in lessons:
        apart = [one for one in obstacles_of(lesson, chosen) if one.code == "moved"]
        if apart:
            raise DomainError("homework_database.discard_together", lesson=lesson.name)
    return [_restoration(one) for one in lessons if differences_of(one)]


def _restoration(lesson: LessonState) -> LessonRestoration:
    if not lesson.was_published:
        return LessonRestoration(lesson.id, lesson.name, True, False, [], [])
    is_archived = lesson.published_name is None
    name = lesson.name if lesson.published_name is None else lesson.published_name
    kept = [Restored(one.id, lesson.id, one.place, False, one.edition_id) for one in lesson.published]
    here = [one for one in lesson.homework if one.lesson_id == lesson.id and one.published_in is None]
    for one in here:
        if one.edition_id is not None:
            # an archived lesson holds its homework as it was; else what was taken from the archive goes back to it
            place = (one.position, one.is_archived) if is_archived else (None, True)
            kept.append(Restored(one.id, lesson.id, *place, one.edition_id))
    deleted = [one.id for one in here if one.edition_id is None]
    return LessonRestoration(lesson.id, name, False, is_archived, kept, deleted)
