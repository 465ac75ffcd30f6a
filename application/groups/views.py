"""What the screens of groups read."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import Audience
from contracts.groups.groups import (
    CurriculumAnswer,
    GroupInfo,
    GroupPage,
    GroupRow,
    GroupsQuery,
    GroupStudent,
    GroupStudentPage,
    GroupStudentsQuery,
    ScheduleItem,
)
from domain.access.permissions import Action

ALL_GROUPS, MY_GROUPS = "all_groups", "my_groups"


@dataclass(frozen=True)
class WholeClass:
    """The present students of a group on a day."""

    name: str
    day: date
    students: list[GroupStudent]


@dataclass(frozen=True)
class Sight:
    """Which groups a caller sees: those of these branches (None: of all), and those that this user teaches."""

    office_ids: list[int] | None
    user_id: int | None


def sight(actor: Actor, audience: Audience | None = None) -> Sight:
    """What the actor sees as this audience; without one, by every key that he holds (D-54)."""
    everywhere = None if actor.all_offices else list(actor.office_ids)
    if audience is None:
        all_groups, own = actor.may(ALL_GROUPS, Action.READ), actor.may(MY_GROUPS, Action.READ)
    else:
        all_groups, own = audience == "admin", audience == "academic"
    return Sight(everywhere if all_groups else [], actor.id if own else None)


@runtime_checkable
class GroupViews(Protocol):
    """Reads about groups that the actor sees as the audience, or by any of his keys. All raise NotFound for others."""

    async def page(self, asked: GroupsQuery, actor: Actor, audience: Audience) -> GroupPage:
        """A page of groups by name."""
        ...

    async def one(self, group_id: int, actor: Actor, audience: Audience | None = None) -> GroupRow:
        """One group, as the lists show it."""
        ...

    async def schedules(self, group_id: int, actor: Actor) -> list[ScheduleItem]:
        """Its schedule that holds now or will, with clashes."""
        ...

    async def curriculum(self, group_id: int, actor: Actor) -> CurriculumAnswer:
        """The topics of its course, and how far it is."""
        ...

    async def info(self, group_id: int, actor: Actor, audience: Audience) -> GroupInfo:
        """The group, who teaches it and who assists."""
        ...

    async def students(
        self, group_id: int, asked: GroupStudentsQuery, actor: Actor, audience: Audience
    ) -> GroupStudentPage:
        """Its students by name."""
        ...

    async def whole_class(self, group_id: int, actor: Actor) -> WholeClass:
        """All present students of the group, by name."""
        ...
