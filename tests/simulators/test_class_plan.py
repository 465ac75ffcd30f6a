"""The work of a demo's classes as it is planned (issue 17)."""

from datetime import UTC, datetime, timedelta
from random import Random

from domain.homework.score import passes
from entrypoints.simulators.day.class_plan import Content, GivenWork, acts_of
from entrypoints.simulators.day.contents import notebook_page

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)


def _work(student: int, days_ago: float) -> GivenWork:
    given_at = NOW - timedelta(days=days_ago)
    return GivenWork(1, student, given_at, given_at + timedelta(hours=24), Content.TEXT)


def test_a_class_hands_in_on_time_late_poorly_again_and_not_at_all() -> None:
    """D-79, D-80: of many students each kind occurs, and most do well."""
    works = {student: _work(student, 12) for student in range(400)}
    plans = {student: list(acts_of(work, NOW)) for student, work in works.items()}
    handed_in = [acts for acts in plans.values() if acts]
    assert 0 < len(plans) - len(handed_in) < 100
    late = [acts for acts in handed_in if acts[0].at > acts[0].work.due_at]
    assert 0 < len(late) < len(handed_in) / 2
    again = [acts for acts in handed_in if any(act.again for act in acts)]
    assert 0 < len(again) < len(handed_in) / 2
    assert all(act.score is not None and not passes(act.score) for acts in again for act in acts[1:2])
    assert sum(passes(acts[1].score or 0) for acts in handed_in) > len(handed_in) / 2


def test_acts_are_in_their_order_and_none_lies_ahead() -> None:
    """A plan is played into the past alone."""
    for student in range(100):
        times = [act.at for act in acts_of(_work(student, student / 50), NOW)]
        assert times == sorted(times)
        assert all(at <= NOW for at in times)


def test_the_newest_work_waits_for_a_check() -> None:
    """The queue of checking is not empty at the first start."""
    acts = [act for student in range(50) for act in acts_of(_work(student, 0.8), NOW)]
    assert acts
    assert all(act.score is None for act in acts)


def test_the_same_work_is_planned_alike() -> None:
    """A demo started anew shows the same."""
    assert list(acts_of(_work(7, 10), NOW)) == list(acts_of(_work(7, 10), NOW))


def test_a_notebook_page_is_a_picture() -> None:
    """D-81: the first bytes decide the type of a hand-in's file."""
    assert notebook_page(Random(1)).startswith(b"\x89PNG\r\n")
