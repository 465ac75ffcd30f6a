"""Reads for the group screens."""

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
class GroupScope:
    """The groups a caller sees: of these branches (None: all), or taught by the user."""

    office_ids: list[int] | None
    user_id: int | None


def group_scope(actor: Actor, audience: Audience | None = None) -> GroupScope:
    """Returns the actor's scope for an audience; by every held permission if None.

    See D-54.
    """
    everywhere = None if actor.all_offices else list(actor.office_ids)
    if audience is None:
        all_groups, own = actor.may(ALL_GROUPS, Action.READ), actor.may(MY_GROUPS, Action.READ)
    else:
        all_groups, own = audience == "admin", audience == "academic"
    return GroupScope(everywhere if all_groups else [], actor.id if own else None)


@runtime_checkable
class GroupViews(Protocol):
    """Reads about groups in the actor's scope.

    Without an audience any permission of the actor counts. All raise NotFound for other groups.
    """

    async def page(self, query: GroupsQuery, actor: Actor, audience: Audience) -> GroupPage:
        """Returns a page of groups by name."""
        ...

    async def one(self, group_id: int, actor: Actor, audience: Audience | None = None) -> GroupRow:
        """Returns one group, as in the lists."""
        ...

    async def schedules(self, group_id: int, actor: Actor) -> list[ScheduleItem]:
        """Returns the present and future schedule, with clashes."""
        ...

    async def curriculum(self, group_id: int, actor: Actor) -> CurriculumAnswer:
        """Returns the topics of the course and the group's progress."""
        ...

    async def info(self, group_id: int, actor: Actor, audience: Audience) -> GroupInfo:
        """Returns the group with its teachers and assistants."""
        ...

    async def students(
        self, group_id: int, query: GroupStudentsQuery, actor: Actor, audience: Audience
    ) -> GroupStudentPage:
        """Returns its students by name."""
        ...

    async def whole_class(self, group_id: int, actor: Actor) -> WholeClass:
        """Returns all present students of the group, by name."""
        ...
