"""Today: the first page of whoever works with groups, with what waits for him (D-65)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Self, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.ports import Clock
from contracts.insight import TodayAnswer

READ, UPDATE, CREATE = "read", "update", "create"
SYNCHRONISING = ("users:students", "all_groups", "settings:integrations")


@dataclass(frozen=True)
class Sight:
    """What the caller sees of the day. ``own``: his own groups only; ``decides``: about the late sheets of his
    branches; the rest: whether he has a right to that part."""

    own: bool
    attendance: bool
    decides: bool
    jobs: bool
    runs: bool
    photos: bool
    branches: bool
    accounts: bool

    @classmethod
    def of(cls, actor: Actor) -> Self:
        """By his rights. All of his branches' groups where he may, else his own; attendance decides before the rest."""
        for_all, for_own = (actor.may(f"{module}:attendance", READ) for module in ("all_groups", "my_groups"))
        own = not for_all and (for_own or not actor.may("all_groups", READ))
        return cls(
            own=own,
            attendance=for_all or for_own,
            decides=not own and actor.may("all_groups:attendance", UPDATE),
            jobs=actor.may("settings:integrations", READ),
            runs=any(actor.may(permission, UPDATE) for permission in SYNCHRONISING),
            photos=actor.may("users:academic", UPDATE),
            branches=actor.may("staff_control:offices", CREATE),
            accounts=actor.may("users:academic", CREATE),
        )


@runtime_checkable
class TodayViews(Protocol):
    """What the day is read from."""

    async def today(self, now: datetime, zone: ZoneInfo, sight: Sight, actor: Actor) -> TodayAnswer:
        """The day as it stands at an instant, on the clock of the zone; parts without sight are none."""
        ...


@permits("all_groups", "my_groups")
async def show_today(*, actor: Actor, days: TodayViews, clock: Clock, zone: ZoneInfo) -> TodayAnswer:
    """The lessons of now and next, those of the last seven days that are not marked, what the school refused, who is
    absent today, and what else waits for the caller: each part only if he has the right to it (D-41, D-54).

    Whoever may read all groups sees those of his branches, anybody else his own. The absent come with their phones, as
    the class does everywhere (docs/attendance.md). At most twenty of each part are named, with the number of all.
    *Next* are the lessons of the nearest day that still has any, at most a week ahead. Late sheets come with what
    confirming them would change: the office decides about them, their teacher sees that they wait (D-70).
    """
    return await days.today(clock.now(), zone, Sight.of(actor), actor)
