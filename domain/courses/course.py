"""Study courses (D-16, D-100, D-151)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from domain.shared.errors import DomainError

# the position of a course that has no place in the order yet: the greatest integer
UNPLACED = 2**31 - 1


class CourseStatus(IntEnum):
    """Follows from the groups of a course; nobody sets it (R2-213, D-151)."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


@dataclass
class Course:
    """A study course, of the school or of the centre's own.

    ``h_id``: the school's id, None for an own one. ``author_id``: the author of its online lessons. ``ended_at``: the
    moment since which it is offered nowhere. ``position``: in the order of courses; UNPLACED behind all others.
    """

    name: str
    author_id: int | None = None
    category_id: int | None = None
    h_id: str | None = None
    position: int = UNPLACED
    ended_at: datetime | None = None
    school_deleted_at: datetime | None = None
    id: int | None = None
    version: int = 1

    def edit(self, name: str, category_id: int | None) -> None:
        """Replaces name and category."""
        self.name, self.category_id = name, category_id

    def check_own(self) -> None:
        """Raises DomainError("courses.of_school") for a course of the school (D-101)."""
        if self.h_id is not None:
            raise DomainError("courses.of_school")


def status_of(*, active: bool, begun: bool) -> CourseStatus:
    """The status by a course's groups: one is active, one has begun (D-151)."""
    if active:
        return CourseStatus.ACTIVE
    return CourseStatus.ENDED if begun else CourseStatus.NOT_STARTED


def moved(order: Sequence[int], id: int, after_id: int | None) -> list[int]:
    """The order with ``id`` behind ``after_id``, or first.

    Raises ValueError if either is not in it or both are the same.
    """
    rest = list(order)
    rest.remove(id)
    rest.insert(0 if after_id is None else rest.index(after_id) + 1, id)
    return rest
