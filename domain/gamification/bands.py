"""Score bands of homework and exams: tables of lower bounds (part-2 §4, D-22)."""

from enum import IntEnum
from typing import TypeVar

MAX_SCORE = 100


class ScoreBand(IntEnum):
    """The band of a homework's score, numbered by its lower bound (R2-302)."""

    NOTHING = 0
    AWFUL = 1
    SATISFACTORY = 60
    TOP = 71
    HIGH = 86
    EXTRA = 95


class ExamBand(IntEnum):
    """The band of an exam's score, numbered by its lower bound; TOP is 86 to 100."""

    NOTHING = 0
    AWFUL = 1
    SATISFACTORY = 60
    GOOD = 71
    TOP = 86


Band = TypeVar("Band", bound=IntEnum)


def homework_band(score: int) -> ScoreBand:
    """The band of a homework's score 0…100. Raises ValueError outside."""
    return _band(ScoreBand, score)


def exam_band(score: int) -> ExamBand:
    """The band of an exam's score 0…100. Raises ValueError outside."""
    return _band(ExamBand, score)


def _band(bands: type[Band], score: int) -> Band:
    if not 0 <= score <= MAX_SCORE:
        raise ValueError(f"{score} is not within 0…{MAX_SCORE}")
    return max(band for band in bands if band <= score)
