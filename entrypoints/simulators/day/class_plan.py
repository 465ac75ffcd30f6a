"""A plan of the hand-ins and checks of one homework in a demo.

Every student has a diligence, and so the same class does alike in every homework: on time, late, poorly and again, or
not at all. The newest work waits for a check.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from domain.homework.score import MAX_SCORE, passes


class Content(StrEnum):
    """The kind of content that a hand-in has."""

    TEXT = "text"
    CODE = "code"
    VOICE = "voice"
    PICTURE = "picture"


@dataclass(frozen=True)
class GivenWork:
    """A piece of homework for one student."""

    homework_id: int
    student_id: int
    given_at: datetime
    due_at: datetime
    content: Content


@dataclass(frozen=True)
class Act:
    """A hand-in, or the check of one if it has a score."""

    at: datetime
    work: GivenWork
    score: int | None = None
    message: str = ""
    again: bool = False


# the share of students at whose diligence … is not done, is late
NOT_DONE, LATE = 0.08, 0.2
# of rejected work, handed in again
AGAIN = 0.8
# work that came within this time before now still waits for its check
UNCHECKED = timedelta(hours=20)
CHECKED_WITHIN = timedelta(hours=10)
LOWEST_SCORE = 25
PRAISE = ("Barakalla!", "Yaxshi ish, davom eting.", "Toza bajarilgan.")
REMARKS = ("Xatolarni tuzatib, qayta yuboring.", "Yarmi bajarilgan, qolganini ham yozing.", "Mavzuni qayta o'qing.")


def diligence_of(student_id: int) -> float:
    """From 0 to 1, the same in every homework."""
    return Random(f"diligence/{student_id}").random()  # noqa: S311 (made-up work, no secrets)


def acts_of(work: GivenWork, now: datetime) -> Iterator[Act]:
    """The acts up to now, in their order."""
    for act in _story(work, now):
        if act.at > now:
            return
        yield act


def _story(work: GivenWork, now: datetime) -> Iterator[Act]:
    chance = Random(f"work/{work.homework_id}/{work.student_id}")  # noqa: S311
    diligence = diligence_of(work.student_id)
    luck = 0.5 * diligence + 0.5 * chance.random()
    if luck < NOT_DONE:
        return
    at = _hand_in_at(work, chance, late=luck < LATE)
    yield Act(at, work)
    score = _score(diligence, chance)
    checked_at = _checked_at(at, chance)
    if checked_at > now - UNCHECKED:
        return
    yield Act(checked_at, work, score, _message(score, chance))
    if passes(score) or chance.random() > AGAIN:
        return
    again = checked_at + timedelta(hours=chance.uniform(3, 20))
    yield Act(again, work, again=True)
    better = min(MAX_SCORE, score + chance.randint(20, 45))
    checked_again = _checked_at(again, chance)
    if checked_again <= now - UNCHECKED:
        yield Act(checked_again, work, better, _message(better, chance))


def _hand_in_at(work: GivenWork, chance: Random, *, late: bool) -> datetime:
    if late:
        return work.due_at + timedelta(hours=chance.uniform(1, 12))
    return work.given_at + (work.due_at - work.given_at) * chance.uniform(0.1, 0.98)


def _checked_at(at: datetime, chance: Random) -> datetime:
    return at + CHECKED_WITHIN * chance.uniform(0.1, 1)


def _score(diligence: float, chance: Random) -> int:
    return max(LOWEST_SCORE, min(MAX_SCORE, round(chance.gauss(58 + 34 * diligence, 11))))


def _message(score: int, chance: Random) -> str:
    if not passes(score):
        return chance.choice(REMARKS)
    return chance.choice(PRAISE) if chance.random() < 1 / 3 else ""
