"""Accounts opened in bulk for academics and students, previewed first (D-156)."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from application.access.privilege_scope import role_errors
from application.actor import Actor
from application.authorization import permits
from application.people.academics.academics import ACADEMIC, ASSISTANT, TEACHER
from application.people.bulk.account_opening import AccountPorts, role_number
from application.people.bulk.logins import CHANGEABLE, UNNAMED, Suggestion, suggest_logins
from application.people.bulk.ports import BulkViews, LoginRegistry, PeopleQuery
from application.people.bulk.service import GUARD, begin_operation, resolve_selection
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.people.academics import AcademicsQuery
from contracts.people.accounts import AccountsPreview, OpenAcademicAccounts, OpenAccounts, SuggestedAccount
from contracts.people.bulk import BulkStarted
from contracts.people.students import StudentsQuery
from contracts.shared import Named, check
from contracts.texts import translate
from domain.access.login_pattern import pattern_faults
from domain.access.roles import Role, RoleType
from domain.access.users import login_faults
from domain.people.bulk_operation import MAX_ACCOUNTS, MAX_SELECTED, BulkKind, BulkOperation, Subject, waiting
from domain.people.names import full_name
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import FieldError, ValidationError

# rows of a preview
SHOWN = 200


@permits(ACADEMIC, do="create")
async def preview_academic_accounts(
    query: AcademicsQuery,
    form: OpenAcademicAccounts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    logins: LoginRegistry,
) -> AccountsPreview:
    """Returns the accounts that would be opened for the selected academics.

    Raises ValidationError, DomainError("people.list_changed").
    """
    found, people, suggested = await _suggest(Subject.TEACHER, query, form, actor, uow, bulk, logins)
    async with uow:
        roles = await _roles(form, uow)
    preview = _preview(found, people, suggested, actor)
    opened = [role_number(it) for it in people if isinstance(it, Teacher) and suggested[int(it.id or 0)].login]
    preview.teachers, preview.assistants = opened.count(TEACHER), opened.count(ASSISTANT)
    preview.teacher_role, preview.assistant_role = _named(roles.get(TEACHER)), _named(roles.get(ASSISTANT))
    return preview


@permits(GUARD, do="update")
async def preview_student_accounts(
    query: StudentsQuery,
    form: OpenAccounts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    logins: LoginRegistry,
) -> AccountsPreview:
    """Returns the accounts that would be opened for the selected students.

    A student with a login keeps it. Raises ValidationError, DomainError("people.list_changed").
    """
    found, people, suggested = await _suggest(Subject.STUDENT, query, form, actor, uow, bulk, logins)
    return _preview(found, people, suggested, actor)


@permits(ACADEMIC, do="create")
async def open_academic_accounts(
    query: AcademicsQuery,
    form: OpenAcademicAccounts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
    logins: LoginRegistry,
    passwords: PasswordHasher,
) -> BulkStarted:
    """Opens an account for every selected academic, by the rules of opening one.

    Its password is known to nobody until one is issued. A role with a right that the caller lacks is refused (D-56).
    Raises ValidationError, DomainError("people.list_changed", "access.beyond_own_rights").
    """
    ids = await _resolve(query, form, actor, bulk)
    async with uow:
        roles = await _roles(form, uow)
        faults = {TEACHER: "teacherRoleId", ASSISTANT: "assistantRoleId"}
        needed = {role_number(it) for it in await logins.people(Subject.TEACHER, ids, actor) if isinstance(it, Teacher)}
        check(form, **{faults[number]: await _role_faults(roles.get(number), actor, uow) for number in needed})
    params = {"pattern": form.pattern.strip(), "roles": {str(number): role.id for number, role in roles.items()}}
    act = BulkOperation(BulkKind.OPEN_ACCOUNTS.value, params, int(actor.id or 0), entity=Subject.TEACHER.value)
    return await begin_operation(
        act, _rows(ids, form), actor, uow, bulk, clock, zone, accounts=AccountPorts(logins, passwords)
    )


@permits(GUARD, do="update")
async def open_student_accounts(
    query: StudentsQuery,
    form: OpenAccounts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
    logins: LoginRegistry,
    passwords: PasswordHasher,
) -> BulkStarted:
    """Gives every selected student a login for the students' application.

    Nobody can sign in with it until a password is issued. Raises ValidationError, DomainError("people.list_changed").
    """
    ids = await _resolve(query, form, actor, bulk)
    params = {"pattern": form.pattern.strip()}
    act = BulkOperation(BulkKind.OPEN_ACCOUNTS.value, params, int(actor.id or 0))
    return await begin_operation(
        act, _rows(ids, form), actor, uow, bulk, clock, zone, accounts=AccountPorts(logins, passwords)
    )


async def _suggest(
    entity: Subject,
    query: PeopleQuery,
    form: OpenAccounts,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    logins: LoginRegistry,
) -> tuple[list[int], Sequence[Teacher | Student], dict[int, Suggestion]]:
    ids = await _resolve(query, form, actor, bulk, preview=True)
    people = await logins.people(entity, ids, actor)
    typed = {one.id: one.login for one in form.logins}
    async with uow:
        return ids, people, await suggest_logins(people, entity, form.pattern.strip(), typed, logins, uow)


async def _resolve(
    query: PeopleQuery, form: OpenAccounts, actor: Actor, bulk: BulkViews, *, preview: bool = False
) -> list[int]:
    """Returns the selected people. A preview shows wrong typed logins in their rows."""
    wrong = not preview and any(login_faults(one.login.strip()) for one in form.logins)
    many = len(form.logins) > MAX_SELECTED
    logins = [FieldError("limit.too_many", {"limit": MAX_SELECTED})] if many else []
    check(form, pattern=pattern_faults(form.pattern.strip()), logins=logins or [FieldError("limit.login")] * wrong)
    ids = await resolve_selection(form, query, actor, bulk)
    if len(ids) > MAX_ACCOUNTS:
        raise ValidationError({"ids": [FieldError("limit.too_many", {"limit": MAX_ACCOUNTS})]})
    return ids


def _rows(ids: Sequence[int], form: OpenAccounts) -> list[dict[str, Any]]:
    typed = {one.id: {"typed": one.login.strip()} for one in form.logins}
    return [waiting(id, **typed.get(id, {})) for id in ids]


async def _roles(form: OpenAcademicAccounts, uow: UnitOfWork) -> dict[int, Role]:
    """The roles by number: the chosen one, or the first that has the number."""
    chosen = {TEACHER: form.teacher_role_id, ASSISTANT: form.assistant_role_id}
    roles: dict[int, Role] = {}
    for number, role_id in chosen.items():
        wanted = {"number": number} if role_id is None else {"id": role_id}
        found = await uow.find_all(Role, type=RoleType.ACADEMIC, **wanted)
        roles |= {number: found[0]} if found else {}
    return roles


async def _role_faults(role: Role | None, actor: Actor, uow: UnitOfWork) -> list[FieldError]:
    if role is None:
        return [FieldError("limit.unknown_choice")]
    return await role_errors(int(role.id or 0), RoleType.ACADEMIC, actor=actor, uow=uow)


def _preview(
    ids: Sequence[int], people: Sequence[Teacher | Student], suggested: dict[int, Suggestion], actor: Actor
) -> AccountsPreview:
    rows = [_row(person, suggested[int(person.id or 0)], actor.language) for person in people]
    opens = [row for row in rows if row.login is not None]
    # those that need a look first
    rows.sort(key=lambda row: (row.problem is None, not row.numbered))
    return AccountsPreview(
        total=len(ids),
        opens=len(opens),
        numbered=sum(row.numbered for row in rows),
        unnamed=sum(one.refusal == UNNAMED for one in suggested.values()),
        refused=len(ids) - len(opens),
        rows=rows[:SHOWN],
    )


def _row(person: Teacher | Student, suggestion: Suggestion, language: str) -> SuggestedAccount:
    return SuggestedAccount(
        id=int(person.id or 0),
        name=full_name(person.last_name, person.first_name, person.middle_name),
        login=suggestion.login,
        problem=translate(f"error.{suggestion.refusal}", language) if suggestion.refusal else None,
        numbered=suggestion.numbered,
        fixed=suggestion.known or suggestion.refusal not in ("", *CHANGEABLE),
    )


def _named(role: Role | None) -> Named | None:
    return Named(id=int(role.id or 0), name=role.name) if role else None
