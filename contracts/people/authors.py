"""API types of authors: staff accounts with online courses (D-16, D-17)."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from contracts.access.sign_in import RoleRef
from contracts.access.users import MAX_NAME_LENGTH, Login, PersonName, Phone
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire


class AuthorsQuery(ListQuery):
    """Query of the authors list."""

    order_by: Order = Order.DESC
    keys: list[Literal["firstName", "lastName"]] | None = None
    is_active: bool | None = None
    course_id: int | None = None


class AuthorRow(Wire):
    """An author (R1-084).

    ``courses``: the author's courses; ``students``: number of students of the caller's branches in them now;
    ``acStatus``: open 1, closed 2.
    """

    id: int
    login: str
    photo: str | None
    photo_check: int
    full_name: str
    role: RoleRef
    offices: list[Named]
    all_offices: bool
    courses: list[Named]
    students: int
    ac_status: int
    is_active: bool
    created_at: datetime
    superadmin: bool
    editable: bool = False


class AuthorPage(Wire):
    """A page of authors."""

    authors: list[AuthorRow]
    total: int


class AuthorCard(AuthorRow, kw_only=True):
    """One author, as the form shows them."""

    first_name: str
    last_name: str
    middle_name: str | None
    gender: int | None
    phone_number: str | None
    version: int


class AuthorAnswer(Wire):
    """An author."""

    author: AuthorCard


class AuthoredCourse(Wire):
    """A course and its author, if the caller may see the author."""

    id: int
    name: str
    author: Named | None
    taken: bool


class AuthoredCourses(Wire):
    """All courses of the centre."""

    courses: list[AuthoredCourse]


class AddAuthor(Form):
    """A new account of an author, with courses."""

    login: Login
    role_id: int
    first_name: PersonName
    last_name: PersonName
    middle_name: Annotated[str, Limit(max_length=MAX_NAME_LENGTH)] = ""
    phone_number: Phone | None = None
    gender: Literal[1, 2] | None = None
    office_ids: list[int] = msgspec.field(default_factory=list)
    course_ids: list[int] = msgspec.field(default_factory=list)


class ChangeAuthor(Form):
    """An author as the form shows them.

    ``author`` false: clears the author flag and the courses.
    """

    version: int
    first_name: PersonName
    last_name: PersonName
    middle_name: Annotated[str, Limit(max_length=MAX_NAME_LENGTH)] = ""
    phone_number: Phone | None = None
    gender: Literal[1, 2] | None = None
    course_ids: list[int] = msgspec.field(default_factory=list)
    author: bool = True
