"""The school's curriculum is followed, what was changed here stays (D-102)."""

import copy

from hypothesis import given
from hypothesis import strategies as st

from domain.courses.curriculum import CourseCurriculum, Month, Topic
from domain.courses.school_curriculum import SentMonth, follow_school, restore
from tests.domain.courses.test_curriculum import a_curriculum, order

SENT = [SentMonth(1, "m1", ["t11", "t12", "t13"]), SentMonth(2, "m2", ["t21", "t22", "t23"])]


def sent(*months: str) -> list[SentMonth]:
    """Months of topics, "a b" each."""
    return [SentMonth(number, f"m{number}", topics.split()) for number, topics in enumerate(months, 1)]


def ids(curriculum: CourseCurriculum) -> list[list[int | None]]:
    return [[topic.id for topic in month.topics] for month in curriculum.months]


def test_a_new_course_gets_what_is_sent() -> None:
    curriculum = CourseCurriculum(7)
    follow_school(curriculum, SENT)
    assert order(curriculum) == order(a_curriculum())
    assert curriculum.differences() == 0


def test_the_same_curriculum_changes_nothing() -> None:
    curriculum = a_curriculum()
    curriculum.topic(11).rename("ours")
    curriculum.add(1, "own", 11)
    curriculum.move(23, 2, None)
    before, names = ids(curriculum), order(curriculum)
    follow_school(curriculum, SENT)
    assert (ids(curriculum), order(curriculum)) == (before, names)


def test_an_inserted_topic_renames_no_other() -> None:
    """D-102: a past lesson shows its topic, not the one in its place by now."""
    curriculum = a_curriculum()
    follow_school(curriculum, sent("t11 new t12 t13", "t21 t22 t23"))
    assert ids(curriculum)[0] == [11, None, 12, 13]
    assert order(curriculum)[0] == ["t11", "new", "t12", "t13"]


def test_a_renamed_topic_is_recognised_by_its_neighbours() -> None:
    curriculum = a_curriculum()
    follow_school(curriculum, sent("first t11 renamed t13", "t21 t22 last"))
    assert ids(curriculum) == [[None, 11, 12, 13], [21, 22, 23]]
    assert order(curriculum) == [["first", "t11", "renamed", "t13"], ["t21", "t22", "last"]]


def test_a_name_that_was_given_here_is_sticky() -> None:
    """D-102: the school's new name is known, and ends a difference if equal."""
    curriculum = a_curriculum()
    topic, other = curriculum.topic(11), curriculum.topic(12)
    topic.rename("ours")
    curriculum.months[0].name = "our month"
    follow_school(curriculum, [SentMonth(1, "M", ["new", "t12", "t13"]), *SENT[1:]])
    assert (topic.name, topic.school_name, curriculum.months[0].name) == ("ours", "new", "our month")
    assert (curriculum.months[0].school_name, other.name) == ("M", "t12")
    follow_school(curriculum, [SentMonth(1, "our month", ["ours", "t12", "t13"]), *SENT[1:]])
    assert curriculum.differences() == 0


def test_a_month_in_our_order_gets_new_topics_at_its_end() -> None:
    """D-102: the other month follows the school's order."""
    curriculum = a_curriculum()
    curriculum.move(13, 1, None)
    follow_school(curriculum, sent("n1 t11 t12 t13", "n2 t23 t22 t21"))
    assert order(curriculum) == [["t13", "t11", "t12", "n1"], ["n2", "t23", "t22", "t21"]]


def test_a_topic_in_another_month_of_ours_stays_there() -> None:
    curriculum = a_curriculum()
    curriculum.move(12, 2, 21)
    follow_school(curriculum, sent("t11 t13 t12", "t21 t22 t23 new"))
    assert order(curriculum) == [["t11", "t13"], ["t21", "t12", "t22", "t23", "new"]]


def test_a_topic_that_the_school_moved_goes_along() -> None:
    curriculum = a_curriculum()
    curriculum.add(1, "own", 12)
    follow_school(curriculum, sent("t11 t13", "t21 t12 t22 t23"))
    assert ids(curriculum) == [[11, None, 13], [21, 12, 22, 23]]
    assert order(curriculum)[0] == ["t11", "own", "t13"]


def test_a_dropped_topic_is_ended_where_something_refers_to_it() -> None:
    """D-102: own topics are never removed by a run."""
    curriculum = a_curriculum()
    curriculum.topic(11).referred = True
    curriculum.add(1, "own", 12)
    follow_school(curriculum, sent("t13", "t21 t22 t23"))
    assert order(curriculum)[0] == ["t11", "own", "t13"]
    assert (curriculum.topic(11).ended, curriculum.topic(11).of_school) == (True, False)
    follow_school(curriculum, SENT)
    assert curriculum.topic(11).ended is False, "the school has it again"
    assert (ids(curriculum)[0][0], curriculum.differences()) == (11, 0)
    assert sorted(order(curriculum)[0]) == ["own", "t11", "t12", "t13"]


def test_a_dropped_month_stays_while_something_needs_it() -> None:
    curriculum = a_curriculum()
    curriculum.add(2, "own", None)
    follow_school(curriculum, sent("t11 t12 t13"))
    assert order(curriculum) == [["t11", "t12", "t13"], ["own"]]
    assert [month.school_number for month in curriculum.months] == [1, None]
    follow_school(curriculum, SENT)
    assert [(month.id, month.school_number) for month in curriculum.months] == [(1, 1), (2, 2)]
    curriculum = a_curriculum()
    follow_school(curriculum, sent("t11 t12 t13"))
    assert len(curriculum.months) == 1
    curriculum = a_curriculum()
    curriculum.months[1].referred = True
    follow_school(curriculum, sent("t11 t12 t13"))
    assert len(curriculum.months) == 2


def test_an_own_month_gives_its_number_to_the_school_s() -> None:
    curriculum = a_curriculum()
    curriculum.months.append(Month(3, "own", id=3))
    follow_school(curriculum, [*SENT, SentMonth(3, "m3", ["t31"])])
    assert [(month.number, month.name) for month in curriculum.months] == [(1, "m1"), (2, "m2"), (3, "m3"), (4, "own")]


def test_a_former_state_is_restored_but_for_what_is_in_use() -> None:
    """D-102: a revert of a run includes order."""
    curriculum = a_curriculum()
    curriculum.move(13, 1, None)
    curriculum.add(1, "own", None).id = 14
    former, names = copy.deepcopy(curriculum), order(curriculum)
    follow_school(curriculum, [SentMonth(1, "M", ["x", "t12"]), SentMonth(3, "m3", ["t31", "t32"])])
    for id, topic in enumerate(one for one in curriculum.topics() if one.id is None):
        topic.id = 100 + id
    used = curriculum.months[-1].topics[0]
    used.referred = True
    curriculum.months[-1].id = 3
    restore(curriculum, former)
    assert order(curriculum) == [*names, ["t31"]]
    assert (used.ended, used.of_school, curriculum.months[-1].school_number) == (True, False, None)


names = st.lists(st.sampled_from("abcdefgh"), max_size=6)


@given(
    history=st.lists(
        st.one_of(
            st.lists(names, min_size=1, max_size=3),
            st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(-1, 9)),
            st.integers(0, 9),
        ),
        max_size=12,
    )
)
def test_whatever_is_sent_and_moved_nothing_of_ours_is_lost(
    history: list[list[list[str]] | tuple[int, int, int] | int],
) -> None:
    """D-102, M6: each topic is in one month once, ours and the school's all there."""
    curriculum, own, latest = CourseCurriculum(7), 0, 0
    last: list[SentMonth] = []
    for act in history:
        topics = list(curriculum.topics())
        if isinstance(act, list):
            last = [SentMonth(number, f"m{number}", topics) for number, topics in enumerate(act, 1)]
            follow_school(curriculum, last)
        elif isinstance(act, tuple) and topics:
            topic, month = topics[act[0] % len(topics)], curriculum.months[act[1] % len(curriculum.months)]
            after = month.topics[act[2] % len(month.topics)] if month.topics and act[2] >= 0 else None
            if after is not topic:
                curriculum.move(topic.id or 0, month.id or 0, after.id if after else None)
        elif isinstance(act, int) and curriculum.months:
            curriculum.add(curriculum.months[act % len(curriculum.months)].id or 0, f"own{own}", None)
            own += 1
        things: list[Month | Topic] = [*curriculum.months, *curriculum.topics()]
        for thing in things:
            if thing.id is None:
                latest += 1
                thing.id = latest
        found = [topic.name for topic in curriculum.topics()]
        assert len({topic.id for topic in curriculum.topics()}) == len(found)
        assert sum(name.startswith("own") for name in found) == own
        places = {(one.school_month, one.school_place): one.name for one in curriculum.topics() if one.of_school}
        assert places == {(m.number, place): name for m in last for place, name in enumerate(m.topics, 1)}
        assert len({month.number for month in curriculum.months}) == len(curriculum.months)
    before = [month.topics[:] for month in curriculum.months]
    follow_school(curriculum, last)
    assert [month.topics for month in curriculum.months] == before
