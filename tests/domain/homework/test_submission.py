"""The life of a submission (D-23, D-69, D-79, D-83)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.homework.check import Check, withdraw
from domain.homework.homework import Homework, check_deletable, give
from domain.homework.submission import (
    CLAIM_LIVES,
    MOVES,
    SHOWN,
    ShownStatus,
    Submission,
    SubmissionStatus,
    status_of_score,
)
from domain.shared.errors import Conflict, DomainError
from domain.shared.undoing import UNDO_PERIOD

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)
AZIZA, BOTIR = 11, 12
S = SubmissionStatus


def a_submission(status: S = S.UNCOMPLETED, attempts: int = 0) -> Submission:
    return Submission(
        group_id=2,
        student_id=7,
        status=status,
        due_at=NOW + timedelta(hours=24),
        homework_id=5,
        attempts=attempts,
        id=31,
    )


def waiting() -> Submission:
    one = a_submission()
    one.hand_in(NOW)
    return one


def rejected_with(code: str) -> pytest.RaisesExc[DomainError]:
    return pytest.raises(DomainError, check=lambda error: error.code == code)


@pytest.mark.parametrize(("score", "status"), [(0, S.REJECTED), (59, S.REJECTED), (60, S.ACCEPTED), (100, S.ACCEPTED)])
def test_sixty_accepts_and_fifty_nine_rejects(score: int, status: S) -> None:
    """R2-265, D-21."""
    assert status_of_score(score) is status


@pytest.mark.parametrize("score", [-1, 101])
def test_a_score_is_from_0_to_100(score: int) -> None:
    """R2-309."""
    with pytest.raises(ValueError, match="from 0 to 100"):
        waiting().check(score, AZIZA, NOW)


def test_statistics_show_checking_as_waiting_and_uncompleted_as_not_done() -> None:
    """R2-263, D-23."""
    assert [SHOWN[one] for one in S] == [
        ShownStatus.WAITING,
        ShownStatus.REJECTED,
        ShownStatus.ACCEPTED,
        ShownStatus.WAITING,
        ShownStatus.NOT_DONE,
        ShownStatus.NOT_GIVEN,
    ]
    assert MOVES.keys() == set(S)


def test_a_hand_in_waits_and_a_new_one_replaces_it() -> None:
    """D-79, D-81."""
    work = a_submission()
    assert [work.hand_in(NOW), work.hand_in(NOW + timedelta(hours=1))] == [1, 2]
    assert work.status is S.WAITING
    assert work.handed_in_at == NOW + timedelta(hours=1)


def test_claimed_work_takes_no_hand_in() -> None:
    """D-81."""
    work = waiting()
    work.claim(AZIZA, NOW)
    with rejected_with("homework.being_checked"):
        work.hand_in(NOW + CLAIM_LIVES - timedelta(seconds=1))
    work.hand_in(NOW + CLAIM_LIVES)
    assert work.status is S.WAITING


def test_accepted_work_takes_no_hand_in() -> None:
    """D-81."""
    work = waiting()
    work.check(60, AZIZA, NOW)
    with rejected_with("homework.accepted_already"):
        work.hand_in(NOW)


@pytest.mark.parametrize("score", [59, 60])
def test_work_takes_no_hand_in_while_its_check_can_be_undone(score: int) -> None:
    """D-69: refused as work being checked, whatever the score.

    Ten seconds later it is told.
    """
    work = waiting()
    work.check_id = 9
    work.check(score, AZIZA, NOW)
    for step in (work.hand_in, lambda now: work.withdraw_hand_in(now, earlier_at=None)):
        with rejected_with("homework.being_checked"):
            step(NOW + UNDO_PERIOD - timedelta(milliseconds=1))
    visible = NOW + UNDO_PERIOD
    if score == 60:
        with rejected_with("homework.accepted_already"):
            work.hand_in(visible)
    else:
        assert work.hand_in(visible) == 2


def test_work_given_back_is_handed_in_at_once() -> None:
    """D-83: giving back is told at once."""
    work = waiting()
    a_check(work)
    later = NOW + timedelta(hours=1)
    work.give_back(AZIZA, later)
    assert work.hand_in(later) == 2


def test_rejected_work_is_handed_in_again() -> None:
    """D-79."""
    work = waiting()
    assert work.check(59, AZIZA, NOW) is S.REJECTED
    assert work.hand_in(NOW) == 2
    assert work.status is S.WAITING


def test_homework_that_was_not_given_takes_no_hand_in() -> None:
    """D-79."""
    with rejected_with("homework.not_given"):
        a_submission(S.NOT_GIVEN).hand_in(NOW)


def test_a_claim_keeps_others_away_for_ten_minutes() -> None:
    """D-69."""
    work = waiting()
    work.claim(AZIZA, NOW)
    with rejected_with("homework.claimed"):
        work.claim(BOTIR, NOW + CLAIM_LIVES - timedelta(seconds=1))
    with rejected_with("homework.claimed"):
        work.check(80, BOTIR, NOW)
    work.claim(BOTIR, NOW + CLAIM_LIVES)
    assert work.holder(NOW + CLAIM_LIVES) == BOTIR


def test_another_checker_may_take_over() -> None:
    """D-69."""
    work = waiting()
    work.claim(AZIZA, NOW)
    work.claim(BOTIR, NOW, take_over=True)
    assert work.holder(NOW) == BOTIR
    with rejected_with("homework.claimed"):
        work.check(80, AZIZA, NOW)


def test_releasing_restores_what_was_before() -> None:
    """D-83: of rejected work, claimed by one, then by another, too."""
    work = waiting()
    work.check(10, AZIZA, NOW)
    work.claim(AZIZA, NOW)
    work.claim(BOTIR, NOW, take_over=True)
    work.release(BOTIR, NOW)
    assert work.status is S.REJECTED
    assert work.holder(NOW) is None


def test_an_expired_claim_shows_what_was_before() -> None:
    """D-69."""
    work = waiting()
    work.claim(AZIZA, NOW)
    assert work.settled_status(NOW) is S.CHECKING
    assert work.settled_status(NOW + CLAIM_LIVES) is S.WAITING


def test_nothing_handed_in_is_neither_claimed_nor_scored() -> None:
    """H1."""
    with rejected_with("homework.nothing_handed_in"):
        a_submission().claim(AZIZA, NOW)
    with rejected_with("homework.nothing_handed_in"):
        a_submission().check(80, AZIZA, NOW)


def test_a_decision_by_an_older_version_is_a_conflict() -> None:
    """H1, D-8."""
    work = waiting()
    work.version = 3
    with pytest.raises(Conflict):
        work.check_version(2)
    work.check_version(3)


def test_incomplete_work_is_given_back_without_a_score() -> None:
    """D-83."""
    work = waiting()
    work.check(70, AZIZA, NOW)
    work.give_back(AZIZA, NOW)
    assert (work.status, work.score) == (S.UNCOMPLETED, None)
    assert work.hand_in(NOW) == 2


def test_homework_is_taken_from_a_student_only_while_nothing_is_handed_in() -> None:
    """D-83."""
    work = a_submission()
    work.exclude()
    assert work.status is S.NOT_GIVEN
    work.include()
    work.hand_in(NOW)
    with rejected_with("homework.handed_in_already"):
        work.exclude()


def test_a_hand_in_is_withdrawn_only_while_it_waits_unclaimed() -> None:
    """D-81: the one before it comes back."""
    work = waiting()
    work.hand_in(NOW + timedelta(minutes=5))
    work.withdraw_hand_in(NOW, earlier_at=NOW)
    assert (work.status, work.handed_in_at) == (S.WAITING, NOW)
    work.withdraw_hand_in(NOW, earlier_at=None)
    assert (work.status, work.handed_in_at) == (S.UNCOMPLETED, None)
    work.hand_in(NOW)
    work.claim(AZIZA, NOW)
    with rejected_with("homework.being_checked"):
        work.withdraw_hand_in(NOW, earlier_at=None)
    work.check(90, AZIZA, NOW)
    with rejected_with("shared.illegal_move"):
        work.withdraw_hand_in(NOW, earlier_at=None)


def test_a_withdrawn_second_hand_in_leaves_the_work_rejected() -> None:
    """Part 2 §4, D-82: the rejected attempt counts again, with its score."""
    work = waiting()
    a_check(work)
    later = NOW + timedelta(hours=1)
    work.hand_in(later)
    work.withdraw_hand_in(later, earlier_at=NOW)
    assert (work.status, work.score, work.handed_in_at, work.check_id) == (S.REJECTED, 40, NOW, 9)


def test_a_withdrawn_hand_in_after_a_return_leaves_the_work_uncompleted() -> None:
    """D-83: what was given back has no score."""
    work = waiting()
    work.give_back(AZIZA, NOW)
    work.hand_in(NOW + timedelta(hours=1))
    work.withdraw_hand_in(NOW + timedelta(hours=1), earlier_at=NOW)
    assert (work.status, work.score, work.handed_in_at) == (S.UNCOMPLETED, None, None)


def test_the_hand_in_of_an_undone_check_waits_again_when_a_later_one_is_withdrawn() -> None:
    """D-69, D-81."""
    work = waiting()
    withdraw(a_check(work), work, AZIZA, NOW)
    work.hand_in(NOW + timedelta(minutes=1))
    work.withdraw_hand_in(NOW + timedelta(minutes=1), earlier_at=NOW)
    assert (work.status, work.handed_in_at, work.checked_at) == (S.WAITING, NOW, None)


def a_check(work: Submission, by: int = AZIZA) -> Check:
    before = work.settled_status(NOW)
    check = Check(31, 1, 40, S.REJECTED, by, NOW, previous_status=before, previous_due_at=work.due_at, id=9)
    work.check(40, by, NOW)
    work.check_id, work.due_at = 9, work.due_at + timedelta(days=1)
    return check


def test_a_check_is_undone_by_its_checker() -> None:
    """D-69."""
    work = waiting()
    due_at = work.due_at
    check = a_check(work)
    withdraw(check, work, AZIZA, NOW)
    assert (work.status, work.score, work.check_id, work.due_at) == (S.WAITING, None, None, due_at)
    with rejected_with("homework.not_undoable"):
        withdraw(check, work, AZIZA, NOW)


def test_a_check_is_not_undone_by_others_or_after_something_followed() -> None:
    """D-69."""
    work = waiting()
    check = a_check(work)
    with rejected_with("homework.not_undoable"):
        withdraw(check, work, BOTIR, NOW)
    work.hand_in(NOW + UNDO_PERIOD)
    with rejected_with("homework.not_undoable"):
        withdraw(check, work, AZIZA, NOW)


def test_giving_makes_a_row_for_each_student() -> None:
    """D-79."""
    homework = Homework(2, 9, None, "page 4", 24, NOW, NOW, AZIZA, id=5)
    rows = give(homework, NOW + timedelta(hours=2), in_class=[7, 8], others=[9])
    assert [(one.student_id, one.status) for one in rows] == [(7, S.UNCOMPLETED), (8, S.UNCOMPLETED), (9, S.NOT_GIVEN)]
    assert {one.due_at for one in rows} == {NOW + timedelta(hours=26)} == {homework.deadline}


def test_homework_with_work_is_deleted_only_when_confirmed_by_who_may() -> None:
    check_deletable(0, confirmed=False, may_confirm=False)
    check_deletable(3, confirmed=True, may_confirm=True)
    for confirmed, may in ((False, True), (True, False)):
        with rejected_with("homework.handed_in_already"):
            check_deletable(3, confirmed=confirmed, may_confirm=may)


def _act(work: Submission, act: int, user: int, now: datetime) -> object:
    acts: list[Callable[[], object]] = [
        lambda: work.hand_in(now),
        lambda: work.claim(user, now),
        lambda: work.claim(user, now, take_over=True),
        lambda: work.release(user, now),
        lambda: work.check(70, user, now),
        lambda: work.check(20, user, now),
        lambda: work.give_back(user, now),
        work.exclude,
    ]
    return acts[act]()


@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from([AZIZA, BOTIR]), st.integers(0, 20 * 60)), max_size=30))
def test_any_sequence_of_acts_keeps_the_work_sound(acts: list[tuple[int, int, int]]) -> None:
    """H1: accepted and rejected work has a score, uncompleted work has none."""
    work, now = a_submission(), NOW
    for act, user, seconds in acts:
        now += timedelta(seconds=seconds)
        try:
            _act(work, act, user, now)
        except DomainError:
            continue
        settled = work.settled_status(now + CLAIM_LIVES)
        assert settled in SHOWN
        assert (settled in (S.ACCEPTED, S.REJECTED)) <= (work.score is not None)
        assert (settled == S.UNCOMPLETED) <= (work.score is None)
        assert (work.claimed_by is not None) == (work.status == S.CHECKING)
