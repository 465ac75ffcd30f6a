"""What the screens of academics, assistants and authors read."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.people.academics import (
    AcademicAttendances,
    AcademicCard,
    AcademicGroupPage,
    AcademicGroupsQuery,
    AcademicRow,
    AcademicsQuery,
    TeacherCard,
    TeacherPage,
    TeachersQuery,
)
from contracts.people.authors import AuthorCard, AuthoredCourses, AuthorPage, AuthorsQuery


@runtime_checkable
class AcademicViews(Protocol):
    """Reads about people who teach, of the actor's branches (D-12). ``number``: teachers or assistants only."""

    async def page(
        self, asked: AcademicsQuery | TeachersQuery, actor: Actor, *, number: int | None = None
    ) -> tuple[list[AcademicRow], int]:
        """A page with accounts, and how many there are."""
        ...

    async def card(self, teacher_id: int, actor: Actor, *, number: int | None = None) -> AcademicCard:
        """One with his account. Raises NotFound, also for one who shares no branch with the actor."""
        ...

    async def teachers(self, asked: TeachersQuery, actor: Actor) -> TeacherPage:
        """A page of teachers as they teach."""
        ...

    async def teacher(self, teacher_id: int, actor: Actor) -> TeacherCard:
        """One teacher as he teaches. Raises NotFound."""
        ...

    async def groups(
        self, teacher_id: int, asked: AcademicGroupsQuery, actor: Actor, *, number: int | None = None
    ) -> AcademicGroupPage:
        """His groups of the actor's branches. Raises NotFound."""
        ...

    async def attendances(
        self, teacher_id: int, group_id: int, actor: Actor, *, number: int | None = None
    ) -> AcademicAttendances:
        """His hours in a group of the actor's branches that he teaches, without his lessons. Raises NotFound."""
        ...


@runtime_checkable
class AuthorViews(Protocol):
    """Reads about authors of the actor's branches (D-12, D-16)."""

    async def page(self, asked: AuthorsQuery, actor: Actor) -> AuthorPage:
        """A page of authors."""
        ...

    async def card(self, user_id: int, actor: Actor) -> AuthorCard:
        """One author. Raises NotFound, also for an account that is none."""
        ...

    async def courses(self, actor: Actor) -> AuthoredCourses:
        """All courses, and whose they are; an author whom the actor does not see is not named."""
        ...
