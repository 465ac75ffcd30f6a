"""Authors: staff accounts flagged as authors, and their courses (D-16)."""

from typing import Any

from application.access.account_service import AuditTarget, issued_password, open_account
from application.access.privilege_scope import load_manageable, resolve_offices, role_errors
from application.actor import Actor
from application.authorization import permits
from application.people.academics.academics import ACADEMIC
from application.people.academics.ports import AuthorViews
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import OpenedAccount
from contracts.people.authors import (
    AddAuthor,
    AuthorAnswer,
    AuthoredCourses,
    AuthorPage,
    AuthorsQuery,
    ChangeAuthor,
)
from contracts.shared import Empty, check
from domain.access.roles import RoleType
from domain.access.users import User, login_faults
from domain.courses.course import Course
from domain.people.names import tidy_name
from domain.people.phones import normalise_phone
from domain.shared.errors import Conflict, FieldError, NotFound


@permits(ACADEMIC)
async def list_authors(query: AuthorsQuery, *, actor: Actor, authors: AuthorViews) -> AuthorPage:
    """Returns the authors of the caller's branches, newest first."""
    return await authors.page(query, actor)


@permits(ACADEMIC)
async def show_author(user_id: int, *, actor: Actor, authors: AuthorViews) -> AuthorAnswer:
    """Returns one author; an account without the flag is not found."""
    return AuthorAnswer(author=await authors.card(user_id, actor))


@permits(ACADEMIC)
async def list_authored_courses(*, actor: Actor, authors: AuthorViews) -> AuthoredCourses:
    """Returns the courses that an author's form offers."""
    return await authors.courses(actor)


@permits(ACADEMIC, do="create", secret=True)
async def add_author(
    form: AddAuthor, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, authors: AuthorViews
) -> OpenedAccount:
    """Creates an author's account with a staff role (D-61).

    The first password is shown once. The caller cannot assign rights or branches beyond their own (D-56), nor a course
    of another author. Raises ValidationError, DomainError("access.login_taken", "access.beyond_own_rights").
    """
    login = form.login.strip()
    hashed = await passwords.hash(password := issued_password())
    async with uow:
        wrong_role = await role_errors(form.role_id, RoleType.STAFF, actor=actor, uow=uow)
        offices, wrong_offices = await resolve_offices(form.office_ids, actor=actor, uow=uow)
        courses, wrong_courses = await _courses(form.course_ids, [], actor=actor, uow=uow, authors=authors)
        faults = {"roleId": wrong_role, "officeIds": wrong_offices, "courseIds": wrong_courses}
        check(form, login=login_faults(login) if login else [], phoneNumber=_phone_faults(form), **faults)
        user = User(login, hashed, form.role_id, author=True, **_fields(form))
        id = await open_account(user, offices, actor=actor, uow=uow, audit_target=AuditTarget(ACADEMIC, "user"))
        for course in courses:
            course.author_id = id
        await uow.commit()
    return OpenedAccount(id=id, login=login, password=password)


@permits(ACADEMIC, do="update")
async def change_author(
    user_id: int, form: ChangeAuthor, *, actor: Actor, uow: UnitOfWork, clock: Clock, authors: AuthorViews
) -> Empty:
    """Changes an author's names, phone and courses, or clears the author flag.

    Clearing the flag leaves the courses without an author. Raises ValidationError, NotFound for an account that is not
    an author, DomainError("access.account_beyond_own"), and Conflict with the present card on a stale version (D-8).
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        if not user.author:
            raise NotFound("User", user_id)
        if user.version != form.version:
            raise Conflict(await authors.card(user_id, actor))
        present = await uow.find_all(Course, author_id=user_id)
        wanted = form.course_ids if form.author else []
        courses, wrong_courses = await _courses(wanted, present, actor=actor, uow=uow, authors=authors)
        check(form, phoneNumber=_phone_faults(form), courseIds=wrong_courses)
        before, after = user.change(clock.now(), author=form.author, **_fields(form))
        had, has = ({course.id or 0 for course in these} for these in (present, courses))
        if had != has:
            before["course_ids"], after["course_ids"] = sorted(had), sorted(has)
            # updated together with the account, so that its version covers its courses as well
            user.changed_at = clock.now()
            for course in (*present, *courses):
                course.author_id = user_id if course.id in has else None
        if after:
            audit_target = AuditTarget(ACADEMIC, "user", user_id)
            audit_target.record(
                "access.user_changed", user, actor=actor, uow=uow, before=before, after=after, personal=True
            )
            await uow.commit()
    return Empty()


async def _courses(
    ids: list[int], present: list[Course], *, actor: Actor, uow: UnitOfWork, authors: AuthorViews
) -> tuple[list[Course], list[FieldError]]:
    """Resolves the author's new courses, or returns the errors of the field.

    A course is rejected if it does not exist or has another author. The caller can neither assign nor remove a course
    that they cannot see.
    """
    known = {course.id for course in (await authors.courses(actor)).courses}
    invisible = [course for course in present if course.id not in known]
    if not set(ids) <= known:
        return [], [FieldError("limit.unknown_choice")]
    wanted = await uow.load_many(Course, sorted(set(ids)))
    own = {course.id for course in present}
    others = [course.name for course in wanted if course.author_id is not None and course.id not in own]
    faults = [FieldError("limit.course_has_author", {"courses": ", ".join(others)})] if others else []
    return [*invisible, *wanted], faults


def _phone_faults(form: AddAuthor | ChangeAuthor) -> list[FieldError]:
    wrong = bool(form.phone_number) and normalise_phone(form.phone_number) is None
    return [FieldError("limit.phone")] if wrong else []


def _fields(form: AddAuthor | ChangeAuthor) -> dict[str, Any]:
    return {
        "first_name": tidy_name(form.first_name),
        "last_name": tidy_name(form.last_name),
        "middle_name": tidy_name(form.middle_name),
        "phone": normalise_phone(form.phone_number),
        "gender": form.gender,
    }
