"""Recomputation of a period (D-93, G4)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from domain.gamification.actions import (
    DEFAULT_AMOUNTS,
    Achievement,
    Action,
    ActionKind,
    Amount,
    EarningRules,
    homework_achievement,
)
from domain.gamification.ledger import Account, Balance, Deed, Entry, earn
from domain.gamification.levels import default_levels, ranked
from domain.gamification.recomputation import Recomputation, RecomputationState, by_student, digest_of, recompute
from tests.support.errors import raises_error

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)
HOMEWORK = Action(1, ActionKind.DO_HOMEWORK, {1: DEFAULT_AMOUNTS[ActionKind.DO_HOMEWORK]})
RULES = EarningRules(default_levels(), (HOMEWORK,))


def deed(number: int, score: int) -> Deed:
    """Homework of student 9, handed in on the n-th day."""
    achievement = homework_achievement(score, late=False)
    return Deed(9, ActionKind.DO_HOMEWORK, str(number), achievement, 7, NOON + timedelta(days=number))


def awarded(deeds: list[Deed], rules: EarningRules = RULES) -> list[Entry]:
    """The awards that these deeds made when they happened."""
    account, awards = Account(9), []
    for number, one in enumerate(deeds, start=1):
        earn(account, one, rules, now=one.at)
        awards += [replace(entry, id=number) for entry in account.added]
        account = Account(9, account.balance)
    return awards


@given(scores=st.lists(st.integers(0, 100), max_size=20))
def test_the_same_rules_give_no_difference(scores: list[int]) -> None:
    """G4: recomputing what was made by the present rules changes nothing."""
    deeds = [deed(number, score) for number, score in enumerate(scores)]
    assert recompute(awarded(deeds), deeds, RULES, now=NOON) == []


def test_changed_amounts_give_the_difference_of_each_award() -> None:
    generous = EarningRules(RULES.levels, (Action(1, ActionKind.DO_HOMEWORK, {
        1: {Achievement.ON_TIME_EXTRA: Amount(500)}}),))  # fmt: skip
    deeds = [deed(1, 97), deed(2, 64)]
    differences = recompute(awarded(deeds), deeds, generous, now=NOON)
    assert [(one.cause.source, one.xp, one.silver) for one in differences] == [("1", 200, 20), ("2", -150, -15)]
    (student,) = by_student(differences)
    assert (student.xp, student.silver, student.causes) == (50, 5, {"homework": 2})


def test_levels_grow_while_deeds_are_replayed() -> None:
    """D-31: a proportion that rises with the level converts the later award."""
    rising = EarningRules(ranked([(0, 10), (300, 50)]), (HOMEWORK,))
    deeds = [deed(1, 97), deed(2, 97)]
    assert [one.silver for one in recompute([], deeds, rising, now=NOON)] == [30, 150]


def test_awards_outside_of_the_period_stay_and_count_for_the_level() -> None:
    rising = EarningRules(ranked([(0, 10), (300, 50)]), (HOMEWORK,))
    earlier = awarded([deed(1, 97)])
    (one,) = recompute(earlier, [deed(2, 97)], rising, now=NOON)
    assert (one.cause.source, one.silver) == ("2", 150)


def test_what_was_before_the_first_start_is_given_deliberately() -> None:
    """D-93."""
    late = EarningRules(RULES.levels, (replace(HOMEWORK, starts_at=NOON + timedelta(days=300)),))
    assert awarded([deed(1, 97)], late) == []
    (one,) = recompute([], [deed(1, 97)], late, now=NOON)
    assert one.xp == 300


def test_a_deed_that_earns_nothing_any_more_loses_its_award() -> None:
    (one,) = recompute(awarded([deed(1, 97)]), [deed(1, 0)], RULES, now=NOON)
    assert (one.will, one.xp) == (None, -300)


def test_a_plan_is_refused_when_rules_or_marks_changed_since() -> None:
    """D-93: the same plan is committed, or none."""
    deeds = [deed(1, 97)]
    planned = digest_of(RULES, deeds, recompute([], deeds, RULES, now=NOON))
    other_rules = EarningRules(RULES.levels, (replace(HOMEWORK, enabled=False),))
    other_deeds = [deed(1, 94)]
    for rules, some in ((other_rules, deeds), (RULES, other_deeds)):
        one = Recomputation(date(2026, 3, 1), date(2026, 3, 31), [7], None, NOON)
        one.plan(planned, {})
        one.start_commit()
        assert not one.end(digest_of(rules, some, recompute([], some, rules, now=NOON)))
        assert one.state == RecomputationState.REFUSED
    again = Recomputation(date(2026, 3, 1), date(2026, 3, 31), [7], None, NOON)
    again.plan(planned, {})
    again.start_commit()
    assert again.end(digest_of(RULES, deeds, recompute([], deeds, RULES, now=NOON + timedelta(days=9))))
    with raises_error("shared.illegal_move"):
        again.start_commit()


def test_a_balance_of_nothing_can_be_recomputed() -> None:
    assert recompute([], [], RULES, now=NOON) == []
    assert Balance().owes == 0
