"""A submission: the work of one student for one homework or exam (D-79, D-83).

Its row is created when the homework is given, or with the participants of an exam. Hand-ins are its attempts, a check
scores the newest one. Staff and student write to each other under it: it is the chat of the screens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from domain.homework.score import MAX_SCORE, MIN_SCORE, passes
from domain.shared.errors import Conflict, DomainError
from domain.shared.state_machine import move
from domain.shared.undoing import UNDO_PERIOD

# a claim keeps other checkers away for so long (D-69)
CLAIM_LIVES = timedelta(minutes=10)
MESSAGE_LENGTH = 1000


class SubmissionStatus(IntEnum):
    """The stored status (D-23, R2-262).

    Nothing handed in, yet or any more, is *uncompleted*.
    """

    WAITING = 1
    REJECTED = 2
    ACCEPTED = 3
    CHECKING = 4
    UNCOMPLETED = 5
    NOT_GIVEN = 6


class ShownStatus(IntEnum):
    """The shorter set of statistics and journal cells (D-23, R2-263)."""

    WAITING = 1
    REJECTED = 2
    ACCEPTED = 3
    NOT_DONE = 4
    NOT_GIVEN = 5


_S = SubmissionStatus
MOVES: Mapping[SubmissionStatus, frozenset[SubmissionStatus]] = {
    # handed in, not given to this student after all; an exam is also scored without a hand-in (D-82)
    _S.UNCOMPLETED: frozenset({_S.WAITING, _S.NOT_GIVEN, _S.ACCEPTED, _S.REJECTED}),
    # claimed, replaced by a newer hand-in, withdrawn by the student, checked without a claim, given back
    _S.WAITING: frozenset({_S.CHECKING, _S.WAITING, _S.UNCOMPLETED, _S.ACCEPTED, _S.REJECTED}),
    # checked, given back, released to what it was, taken over by another checker
    _S.CHECKING: frozenset({_S.ACCEPTED, _S.REJECTED, _S.UNCOMPLETED, _S.WAITING, _S.CHECKING}),
    # handed in again, checked again, given back
    _S.REJECTED: frozenset({_S.WAITING, _S.CHECKING, _S.ACCEPTED, _S.REJECTED, _S.UNCOMPLETED}),
    _S.ACCEPTED: frozenset({_S.CHECKING, _S.ACCEPTED, _S.REJECTED, _S.UNCOMPLETED}),
    # given to this student later
    _S.NOT_GIVEN: frozenset({_S.UNCOMPLETED}),
}
NOTHING_HANDED_IN = (_S.UNCOMPLETED, _S.NOT_GIVEN)
SHOWN: Mapping[SubmissionStatus, ShownStatus] = {
    _S.WAITING: ShownStatus.WAITING,
    _S.CHECKING: ShownStatus.WAITING,
    _S.REJECTED: ShownStatus.REJECTED,
    _S.ACCEPTED: ShownStatus.ACCEPTED,
    _S.UNCOMPLETED: ShownStatus.NOT_DONE,
    _S.NOT_GIVEN: ShownStatus.NOT_GIVEN,
}


def status_of_score(score: int) -> SubmissionStatus:
    """The status that a score gives: 60 and more accepts, less rejects (R2-265, D-21)."""
    return _S.ACCEPTED if passes(score) else _S.REJECTED


@dataclass
class Submission:
    """The work of a student for a homework (``homework_id``) or an exam (``exam_id``).

    ``due_at``: the student's own deadline, an instant whose whole second still counts. ``variant_id``: the variant of a
    homework that the student drew, if there are several. ``score`` is that of the check
    in force. ``status_before``: the status that releasing a claim restores. ``attempts`` counts the hand-ins,
    ``handed_in_at`` is the newest one's instant. ``is_carried_over``: a result of an earlier course, which earns
    nothing. ``result``, ``failing_reason`` and ``failing_text`` belong to exams (``domain.exams``). ``version``
    increases with every change.
    """

    group_id: int
    student_id: int
    status: SubmissionStatus
    due_at: datetime
    homework_id: int | None = None
    exam_id: int | None = None
    variant_id: int | None = None
    score: int | None = None
    attempts: int = 0
    handed_in_at: datetime | None = None
    claimed_by: int | None = None
    claimed_at: datetime | None = None
    status_before: SubmissionStatus | None = None
    checked_by: int | None = None
    checked_at: datetime | None = None
    check_id: int | None = None
    is_carried_over: bool = False
    result: int | None = None
    failing_reason: int | None = None
    failing_text: str = ""
    version: int = 1
    id: int | None = None

    def holder(self, now: datetime) -> int | None:
        """The checker whose claim is in force, as a user id."""
        alive = self.claimed_at is not None and now - self.claimed_at < CLAIM_LIVES
        return self.claimed_by if self.status == _S.CHECKING and alive else None

    def settled_status(self, now: datetime) -> SubmissionStatus:
        """The status without regard to an expired claim."""
        if self.status == _S.CHECKING and self.holder(now) is None:
            return SubmissionStatus(self.status_before or _S.WAITING)
        return SubmissionStatus(self.status)

    def has_hidden_check(self, now: datetime) -> bool:
        """True while the student neither hears nor sees of the check in force (D-69)."""
        checked = self.check_id is not None and self.settled_status(now) in (_S.ACCEPTED, _S.REJECTED)
        return checked and self.checked_at is not None and now - self.checked_at < UNDO_PERIOD

    def unclaimed_status(self) -> SubmissionStatus:
        """The status without regard to any claim: what releasing it restores."""
        return SubmissionStatus(self.status_before or _S.WAITING) if self.status == _S.CHECKING else self.status

    def check_version(self, version: int) -> None:
        """Raises Conflict if the caller decided by an older state (D-8, H1)."""
        if version != self.version:
            raise Conflict(self.version)

    def hand_in(self, now: datetime) -> int:
        """Takes a hand-in and returns the attempt's number.

        It replaces a waiting one that nobody claimed. While a check can be undone unheard, the work is being checked
        whatever the score: a refusal must not tell it (D-69).

        Raises DomainError: homework.being_checked, homework.accepted_already, homework.not_given.
        """
        current = self.settled_status(now)
        if current == _S.CHECKING or self.has_hidden_check(now):
            raise DomainError("homework.being_checked")
        if current == _S.ACCEPTED:
            raise DomainError("homework.accepted_already")
        if current == _S.NOT_GIVEN:
            raise DomainError("homework.not_given")
        self._become(move(MOVES, current, _S.WAITING))
        self.attempts, self.handed_in_at = self.attempts + 1, now
        return self.attempts

    def withdraw_hand_in(self, now: datetime, earlier_at: datetime | None) -> None:
        """Withdraws the newest hand-in while it waits unclaimed.

        ``earlier_at``: the instant of the hand-in before it, which counts again: it waits if it came after the last
        check; if it was rejected, score and award stay its own; without one, or after it was given back, the work is
        uncompleted.

        Raises DomainError("homework.being_checked") or shared.illegal_move.
        """
        current = self.settled_status(now)
        if current == _S.CHECKING or self.has_hidden_check(now):
            raise DomainError("homework.being_checked")
        if current != _S.WAITING:
            raise DomainError("shared.illegal_move", current=str(current), target=str(_S.UNCOMPLETED))
        before = self._status_before_hand_in(earlier_at)
        self._become(move(MOVES, current, before))
        self.handed_in_at = None if before == _S.UNCOMPLETED else earlier_at

    def _status_before_hand_in(self, earlier_at: datetime | None) -> SubmissionStatus:
        if earlier_at is None:
            return _S.UNCOMPLETED
        if self.checked_at is None or earlier_at > self.checked_at:
            return _S.WAITING
        return _S.UNCOMPLETED if self.score is None else status_of_score(self.score)

    def claim(self, user_id: int, now: datetime, *, take_over: bool = False) -> None:
        """Claims the work for ten minutes (D-69); claiming one's own again prolongs it.

        Raises DomainError("homework.claimed") if another checker holds it and ``take_over`` is not asked for,
        ("homework.nothing_handed_in") without a hand-in.
        """
        if not take_over:
            self._check_holder(user_id, now)
        before = self.settled_status(now)
        if before in NOTHING_HANDED_IN:
            raise DomainError("homework.nothing_handed_in")
        if before != _S.CHECKING:
            self.status_before = before
        self.status = move(MOVES, before, _S.CHECKING)
        self.claimed_by, self.claimed_at = user_id, now

    def release(self, user_id: int, now: datetime) -> None:
        """Releases the caller's claim: the work is what it was before.

        Raises DomainError("homework.claimed") if another checker holds it.
        """
        self._check_holder(user_id, now)
        if self.status == _S.CHECKING:
            self._become(SubmissionStatus(self.status_before or _S.WAITING))

    def check(self, score: int, user_id: int, now: datetime) -> SubmissionStatus:
        """Scores the newest hand-in, or scores it again, and returns the new status.

        Raises DomainError: homework.claimed (by another checker), homework.nothing_handed_in.
        """
        if not MIN_SCORE <= score <= MAX_SCORE:
            raise ValueError(f"a score is from {MIN_SCORE} to {MAX_SCORE}, not {score}")
        self._check_holder(user_id, now)
        current = self.settled_status(now)
        if current in NOTHING_HANDED_IN and self.exam_id is None:
            raise DomainError("homework.nothing_handed_in")
        status = move(MOVES, current, status_of_score(score))
        self._become(status)
        self.score, self.checked_by, self.checked_at = score, user_id, now
        return status

    def give_back(self, user_id: int, now: datetime) -> None:
        """Gives the work back as incomplete, without a score (D-83).

        Raises DomainError: homework.claimed, homework.nothing_handed_in.
        """
        self._check_holder(user_id, now)
        current = self.settled_status(now)
        if current in NOTHING_HANDED_IN:
            raise DomainError("homework.nothing_handed_in")
        self._become(move(MOVES, current, _S.UNCOMPLETED))
        self.score, self.checked_by, self.checked_at = None, user_id, now

    def exclude(self) -> None:
        """Takes the homework from this student, while nothing was handed in (D-83).

        Raises DomainError("homework.handed_in_already").
        """
        if self.attempts:
            raise DomainError("homework.handed_in_already")
        self._become(move(MOVES, SubmissionStatus(self.status), _S.NOT_GIVEN))

    def include(self) -> None:
        """Gives the homework to a student for whom it was not given."""
        self._become(move(MOVES, SubmissionStatus(self.status), _S.UNCOMPLETED))

    def _check_holder(self, user_id: int, now: datetime) -> None:
        holder = self.holder(now)
        if holder not in (None, user_id):
            raise DomainError("homework.claimed", user_id=holder)

    def _become(self, status: SubmissionStatus) -> None:
        self.status = status
        self.claimed_by = self.claimed_at = self.status_before = None
