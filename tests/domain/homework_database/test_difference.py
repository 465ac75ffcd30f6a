"""The difference of a draft, publishing and discarding (D-104)."""

from dataclasses import replace

import pytest

from domain.homework_database.difference import (
    HomeworkState,
    LessonState,
    Mark,
    What,
    differences_of,
    mark_of,
    mark_of_homework,
    obstacles_of,
)
from domain.homework_database.publishing import discard, publish
from domain.shared.errors import DomainError

LESSON, OTHER = 1, 2


def _published(id: int, place: int, **more: object) -> HomeworkState:
    state = HomeworkState(id, LESSON, place, False, False, LESSON, place, edition_id=id * 10)
    return replace(state, **more)  # type: ignore[arg-type]


def _draft(id: int, position: int, **more: object) -> HomeworkState:
    return replace(HomeworkState(id, LESSON, position, False, False), **more)  # type: ignore[arg-type]


def _lesson(*homework: HomeworkState, **more: object) -> LessonState:
    state = LessonState(LESSON, 1, "Lug'atlar", False, "Lug'atlar", True, homework)
    return replace(state, **more)  # type: ignore[arg-type]


WHOLE = (_published(1, 0), _published(2, 1), _published(3, 2))


def test_a_published_lesson_without_changes_has_no_difference() -> None:
    """D-104."""
    lesson = _lesson(*WHOLE)
    assert (differences_of(lesson), mark_of([]), publish([lesson]), discard([lesson])) == ([], None, [], [])


@pytest.mark.parametrize(
    ("lesson", "what", "mark"),
    [
        (_lesson(*WHOLE, name="Boshqa"), What.NAME, Mark.CHANGED),
        (_lesson(_published(1, 0, text_differs=True), *WHOLE[1:]), What.TEXT, Mark.CHANGED),
        (_lesson(_published(1, 0, files_differ=2), *WHOLE[1:]), What.FILES, Mark.CHANGED),
        (_lesson(*WHOLE, _draft(4, 3)), What.NEW, Mark.CHANGED),
        (_lesson(*WHOLE[:2], _published(3, 2, is_archived=True)), What.ARCHIVED, Mark.CHANGED),
        (_lesson(*WHOLE[:2], _published(3, 2, lesson_id=OTHER)), What.MOVED, Mark.CHANGED),
        (_lesson(*WHOLE, _draft(4, 3, published_in=OTHER, place=0, edition_id=40)), What.MOVED, Mark.CHANGED),
        (_lesson(WHOLE[0], _published(2, 1, position=2), _published(3, 2, position=1)), What.ORDER, Mark.ORDER),
        (_lesson(*WHOLE, is_archived=True), What.ARCHIVED, Mark.ARCHIVED),
        (_lesson(published_name=None, was_published=False), What.NEW, Mark.NEW),
    ],
)
def test_one_thing_that_differs_is_one_difference(lesson: LessonState, what: What, mark: Mark) -> None:
    """The alphabet of change: new, changed, archived, order."""
    found = differences_of(lesson)
    assert ([one.what for one in found], mark_of(found)) == ([what], mark)


def test_a_removed_variant_moves_no_other_one() -> None:
    """Those behind it have another letter, not another place."""
    lesson = _lesson(WHOLE[0], _published(2, 1, position=3, is_archived=True), _published(3, 2, position=1))
    assert [one.what for one in differences_of(lesson)] == [What.ARCHIVED]
    assert mark_of_homework(lesson.homework[2], lesson) is None


def test_an_exchange_of_main_and_variant_is_a_change_of_both() -> None:
    """D-104."""
    lesson = _lesson(_published(1, 0, position=1), _published(2, 1, position=0), WHOLE[2])
    assert [(one.what, one.homework and one.homework.id) for one in differences_of(lesson)] == [
        (What.KIND, 2), (What.KIND, 1),
    ]  # fmt: skip


def test_an_archived_homework_that_was_archived_before_is_no_difference() -> None:
    """D-107."""
    gone = HomeworkState(4, LESSON, None, True, False, edition_id=40)
    lesson = _lesson(*WHOLE, gone)
    assert (differences_of(lesson), mark_of_homework(gone, lesson)) == ([], None)


def test_obstacles_name_what_to_do() -> None:
    """D-104: an empty text, no main one, a homework that another lesson has published."""
    empty = _lesson(*WHOLE, _draft(4, 3, text_empty=True))
    assert [(one.code, one.homework_id) for one in obstacles_of(empty)] == [("text_empty", 4)]
    assert [one.code for one in obstacles_of(_lesson(_draft(1, 1)))] == ["no_main"]
    moved = _lesson(*WHOLE, _draft(4, 3, published_in=OTHER, place=1, edition_id=40))
    assert [(one.code, one.lesson_id) for one in obstacles_of(moved)] == [("moved", OTHER)]
    assert obstacles_of(moved, frozenset({LESSON, OTHER})) == []
    # an archived lesson needs nothing
    assert obstacles_of(replace(empty, is_archived=True)) == []


def test_publishing_renews_only_what_differs() -> None:
    """D-104: editions stay where the text and the files do."""
    lesson = _lesson(_published(1, 0, text_differs=True), WHOLE[1], _published(3, 2, is_archived=True), _draft(4, 2))
    (publication,) = publish([lesson])
    assert [(one.homework_id, one.place, one.edition_id, one.renewed) for one in publication.members or ()] == [
        (1, 0, 10, True), (2, 1, 20, False), (4, 2, None, True),
    ]  # fmt: skip
    assert publication.archived == [3]


def test_all_or_nothing() -> None:
    """D-104: one blocked lesson keeps the others from being published."""
    changed, blocked = _lesson(*WHOLE, name="Boshqa"), replace(_lesson(_draft(9, 1)), id=OTHER, homework=())
    blocked = replace(blocked, homework=(_draft(9, 1, lesson_id=OTHER, text_empty=True),))
    with pytest.raises(DomainError) as refused:
        publish([changed, blocked])
    assert refused.value.code == "homework_database.blocked"


def test_discarding_restores_places_and_deletes_what_is_new() -> None:
    """D-104."""
    lesson = _lesson(
        _published(1, 0, position=1), _published(2, 1, position=0), _published(3, 2, is_archived=True), _draft(4, 2)
    )
    (restoration,) = discard([lesson])
    assert [(one.homework_id, one.position, one.is_archived) for one in restoration.homework] == [
        (1, 0, False), (2, 1, False), (3, 2, False),
    ]  # fmt: skip
    assert (restoration.deleted, restoration.is_new, restoration.name) == ([4], False, "Lug'atlar")


def test_discarding_a_move_needs_both_lessons() -> None:
    """D-104."""
    here = _lesson(*WHOLE[:2], _published(3, 2, lesson_id=OTHER))
    there = LessonState(OTHER, 1, "Satrlar", False, None, False, [_published(3, 2, lesson_id=OTHER, position=0)])
    with pytest.raises(DomainError) as refused:
        discard([there])
    assert refused.value.code == "homework_database.discard_together"
    restored, deleted = discard([here, there])
    assert (3, LESSON) in [(one.homework_id, one.lesson_id) for one in restored.homework]
    assert (deleted.is_new, deleted.homework) == (True, [])
