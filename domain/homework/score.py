"""Scores: whole numbers from 0 to 100 (D-21)."""

MIN_SCORE, MAX_SCORE = 0, 100
# from this score on homework is accepted and an exam passed (R2-265, D-21)
PASSING_SCORE = 60


def passes(score: int) -> bool:
    """True if the score accepts homework or passes an exam."""
    return score >= PASSING_SCORE
