"""Months and topics of a course: order, names, ends (D-102, D-103)."""

from collections.abc import Callable

import pytest

from domain.courses.course import CourseStatus, moved, status_of
from domain.courses.curriculum import MAX_TOPICS, CourseCurriculum, Month, MonthEdit, Topic
from domain.shared.errors import DomainError, NotFound, ValidationError


def a_curriculum(*, school: bool = True) -> CourseCurriculum:
    """Two months of three topics each, 11…13 and 21…23, as the school has them."""
    months = []
    for number in (1, 2):
        topics = [
            Topic(
                name=f"t{number}{place}",
                school_name=f"t{number}{place}" if school else None,
                school_month=number if school else None,
                school_place=place if school else None,
                id=number * 10 + place,
            )
            for place in (1, 2, 3)
        ]
        names = {"school_number": number, "school_name": f"m{number}"} if school else {}
        months.append(Month(number, f"m{number}", topics=topics, id=number, **names))  # type: ignore[arg-type]
    return CourseCurriculum(7, months)


def order(curriculum: CourseCurriculum) -> list[list[str]]:
    return [[topic.name for topic in month.topics] for month in curriculum.months]


@pytest.mark.parametrize(
    ("topic", "month", "after", "expected"),
    [
        (13, 1, None, [["t13", "t11", "t12"], ["t21", "t22", "t23"]]),
        (11, 1, 13, [["t12", "t13", "t11"], ["t21", "t22", "t23"]]),
        (11, 1, None, [["t11", "t12", "t13"], ["t21", "t22", "t23"]]),
        (12, 2, None, [["t11", "t13"], ["t12", "t21", "t22", "t23"]]),
        (12, 2, 23, [["t11", "t13"], ["t21", "t22", "t23", "t12"]]),
    ],
)
def test_a_topic_is_moved_behind_another(topic: int, month: int, after: int | None, expected: list[list[str]]) -> None:
    """R2-208, D-103: inside a month and between months."""
    curriculum = a_curriculum()
    curriculum.move(topic, month, after)
    assert order(curriculum) == expected


def test_a_topic_is_not_moved_behind_itself_or_a_topic_of_another_month() -> None:
    """D-103: nothing is changed then."""
    curriculum = a_curriculum()
    for topic, month, after in ((11, 1, 11), (11, 1, 21), (11, 2, 12), (11, 1, 99)):
        with pytest.raises(ValidationError, match="afterId"):
            curriculum.move(topic, month, after)
    for topic, month in ((99, 1), (11, 9)):
        with pytest.raises(NotFound):
            curriculum.move(topic, month, None)
    assert order(curriculum) == order(a_curriculum())


def test_a_full_month_takes_no_more_topics() -> None:
    """A position is a small integer; a move within the month is none more."""
    curriculum = a_curriculum()
    first = curriculum.months[0]
    first.topics += [Topic(f"x{n}", id=1000 + n) for n in range(MAX_TOPICS - 3)]
    with pytest.raises(DomainError) as refused:
        curriculum.add(1, "more", None)
    assert (refused.value.code, refused.value.params) == ("courses.too_many_topics", {"limit": MAX_TOPICS})
    with pytest.raises(DomainError, match=r"courses\.too_many_topics"):
        curriculum.move(21, 1, None)
    curriculum.move(11, 1, 13)
    assert len(first.topics) == MAX_TOPICS


def test_an_own_topic_without_references_is_deleted_any_other_is_ended() -> None:
    """D-102: those of the school, and those with lessons or homework."""
    curriculum = a_curriculum()
    own, used = curriculum.add(1, "own", None), curriculum.add(1, "used", None)
    used.referred = True
    of_school = curriculum.topic(12)
    assert [curriculum.remove(topic) for topic in (own, used, of_school)] == [True, False, False]
    assert order(curriculum)[0] == ["used", "t11", "t12", "t13"]
    assert (used.ended, used.version, of_school.ended, of_school.version) == (True, 2, True, 2)
    curriculum.remove(used)
    assert used.version == 2, "it has ended already"


def test_the_school_s_name_ends_a_difference() -> None:
    """D-102: differs, and its reset."""
    curriculum = a_curriculum()
    topic = curriculum.topic(11)
    topic.rename("ours")
    topic.end()
    assert (topic.differs, curriculum.differences(), topic.version) == (True, 1, 3)
    curriculum.reset(topic)
    assert (topic.name, topic.ended, topic.differs, topic.version) == ("t11", False, False, 5)
    topic.rename("t11")
    assert topic.version == 5
    with pytest.raises(DomainError, match=r"courses\.not_of_school"):
        curriculum.reset(curriculum.add(1, "own", None))


def test_a_month_differs_by_the_order_of_the_school_s_topics_alone() -> None:
    """D-102: own topics between them are no other order."""
    curriculum = a_curriculum()
    first, second = curriculum.months
    curriculum.add(1, "own", 11)
    assert not curriculum.is_reordered(first)
    curriculum.move(12, 2, 21)
    assert curriculum.is_reordered(first)
    assert curriculum.is_reordered(second)
    assert curriculum.differences() == 2


def test_the_order_of_a_month_is_reset() -> None:
    """D-102: own topics stay in place, topics of other months return to theirs."""
    curriculum = a_curriculum()
    first, second = curriculum.months
    curriculum.add(1, "own", 12)
    curriculum.move(13, 1, None)
    curriculum.move(11, 2, 21)
    curriculum.move(22, 1, None)
    assert order(curriculum) == [["t22", "t13", "t12", "own"], ["t21", "t11", "t23"]]
    curriculum.reset_order(first)
    assert order(curriculum) == [["t11", "t12", "own", "t13"], ["t21", "t22", "t23"]]
    assert not curriculum.is_reordered(second)
    own = Month(3, "own", id=3)
    curriculum.months.append(own)
    with pytest.raises(DomainError, match=r"courses\.not_of_school"):
        curriculum.reset_order(own)


def test_planned_lessons_follow_the_topics_until_they_are_set() -> None:
    """R2-206, R2-312: at least 1; ended topics take none."""
    month = Month(1, "", topics=[Topic("a"), Topic("b", ended=True)])
    assert (month.planned_lessons, Month(2, "").planned_lessons) == (1, 1)
    month.topics.append(Topic("c"))
    assert month.planned_lessons == 2
    month.lessons = 12
    assert month.planned_lessons == 12


def edits(curriculum: CourseCurriculum) -> list[MonthEdit]:
    return [MonthEdit(month.id, month.number, month.name, month.planned_lessons) for month in curriculum.months]


def test_saving_the_present_months_changes_nothing() -> None:
    """R2-386: planned lessons still follow the topics."""
    curriculum = a_curriculum()
    assert curriculum.save_months(edits(curriculum)) == {}
    assert [month.lessons for month in curriculum.months] == [None, None]


def test_months_are_renamed_planned_and_added() -> None:
    """R2-386: a new one gets the next free number, or the one that is given."""
    curriculum = a_curriculum()
    _, second = edits(curriculum)
    more = [MonthEdit(None, None, "new", 8), MonthEdit(None, 9, "late", 1)]
    assert curriculum.save_months([MonthEdit(1, None, "ours", 12), second, *more]) == {}
    assert [(month.number, month.name, month.planned_lessons) for month in curriculum.months] == [
        (1, "ours", 12),
        (2, "m2", 3),
        (3, "new", 8),
        (9, "late", 1),
    ]
    assert curriculum.differences() == 1, "a month of the centre's own is no difference"


def test_own_months_are_ordered_as_they_are_sent() -> None:
    curriculum = a_curriculum(school=False)
    first, second = curriculum.months
    assert curriculum.save_months([MonthEdit(2, None, "m2", 3), MonthEdit(1, None, "m1", 3)]) == {}
    assert curriculum.months == [second, first]


def test_a_month_keeps_the_school_s_number_and_takes_no_number_twice() -> None:
    curriculum = a_curriculum()
    first, second = edits(curriculum)
    refused = curriculum.save_months(
        [
            MonthEdit(1, 5, "m1", 3),
            second,
            MonthEdit(None, 2, "x", 1),
            MonthEdit(77, None, "y", 1),
            MonthEdit(2, None, "z", 1),
        ]
    )
    assert {name: faults[0].code for name, faults in refused.items()} == {
        "months.0.number": "limit.fixed",
        "months.2.number": "limit.taken",
        "months.3.id": "limit.unknown_choice",
        "months.4.id": "limit.unknown_choice",
    }
    assert edits(curriculum) == [first, second]


def test_no_month_is_numbered_beyond_the_last_number() -> None:
    curriculum = a_curriculum(school=False)
    first, second = edits(curriculum)
    refused = curriculum.save_months([first, second, MonthEdit(None, 32_767, "x", 1), MonthEdit(None, None, "y", 1)])
    assert [(name, fault.code) for name, (fault,) in refused.items()] == [("months.3.number", "limit.le")]
    assert edits(curriculum) == [first, second]


def _with_topic(curriculum: CourseCurriculum, month: Month) -> None:
    curriculum.add(3, "own", None)


def _with_exam(curriculum: CourseCurriculum, month: Month) -> None:
    month.referred = True


@pytest.mark.parametrize("use", [_with_topic, _with_exam])
def test_a_month_in_use_is_not_left_out(use: Callable[[CourseCurriculum, Month], None]) -> None:
    """D-102: topics, exams and lessons need it; one of the school stays in any case."""
    curriculum = a_curriculum()
    own = Month(3, "own", id=3)
    curriculum.months.append(own)
    kept = edits(curriculum)[:2]
    use(curriculum, own)
    with pytest.raises(DomainError, match=r"courses\.month_in_use"):
        curriculum.save_months(kept)
    own.topics, own.referred = [], False
    assert curriculum.save_months(kept) == {}
    with pytest.raises(DomainError, match=r"courses\.month_of_school"):
        curriculum.save_months(kept[:1])


@pytest.mark.parametrize(
    ("active", "begun", "status"),
    [
        (True, True, CourseStatus.ACTIVE),
        (True, False, CourseStatus.ACTIVE),
        (False, True, CourseStatus.ENDED),
        (False, False, CourseStatus.NOT_STARTED),
    ],
)
def test_the_status_of_a_course_follows_from_its_groups(active: bool, begun: bool, status: CourseStatus) -> None:
    """R2-213, D-151."""
    assert status_of(active=active, begun=begun) == status


def test_an_order_is_moved_by_its_ids() -> None:
    """D-103: courses."""
    assert moved([1, 2, 3], 3, None) == [3, 1, 2]
    assert moved([1, 2, 3], 1, 2) == [2, 1, 3]
    for id, after in ((9, None), (1, 9), (1, 1)):
        with pytest.raises(ValueError, match="in list"):
            moved([1, 2, 3], id, after)
