"""Bands at every edge of the specification (part-2 §4, D-22, G5)."""

import pytest

from domain.gamification.actions import Achievement, exam_achievement, homework_achievement
from domain.gamification.bands import ExamBand, ScoreBand, exam_band, homework_band

HOMEWORK = {
    **{0: ScoreBand.NOTHING, 1: ScoreBand.AWFUL, 59: ScoreBand.AWFUL},
    **{60: ScoreBand.SATISFACTORY, 70: ScoreBand.SATISFACTORY, 71: ScoreBand.TOP, 85: ScoreBand.TOP},
    **{86: ScoreBand.HIGH, 94: ScoreBand.HIGH, 95: ScoreBand.EXTRA, 100: ScoreBand.EXTRA},
}
EXAM = {
    **{0: ExamBand.NOTHING, 1: ExamBand.AWFUL, 59: ExamBand.AWFUL},
    **{60: ExamBand.SATISFACTORY, 70: ExamBand.SATISFACTORY, 71: ExamBand.GOOD, 85: ExamBand.GOOD},
    **{86: ExamBand.TOP, 94: ExamBand.TOP, 95: ExamBand.TOP, 100: ExamBand.TOP},
}


@pytest.mark.parametrize(("score", "band"), HOMEWORK.items())
def test_a_homework_band_begins_and_ends_where_the_specification_says(score: int, band: ScoreBand) -> None:
    """D-22, G5."""
    assert homework_band(score) is band


@pytest.mark.parametrize(("score", "band"), EXAM.items())
def test_an_exam_has_one_top_band_from_86_to_100(score: int, band: ExamBand) -> None:
    """D-22, G5."""
    assert exam_band(score) is band


def test_level_bands_are_numbered_by_their_lower_bound() -> None:
    """R2-302: Awful 1, Satisfactory 60, Top 71, High 86, Extra 95."""
    assert {band.name: band.value for band in ScoreBand if band} == {
        "AWFUL": 1, "SATISFACTORY": 60, "TOP": 71, "HIGH": 86, "EXTRA": 95,
    }  # fmt: skip


@pytest.mark.parametrize("score", [-1, 101])
def test_a_score_outside_of_0_to_100_has_no_band(score: int) -> None:
    """D-21."""
    with pytest.raises(ValueError, match="not within"):
        homework_band(score)


def test_what_is_on_time_and_what_is_late_earn_apart() -> None:
    """D-82: five bands for each; 0 points earn nothing."""
    assert homework_achievement(95, late=False) is Achievement.ON_TIME_EXTRA
    assert homework_achievement(94, late=True) is Achievement.LATE_HIGH
    assert homework_achievement(0, late=False) is None
    assert homework_achievement(1, late=True) is Achievement.LATE_AWFUL


def test_an_exam_without_a_score_earns_nothing_for_passing() -> None:
    """D-82: Absent, FailedExam and 0 points earn nothing."""
    assert exam_achievement(None) is None
    assert exam_achievement(0) is None
    assert exam_achievement(59) is Achievement.EXAM_AWFUL
    assert exam_achievement(86) is Achievement.EXAM_TOP
