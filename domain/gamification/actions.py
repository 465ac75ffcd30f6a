"""Actions that earn, their amounts by level and band, and their groups.

An amount is looked up by what was achieved: a homework's band, on time or late; an exam's band; a mark of attendance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum

from domain.gamification.bands import ExamBand, ScoreBand, exam_band, homework_band
from domain.gamification.levels import Level, Levels


class ActionKind(IntEnum):
    """The kind of deed that is rewarded (part-2 §3)."""

    PARTICIPATE_LESSON = 1
    DO_HOMEWORK = 2
    PARTICIPATE_EXAM = 3
    PASS_EXAM = 4
    GIVEN_BY_ADMIN = 5


class Achievement(StrEnum):
    """The achievement of a student; the key of an amount."""

    ON_TIME_EXTRA = "on_time_extra"
    ON_TIME_HIGH = "on_time_high"
    ON_TIME_TOP = "on_time_top"
    ON_TIME_SATISFACTORY = "on_time_satisfactory"
    ON_TIME_AWFUL = "on_time_awful"
    LATE_EXTRA = "late_extra"
    LATE_HIGH = "late_high"
    LATE_TOP = "late_top"
    LATE_SATISFACTORY = "late_satisfactory"
    LATE_AWFUL = "late_awful"
    EXAM_TOP = "exam_top"
    EXAM_GOOD = "exam_good"
    EXAM_SATISFACTORY = "exam_satisfactory"
    EXAM_AWFUL = "exam_awful"
    PARTICIPATED = "participated"
    ATTENDED = "attended"
    CAME_LATE = "came_late"


@dataclass(frozen=True)
class Amount:
    """XP, and silver where it is set: a set silver replaces the conversion (D-31)."""

    xp: int
    silver: int | None = None

    def silver_at(self, level: Level) -> int:
        """The silver that a student of this level receives."""
        return level.silver_of(self.xp) if self.silver is None else self.silver


Amounts = Mapping[Achievement, Amount]

_HOMEWORK_PERCENT = {"extra": 100, "high": 85, "top": 70, "satisfactory": 50, "awful": 10}
_EXAM_PERCENT = {"top": 100, "good": 70, "satisfactory": 50, "awful": 10}


def _shares(prefix: str, top: int, percent: Mapping[str, int]) -> dict[Achievement, Amount]:
    return {Achievement(f"{prefix}_{band}"): Amount(top * share // 100) for band, share in percent.items()}


# the built-in actions of a fresh installation, from level 1 (D-32); participating in an exam has no default (D-82)
DEFAULT_AMOUNTS: Mapping[ActionKind, Amounts] = {
    ActionKind.PARTICIPATE_LESSON: {Achievement.ATTENDED: Amount(20), Achievement.CAME_LATE: Amount(10)},
    ActionKind.DO_HOMEWORK: _shares("on_time", 300, _HOMEWORK_PERCENT) | _shares("late", 200, _HOMEWORK_PERCENT),
    ActionKind.PARTICIPATE_EXAM: {},
    ActionKind.PASS_EXAM: _shares("exam", 400, _EXAM_PERCENT),
}
# the amounts that an action of a kind may have: all eight fields of passing an exam are required (R2-117)
ACHIEVEMENTS: Mapping[ActionKind, tuple[Achievement, ...]] = {
    **{kind: tuple(amounts) for kind, amounts in DEFAULT_AMOUNTS.items()},
    ActionKind.PARTICIPATE_EXAM: (Achievement.PARTICIPATED,),
    ActionKind.GIVEN_BY_ADMIN: (),
}


def homework_achievement(score: int, *, late: bool) -> Achievement | None:
    """The achievement of a checked homework (D-82); None for 0 points."""
    band = homework_band(score)
    if band == ScoreBand.NOTHING:
        return None
    return Achievement(f"{'late' if late else 'on_time'}_{band.name.lower()}")


def exam_achievement(score: int | None) -> Achievement | None:
    """The achievement of an exam's score; None without a score and for 0 points."""
    band = ExamBand.NOTHING if score is None else exam_band(score)
    return None if band == ExamBand.NOTHING else Achievement(f"exam_{band.name.lower()}")


@dataclass(frozen=True)
class Action:
    """An action as it earns now.

    ``by_level``: level number → amounts; a level without a row has those of the next lower one (D-122).
    ``by_default``: groups that were never connected or disconnected by hand have it (D-123).
    """

    id: int
    kind: ActionKind
    by_level: Mapping[int, Amounts] = field(default_factory=dict)
    by_default: bool = True
    enabled: bool = True
    # nothing is earned for earlier deeds (D-93)
    starts_at: datetime | None = None
    ends_at: datetime | None = None

    def amount(self, achievement: Achievement, level: Level) -> Amount | None:
        """The amount at this level; None where the action rewards it with nothing."""
        number = max((one for one in self.by_level if one <= level.number), default=None)
        found = None if number is None else self.by_level[number].get(achievement)
        return found if found and (found.xp or found.silver) else None

    def in_force(self, at: datetime, *, retroactively: bool = False) -> bool:
        """True if a deed of that moment earns; ``retroactively``: before its start too."""
        begun = retroactively or self.starts_at is None or self.starts_at <= at
        return self.enabled and begun and (self.ends_at is None or at < self.ends_at)


@dataclass(frozen=True)
class Connection:
    """A period in which a group has an action; None is an open end."""

    since: datetime | None = None
    until: datetime | None = None

    def covers(self, at: datetime) -> bool:
        """True if the moment is in the period; its end is not."""
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


@dataclass(frozen=True)
class EarningRules:
    """Everything that decides an award: levels, actions, and what groups have of them.

    ``connections``: (group, action) → its periods; a pair that was never changed by hand has none.
    ``categories``: group → the school's category of its course (D-91).
    """

    levels: Levels
    actions: Sequence[Action] = ()
    connections: Mapping[tuple[int, int], Sequence[Connection]] = field(default_factory=dict)
    categories: Mapping[int, int | None] = field(default_factory=dict)

    def action_of(self, kind: ActionKind, group_id: int, at: datetime, *, retroactively: bool = False) -> Action | None:
        """The newest action of the kind that was in force in the group at that moment."""
        found = [
            action
            for action in self.actions
            if action.kind == kind
            and action.in_force(at, retroactively=retroactively)
            and self._connected(group_id, action, at)
        ]
        return max(found, key=lambda action: action.id, default=None)

    def action(self, action_id: int | None) -> Action | None:
        """The action of this id, in force or not."""
        return next((action for action in self.actions if action.id == action_id), None)

    def _connected(self, group_id: int, action: Action, at: datetime) -> bool:
        periods = self.connections.get((group_id, action.id))
        return action.by_default if periods is None else any(period.covers(at) for period in periods)
