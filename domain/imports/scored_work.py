"""Scored work of another system, played through the rules of homework and exams.

A migration brings what that system has taken and scored. The rules decide again what follows from it: late or on time,
accepted or rejected, the result of an exam. The periods in which this console takes work are not applied: the other
system took it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from domain.exams.check import check_work
from domain.gamification.actions import homework_achievement
from domain.homework.attempt import Attempt
from domain.homework.check import Check, check_of, score_homework
from domain.homework.deadlines import is_late
from domain.homework.score import MAX_SCORE, MIN_SCORE
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError


class Fault(StrEnum):
    """The reason why a row is not loaded, in the words of the rejected rows' file."""

    EMPTY = "a required cell is empty"
    DATE = "not a date or time"
    SCORE = "not a score: a whole number from 0 to 100"
    YES_OR_NO = "neither yes nor no"
    TOO_LONG = "the text is too long"
    TWICE = "the same row is there twice"
    GROUP = "no such group"
    STUDENT = "no such student"
    TEACHER = "no such teacher"
    OF_THE_GROUP = "the student was never in the group"
    WORK = "no such homework or exam, or its own row is rejected"
    DEADLINE = "the deadline is not after the beginning"
    OTHER_HOMEWORK = "the lesson has other homework"
    ACCEPTED = "the work was accepted before"
    NOTHING_HANDED_IN = "a score before anything was handed in"
    UNCHECKED = "not announced: work of its students is not scored"


_FAULTS = {
    "homework.accepted_already": Fault.ACCEPTED,
    "homework.nothing_handed_in": Fault.NOTHING_HANDED_IN,
    "exams.deadline_before_begin": Fault.DEADLINE,
}


def fault_of(refused: DomainError) -> Fault:
    """The fault of a row that a rule refuses.

    Raises the error where it is none of a row.
    """
    if refused.code not in _FAULTS:
        raise refused
    return _FAULTS[refused.code]


class HandIn(NamedTuple):
    """A hand-in; ``line`` of its file."""

    line: int
    student_id: int
    at: datetime
    text: str


class Score(NamedTuple):
    """A score of the newest hand-in; ``carried_over``: from an earlier course."""

    line: int
    student_id: int
    at: datetime
    score: int
    carried_over: bool


@dataclass
class Played:
    """A submission with everything that happened to it.

    ``checks`` name the number of the attempt that they score, in the same order as ``scored``; 0 is none.
    """

    submission: Submission
    attempts: list[Attempt] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)

    @property
    def is_late(self) -> bool:
        """True if the attempt of the score in force was late."""
        return bool(self.scored and self.scored[-1] and self.attempts[self.scored[-1] - 1].is_late)

    @property
    def earns(self) -> bool:
        """True if its score earns as homework: not carried over, not 0 points."""
        one = self.submission
        if one.score is None or one.is_carried_over:
            return False
        return homework_achievement(one.score, late=self.is_late) is not None


class RefusedRow(NamedTuple):
    """A hand-in or a score that a rule refuses."""

    row: HandIn | Score
    fault: Fault


def play(
    submissions: Collection[Submission], hand_ins: Iterable[HandIn], scores: Iterable[Score], checker_id: int
) -> tuple[list[Played], list[RefusedRow]]:
    """Plays hand-ins and scores in the order of time.

    A hand-in comes before a score of the same moment. Every row is of a student of one of the submissions.
    """
    events: dict[int, list[HandIn | Score]] = defaultdict(list)
    for hand_in in hand_ins:
        events[hand_in.student_id].append(hand_in)
    for score in scores:
        events[score.student_id].append(score)
    played, refused = [], []
    for submission in submissions:
        one = Played(submission)
        for row in sorted(events[submission.student_id], key=lambda row: (row.at, isinstance(row, Score), row.line)):
            try:
                _apply(one, row, checker_id)
            except DomainError as error:
                refused.append(RefusedRow(row, fault_of(error)))
        played.append(one)
    return played, refused


def _apply(one: Played, row: HandIn | Score, checker_id: int) -> None:
    submission = one.submission
    if isinstance(row, HandIn):
        late = is_late(row.at, submission.due_at)
        one.attempts.append(Attempt(0, submission.hand_in(row.at), row.text, row.at, late))
        return
    if submission.exam_id is None:
        check = score_homework(submission, None, row.score, checker_id, row.at)
    else:
        check = check_of(submission, None, row.score, checker_id, row.at)
        check.result = check_work(submission, row.score, None, "", checker_id, row.at)
        check.status = SubmissionStatus(submission.status)
    submission.is_carried_over = row.carried_over
    one.checks.append(check)
    one.scored.append(len(one.attempts))


def is_score(text: str) -> bool:
    """True if the text is a whole number from 0 to 100."""
    return text.isascii() and text.isdigit() and MIN_SCORE <= int(text) <= MAX_SCORE
