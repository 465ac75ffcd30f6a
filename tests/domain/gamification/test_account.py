"""One account of the ledger: awards, corrections, purchases, debts (D-30, G1, G3)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
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
from domain.gamification.ledger import (
    Account,
    Balance,
    Cause,
    CauseKind,
    Deed,
    Earned,
    Entry,
    EntryKind,
    earn,
    settle_given,
)
from domain.gamification.levels import default_levels, ranked
from tests.support.errors import raises_error

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)
HOMEWORK = Action(1, ActionKind.DO_HOMEWORK, {1: DEFAULT_AMOUNTS[ActionKind.DO_HOMEWORK]})
RULES = EarningRules(default_levels(), (HOMEWORK,), categories={7: 3})
ORDER = Cause(CauseKind.ORDER, "1")


def stored(account: Account) -> Account:
    """The account as it is read after its entries were posted."""
    posted = len(account.added)
    in_force = {
        cause: _with_id(entry, number)
        for number, (cause, entry) in enumerate(account.in_force.items(), start=posted + 1)
    }
    return Account(account.student_id, account.balance, in_force)


def _with_id(entry: Entry, number: int) -> Entry:
    return replace(entry, id=entry.id or number)


def check(account: Account, score: int, *, late: bool = False, rules: EarningRules = RULES) -> Earned:
    """Checks homework 51 of student 9 in group 7."""
    achievement = homework_achievement(score, late=late)
    return earn(account, Deed(9, ActionKind.DO_HOMEWORK, "51", achievement, 7, NOON), rules, now=NOON, by=2)


def test_a_check_earns_by_band_and_names_the_levels() -> None:
    """D-82: the answer names band, XP, silver and level."""
    account = Account(9, Balance(450, 45))
    earned = check(account, 97)
    assert (earned.achievement, earned.xp, earned.silver) == (Achievement.ON_TIME_EXTRA, 300, 30)
    assert (earned.level_before, earned.level, earned.changed) == (1, 2, True)
    (entry,) = account.added
    assert (entry.level, entry.xp_proportion, entry.category_id, entry.group_id) == (1, 10, 3, 7)
    assert account.balance == Balance(750, 75)


def test_checking_a_hundred_times_earns_once() -> None:
    """G1: the same result changes nothing."""
    account = Account(9)
    check(account, 97)
    for _ in range(99):
        account = stored(account)
        earned = check(account, 95)
        assert (earned.xp, earned.changed, account.added) == (300, False, [])
    assert account.balance == Balance(300, 30)


def test_a_correction_reverses_exactly_what_was_made_and_adds_the_new_award() -> None:
    """D-30: 64 points checked again with 91."""
    account = Account(9)
    check(account, 64)
    account = stored(account)
    made = account.in_force[Cause(CauseKind.HOMEWORK, "51")]
    generous = EarningRules(
        ranked([(0, 50)]), (Action(1, ActionKind.DO_HOMEWORK, {1: {Achievement.ON_TIME_HIGH: Amount(400)}}),)
    )
    earned = check(account, 91, rules=generous)
    reversal, award = account.added
    assert (reversal.kind, reversal.xp, reversal.silver, reversal.reverses_id) == (
        EntryKind.REVERSAL, -150, -15, made.id,
    )  # fmt: skip
    assert (reversal.level, reversal.xp_proportion) == (made.level, made.xp_proportion)
    assert (award.xp, award.silver, award.replaces_id, award.xp_proportion) == (400, 200, made.id, 50)
    assert (earned.xp, account.balance) == (400, Balance(400, 200))


def test_a_rejected_work_earns_the_awful_band_until_it_is_accepted() -> None:
    """D-82: acceptance later replaces that award."""
    account = Account(9)
    assert check(account, 40).xp == 30
    account = stored(account)
    assert check(account, 86).xp == 255
    assert account.balance == Balance(255, 25)


def test_zero_points_take_an_earlier_award_back() -> None:
    account = Account(9)
    check(account, 97)
    account = stored(account)
    earned = check(account, 0)
    assert (earned.xp, earned.changed, account.balance) == (0, True, Balance())


def test_an_amount_of_nothing_makes_no_entry() -> None:
    """D-82: participating in an exam has no default amount."""
    account = Account(9)
    deed = Deed(9, ActionKind.PARTICIPATE_EXAM, "4", Achievement.PARTICIPATED, 7, NOON)
    rules = EarningRules(default_levels(), (Action(2, ActionKind.PARTICIPATE_EXAM),))
    assert earn(account, deed, rules, now=NOON).changed is False
    assert account.added == []


def test_a_correction_is_made_by_the_action_that_made_the_award() -> None:
    """D-123: disconnecting stops earning from then on, and takes nothing away."""
    account = Account(9)
    check(account, 64)
    account = stored(account)
    apart = EarningRules(RULES.levels, RULES.actions, {(7, 1): ()})
    assert check(account, 91, rules=apart).xp == 255
    assert check(Account(9), 91, rules=apart).xp == 0


def test_a_purchase_never_takes_silver_below_zero() -> None:
    """D-30, at the edge."""
    account = Account(9, Balance(100, 10))
    with raises_error("gamification.not_enough_silver"):
        account.purchase(ORDER, 11, now=NOON, details={})
    account.purchase(ORDER, 10, now=NOON, details={})
    assert account.balance == Balance(100, 0)


def test_what_is_owed_is_paid_by_the_next_award() -> None:
    """D-30, D-127: a correction may leave a debt; the balance shows 0 and *owes n*."""
    account = Account(9)
    check(account, 97)
    account.purchase(ORDER, 30, now=NOON, details={})
    account = stored(account)
    check(account, 0)
    assert (account.balance.shown_silver, account.balance.owes) == (0, 30)
    with raises_error("gamification.not_enough_silver"):
        account.purchase(Cause(CauseKind.ORDER, "2"), 1, now=NOON, details={})
    account.refund(ORDER, 10, now=NOON, by=2, details={})
    assert (account.balance.shown_silver, account.balance.owes) == (0, 20)
    check(account, 97)
    assert (account.balance.shown_silver, account.balance.owes) == (10, 0)


@pytest.mark.parametrize("price", [0, -1])
def test_a_price_and_a_refund_are_above_zero(price: int) -> None:
    account = Account(9, Balance(0, 100))
    with pytest.raises(ValueError, match="above zero"):
        account.purchase(ORDER, price, now=NOON, details={})
    with pytest.raises(ValueError, match="above zero"):
        account.refund(ORDER, price, now=NOON, by=None, details={})


@given(scores=st.lists(st.tuples(st.integers(0, 100), st.booleans()), max_size=12))
def test_however_often_a_work_is_checked_its_last_result_is_what_it_earned(scores: list[tuple[int, bool]]) -> None:
    """D-30, G1: balance = sum of entries, and one award in force for a cause."""
    account, entries = Account(9), []
    for score, late in scores:
        check(account, score, late=late)
        entries += account.added
        account = stored(account)
    total = Balance(sum(entry.xp for entry in entries), sum(entry.silver for entry in entries))
    fresh = Account(9)
    if scores:
        check(fresh, scores[-1][0], late=scores[-1][1])
    assert account.balance == total == fresh.balance
    assert len(account.in_force) <= 1


def give(account: Account, given: tuple[int, int] | None, category_id: int | None = 3, reason: str = "") -> bool:
    """The school gives XP and silver, or takes them back."""
    return settle_given(
        account,
        Cause(CauseKind.SCHOOL, "a1"),
        given,
        RULES.levels,
        now=NOON,
        category_id=category_id,
        reason=reason,
        details={},
    )


def test_what_the_school_gives_is_not_converted() -> None:
    """D-92: XP brings no silver of ours; the level is the one without it."""
    account = Account(9, Balance(450, 45))
    assert give(account, (150, 0))
    assert account.balance == Balance(600, 45)
    assert [(entry.xp, entry.silver, entry.level, entry.category_id) for entry in account.added] == [(150, 0, 1, 3)]


@pytest.mark.parametrize(
    ("given", "category_id", "reason", "changed"),
    [
        ((150, 0), 3, "", False),
        ((149, 0), 3, "", True),
        ((0, 150), 3, "", True),
        ((150, 0), None, "", True),
        ((150, 0), 3, "Olimpiada", True),
        (None, 3, "", True),
    ],
)
def test_an_award_of_the_school_is_corrected_by_any_difference(
    given: tuple[int, int] | None, category_id: int | None, reason: str, changed: bool
) -> None:
    """D-92: the same again adds no entry."""
    account = Account(9)
    give(account, (150, 0))
    account = stored(account)
    assert give(account, given, category_id, reason) is changed
    assert len(account.added) == (2 if changed and given else int(changed))
    assert account.balance == Balance(*(given or (0, 0)))


def test_nothing_given_and_nothing_there_changes_nothing() -> None:
    account = Account(9)
    assert not give(account, None)
    assert account.added == []


def test_homework_earns_below_zero_too() -> None:
    """XP that the school took is filled up again, at the lowest level (D-92)."""
    account = Account(9)
    give(account, (-80, 0))
    assert check(stored(account), 97).xp == 300
