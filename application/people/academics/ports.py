"""Ports of the screens of academics, assistants and authors."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.people.academics import (
    AcademicAttendances,
    AcademicCard,
    AcademicGroupPage,
    AcademicGroupsQuery,
    AcademicRow,
    AcademicsQuery,
    KpiQuery,
    TeacherCard,
    TeacherPage,
    TeachersQuery,
)
from contracts.people.authors import AuthorCard, AuthoredCourses, AuthorPage, AuthorsQuery


@runtime_checkable
class AcademicViews(Protocol):
    """Queries of academics of the actor's branches (D-12).

    ``number``: teachers or assistants only.
    """

    async def page(
        self, query: AcademicsQuery | TeachersQuery, actor: Actor, *, number: int | None = None
    ) -> tuple[list[AcademicRow], int]:
        """Returns a page of academics with their accounts, and the total."""
        ...

    async def card(self, teacher_id: int, actor: Actor, *, number: int | None = None) -> AcademicCard:
        """Returns one academic with the account.

        Raises NotFound, also for an academic who shares no branch with the actor.
        """
        ...

    async def teachers(self, query: KpiQuery, actor: Actor) -> TeacherPage:
        """Returns a page of teachers in the teaching view."""
        ...

    async def teacher(self, teacher_id: int, actor: Actor) -> TeacherCard:
        """Returns one teacher in the teaching view. Raises NotFound."""
        ...

    async def groups(
        self, teacher_id: int, query: AcademicGroupsQuery, actor: Actor, *, number: int | None = None
    ) -> AcademicGroupPage:
        """Returns the academic's groups in the actor's branches. Raises NotFound."""
        ...

    async def attendances(
        self, teacher_id: int, group_id: int, actor: Actor, *, number: int | None = None
    ) -> AcademicAttendances:
        """Returns the academic's attendance totals in one group, without the lessons.

        The group is one that they teach, in the actor's branches. Raises NotFound.
        """
        ...


@runtime_checkable
class AuthorViews(Protocol):
    """Queries of authors of the actor's branches (D-12, D-16)."""

    async def page(self, query: AuthorsQuery, actor: Actor) -> AuthorPage:
        """Returns a page of authors."""
        ...

    async def card(self, user_id: int, actor: Actor) -> AuthorCard:
        """Returns one author. Raises NotFound, also for an account that is not an author."""
        ...

    async def courses(self, actor: Actor) -> AuthoredCourses:
        """Returns all courses with their authors.

        An author whom the actor cannot see is not named.
        """
        ...
