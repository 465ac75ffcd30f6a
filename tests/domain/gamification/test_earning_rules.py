"""Levels, default amounts and connections (D-31, D-32, D-122, D-123)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.gamification.actions import (
    ACHIEVEMENTS,
    DEFAULT_AMOUNTS,
    Achievement,
    Action,
    ActionKind,
    Amount,
    Connection,
    EarningRules,
)
from domain.gamification.levels import NO_LEVEL, default_levels, ranked

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("xp", "number"), [(0, 1), (499, 1), (500, 2), (1199, 2), (1200, 3), (17999, 9), (18000, 10), (10**6, 10)]
)
def test_a_level_is_the_highest_whose_xp_is_reached(xp: int, number: int) -> None:
    """D-31, D-32."""
    assert default_levels().of(xp).number == number


def test_the_next_level_ends_with_the_highest() -> None:
    levels = default_levels()
    following = levels.after(8640)
    assert following is not None
    assert (following.number, following.required_xp) == (8, 10200)
    assert levels.after(18000) is None


def test_xp_below_the_first_level_converts_to_nothing() -> None:
    """A centre may ask for XP before the first level."""
    assert ranked([(100, 10)]).of(99) is NO_LEVEL
    assert default_levels().of(-1) == default_levels().of(0), "what the school took (D-92)"
    assert default_levels().after(-1) == default_levels().after(0)
    assert NO_LEVEL.silver_of(1000) == 0


@given(xp=st.integers(0, 10**6), proportion=st.integers(0, 1000))
def test_silver_is_rounded_down(xp: int, proportion: int) -> None:
    """R2-229, D-31: silver = XP × xpProportion / 100, rounded down."""
    silver = ranked([(0, proportion)]).of(xp).silver_of(xp)
    assert silver * 100 <= xp * proportion < (silver + 1) * 100


def test_a_set_silver_replaces_the_conversion() -> None:
    """D-31: never both."""
    level = default_levels().of(0)
    assert Amount(300).silver_at(level) == 30
    assert Amount(300, 7).silver_at(level) == 7
    assert Amount(300, 0).silver_at(level) == 0


def test_the_defaults_are_those_of_the_specification() -> None:
    """R2-474, D-32: on time 300, late 200, exam 400, lesson 20; the others in percent."""
    xp = {name: amount.xp for amounts in DEFAULT_AMOUNTS.values() for name, amount in amounts.items()}
    assert xp == {
        "on_time_extra": 300, "on_time_high": 255, "on_time_top": 210, "on_time_satisfactory": 150, "on_time_awful": 30,
        "late_extra": 200, "late_high": 170, "late_top": 140, "late_satisfactory": 100, "late_awful": 20,
        "exam_top": 400, "exam_good": 280, "exam_satisfactory": 200, "exam_awful": 40,
        "attended": 20, "came_late": 10,
    }  # fmt: skip
    assert len(ACHIEVEMENTS[ActionKind.PASS_EXAM]) == 4
    assert set().union(*ACHIEVEMENTS.values()) == set(Achievement)


def test_a_level_without_amounts_has_those_of_the_next_lower_one() -> None:
    """D-122."""
    levels = default_levels()
    action = Action(1, ActionKind.PARTICIPATE_LESSON, {2: {Achievement.ATTENDED: Amount(5)}})
    assert action.amount(Achievement.ATTENDED, levels.of(0)) is None
    assert action.amount(Achievement.ATTENDED, levels.of(500)) == Amount(5)
    assert action.amount(Achievement.ATTENDED, levels.of(18000)) == Amount(5)
    assert action.amount(Achievement.CAME_LATE, levels.of(18000)) is None


def _rules(*actions: Action, **connections: list[Connection]) -> EarningRules:
    return EarningRules(default_levels(), actions, {(7, int(id[1:])): periods for id, periods in connections.items()})


def test_a_group_that_nobody_connected_has_the_built_in_actions() -> None:
    """D-123."""
    built_in, by_hand = Action(1, ActionKind.DO_HOMEWORK), Action(2, ActionKind.PASS_EXAM, by_default=False)
    rules = _rules(built_in, by_hand)
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON) is built_in
    assert rules.action_of(ActionKind.PASS_EXAM, 7, NOON) is None


def test_disconnecting_stops_earning_from_then_on() -> None:
    """D-123: the date is kept, so that a recomputation knows what was in force when."""
    action = Action(1, ActionKind.DO_HOMEWORK)
    rules = _rules(action, a1=[Connection(None, NOON), Connection(NOON + DAY, None)])
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON - DAY) is action
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON) is None
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON + DAY) is action


def test_the_newest_action_of_a_kind_is_the_one_that_earns() -> None:
    """One award for each kind and source (D-82), however many actions there are."""
    older, newer = Action(1, ActionKind.DO_HOMEWORK), Action(5, ActionKind.DO_HOMEWORK, ends_at=NOON)
    rules = _rules(older, newer)
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON - DAY) is newer
    assert rules.action_of(ActionKind.DO_HOMEWORK, 7, NOON) is older


def test_nothing_is_earned_for_deeds_before_the_start() -> None:
    """D-93: only a recomputation gives it."""
    rules = _rules(Action(1, ActionKind.PARTICIPATE_LESSON, starts_at=NOON))
    assert rules.action_of(ActionKind.PARTICIPATE_LESSON, 7, NOON - DAY) is None
    assert rules.action_of(ActionKind.PARTICIPATE_LESSON, 7, NOON - DAY, retroactively=True) is not None
    assert rules.action_of(ActionKind.PARTICIPATE_LESSON, 7, NOON) is not None


def test_an_action_switched_off_earns_nothing() -> None:
    """D-122: built-in actions can be switched off."""
    assert _rules(Action(1, ActionKind.DO_HOMEWORK, enabled=False)).action_of(ActionKind.DO_HOMEWORK, 7, NOON) is None
