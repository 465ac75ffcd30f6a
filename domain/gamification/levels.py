"""Levels: reached by XP, they set how XP is converted to silver (D-31)."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Level:
    """A level as the rules see it; ``number`` is its rank by ``required_xp``, from 1."""

    number: int
    required_xp: int
    # percent of earned XP that is given as silver
    xp_proportion: int

    def silver_of(self, xp: int) -> int:
        """The silver for this much earned XP, rounded down (R2-229)."""
        return xp * self.xp_proportion // 100


# of a student whose XP reaches no level: it converts nothing
NO_LEVEL = Level(0, 0, 0)
DEFAULT_XP_PROPORTION = 10
# levels 1–10 of a fresh installation (D-32)
DEFAULT_REQUIRED_XP = (0, 500, 1200, 2200, 3500, 5200, 7400, 10200, 13700, 18000)


@dataclass(frozen=True)
class Levels:
    """Every level of the centre, lowest first.

    XP below zero, which the school may have taken (D-92), is at the level of zero.
    """

    levels: tuple[Level, ...] = field(default=())

    def of(self, xp: int) -> Level:
        """The highest level whose required XP this reaches."""
        return next((level for level in reversed(self.levels) if level.required_xp <= max(0, xp)), NO_LEVEL)

    def after(self, xp: int) -> Level | None:
        """The next level, or None at the highest."""
        return next((level for level in self.levels if level.required_xp > max(0, xp)), None)


def ranked(levels: Iterable[tuple[int, int]]) -> Levels:
    """Numbers levels, given as (required XP, proportion), by their required XP."""
    return Levels(tuple(Level(number, *level) for number, level in enumerate(sorted(levels), start=1)))


def default_levels() -> Levels:
    """The levels of a fresh installation (D-32)."""
    return ranked((xp, DEFAULT_XP_PROPORTION) for xp in DEFAULT_REQUIRED_XP)
