"""Accounts of academics: create, rename, reset password, block, unblock (D-16).

Access follows the person: a caller who sees the academic sees the account. Only a caller of every branch of the account
changes it (D-161).
"""

from application.access.account_service import (
    AuditTarget,
    block_account,
    issued_password,
    open_account,
    set_issued_password,
)
from application.access.privilege_scope import require_manageable, role_errors
from application.actor import Actor
from application.authorization import permits
from application.people.academics.academics import ACADEMIC, ASSISTANT, ASSISTANTS
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import ChangeActive, OpenedAccount
from contracts.people.academics import ChangeAcademic, SignUpAcademic
from contracts.shared import Empty, check
from domain.access.roles import Role, RoleType
from domain.access.sessions import Session
from domain.access.users import User, login_faults
from domain.people.staff_state import WorkStatus
from domain.people.teacher import Teacher, TeacherBranch
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound
from domain.shared.text import clean_text


@permits(ACADEMIC, do="create", secret=True)
async def sign_up(
    teacher_id: int, form: SignUpAcademic, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher
) -> OpenedAccount:
    """Creates an academic's account; its first password is shown once.

    The password must be changed at the first sign-in. The account gets those of the academic's branches that the caller
    has (D-56). Raises ValidationError for an invalid login or role, DomainError("people.has_account",
    "people.does_not_work", "access.login_taken", "access.beyond_own_rights"), NotFound.
    """
    return await _sign_up(teacher_id, form, None, ACADEMIC, actor=actor, uow=uow, passwords=passwords)


@permits(ACADEMIC, ASSISTANTS, do="create", secret=True)
async def sign_up_assistant(
    teacher_id: int, form: SignUpAcademic, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher
) -> OpenedAccount:
    """Creates an assistant's account; its first password is shown once (D-61).

    A role of a teacher is rejected.
    """
    right = _right(actor, "create")
    return await _sign_up(teacher_id, form, ASSISTANT, right, actor=actor, uow=uow, passwords=passwords)


async def _sign_up(
    teacher_id: int,
    form: SignUpAcademic,
    number: int | None,
    right: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    passwords: PasswordHasher,
) -> OpenedAccount:
    login = form.login.strip()
    hashed = await passwords.hash(password := issued_password())
    async with uow:
        teacher, _, _ = await _person(teacher_id, number, actor=actor, uow=uow)
        teacher.may_sign_up()
        wrong_role = await role_errors(form.role_id, RoleType.ACADEMIC, actor=actor, uow=uow)
        role = await uow.find(Role, id=form.role_id)
        if number is not None and role is not None and role.number not in (None, number):
            wrong_role = [FieldError("limit.unknown_choice")]
        check(form, login=login_faults(login) if login else [], roleId=wrong_role)
        user_id = await create_account(
            teacher, login, hashed, form.role_id, form.gender_type, right=right, actor=actor, uow=uow
        )
        await uow.commit()
        return OpenedAccount(id=user_id, login=login, password=password)


async def create_account(
    teacher: Teacher,
    login: str,
    hashed: str,
    role_id: int,
    gender: int | None,
    *,
    right: str,
    actor: Actor,
    uow: UnitOfWork,
) -> int:
    """Creates the academic's account in the open transaction, and returns its id.

    It gets those of the academic's branches that the caller has (D-56). Raises DomainError("access.login_taken").
    """
    names = (teacher.first_name, teacher.last_name, teacher.middle_name)
    user = User(login, hashed, role_id, *names, gender=gender, phone=teacher.phone)
    user.photo, user.photo_check = teacher.photo, teacher.photo_check
    audit_target = AuditTarget(right, "teacher", teacher.id)
    offices = await _offices(teacher, actor, uow)
    user_id = await open_account(user, offices, actor=actor, uow=uow, audit_target=audit_target)
    teacher.user_id = user_id
    return user_id


async def _offices(teacher: Teacher, actor: Actor, uow: UnitOfWork) -> set[int]:
    branches = {branch.office_id for branch in await uow.find_all(TeacherBranch, teacher_id=teacher.id)}
    return branches if actor.all_offices else branches & set(actor.office_ids)


@permits(ACADEMIC, do="update")
async def change_academic(
    teacher_id: int, form: ChangeAcademic, *, actor: Actor, uow: UnitOfWork, clock: Clock
) -> Empty:
    """Changes the account's login, and blocks or unblocks it.

    Raises ValidationError, Conflict, NotFound; DomainError if the account has that state already.
    """
    login = form.login.strip()
    async with uow:
        teacher, user = await _account(teacher_id, None, actor=actor, uow=uow)
        was_active = not user.blocked
        blank = was_active and not form.is_active and not clean_text(form.reason)
        wrong_reason = [FieldError("limit.required")] if blank else []
        check(form, login=login_faults(login) if login else [], reason=wrong_reason)
        if form.version is not None and form.version != user.version:
            raise Conflict
        audit_target = AuditTarget(ACADEMIC, "teacher", teacher.id)
        before, after = user.change(clock.now(), login=login)
        if after:
            audit_target.record(
                "access.user_changed", user, actor=actor, uow=uow, before=before, after=after, personal=True
            )
        if form.is_active != was_active:
            await _toggle(teacher, user, audit_target, clean_text(form.reason), actor=actor, uow=uow, clock=clock)
        await uow.commit()
    return Empty()


@permits(ACADEMIC, do="update")
async def set_academic_active(
    teacher_id: int, form: ChangeActive, *, actor: Actor, uow: UnitOfWork, clock: Clock
) -> Empty:
    """Blocks an academic's account for a reason, or unblocks it (R1-207, R1-208).

    Blocking ends its sessions at once (R1-210). Raises ValidationError for a blank reason; DomainError if the account
    has that state already, if the academic does not work here or has no account.
    """
    blank = not form.is_active and not clean_text(form.reason)
    other = form.id is not None and form.id != teacher_id
    check(
        form,
        reason=[FieldError("limit.required")] if blank else [],
        id=[FieldError("limit.unknown_choice")] if other else [],
    )
    async with uow:
        teacher, user = await _account(teacher_id, None, actor=actor, uow=uow)
        if user.blocked is not form.is_active:
            raise DomainError("access.not_blocked" if form.is_active else "access.already_blocked")
        audit_target = AuditTarget(ACADEMIC, "teacher", teacher.id)
        await _toggle(teacher, user, audit_target, clean_text(form.reason), actor=actor, uow=uow, clock=clock)
        await uow.commit()
    return Empty()


async def _toggle(
    teacher: Teacher, user: User, audit_target: AuditTarget, reason: str, *, actor: Actor, uow: UnitOfWork, clock: Clock
) -> None:
    if not user.blocked:
        await block_account(user, reason, clock.now(), actor=actor, uow=uow, audit_target=audit_target)
        return
    if not teacher.works:
        raise DomainError("people.does_not_work")
    # the school owns the work status, and its record says that the academic works
    user.work_status = WorkStatus.WORKING
    user.unblock(used=await uow.count(Session, user_id=user.id) > 0)
    audit_target.record("access.user_unblocked", user, actor=actor, uow=uow)


@permits(ACADEMIC, do="update", secret=True)
async def reset_academic_password(
    teacher_id: int, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, clock: Clock
) -> str:
    """Issues a new password, shown once; every session ends (R1-211, D-61).

    It must be changed at the next sign-in.
    """
    return await _reset(teacher_id, None, ACADEMIC, actor=actor, uow=uow, passwords=passwords, clock=clock)


@permits(ACADEMIC, ASSISTANTS, do="update", secret=True)
async def reset_assistant_password(
    teacher_id: int, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, clock: Clock
) -> str:
    """Issues an assistant a new password, shown once; every session ends.

    See R1-211, D-61.
    """
    right = _right(actor, "update")
    return await _reset(teacher_id, ASSISTANT, right, actor=actor, uow=uow, passwords=passwords, clock=clock)


async def _reset(
    teacher_id: int,
    number: int | None,
    right: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    clock: Clock,
) -> str:
    hashed = await passwords.hash(password := issued_password())
    async with uow:
        teacher, user = await _account(teacher_id, number, actor=actor, uow=uow)
        audit_target = AuditTarget(right, "teacher", teacher.id)
        await set_issued_password(user, hashed, clock.now(), actor=actor, uow=uow, audit_target=audit_target)
        await uow.commit()
    return password


def _right(actor: Actor, do: str) -> str:
    return ACADEMIC if actor.may(ACADEMIC, do) else ASSISTANTS


async def _person(
    teacher_id: int, number: int | None, *, actor: Actor, uow: UnitOfWork
) -> tuple[Teacher, User | None, Role | None]:
    teacher = await uow.load(Teacher, teacher_id, seen_by=actor, lock=True)
    user = await uow.load(User, teacher.user_id, lock=True) if teacher.user_id else None
    role = await uow.load(Role, user.role_id) if user else None
    role_number = (role and role.number) or teacher.role_number
    if number is not None and role_number != number:
        raise NotFound("Teacher", teacher_id)
    return teacher, user, role


async def _account(teacher_id: int, number: int | None, *, actor: Actor, uow: UnitOfWork) -> tuple[Teacher, User]:
    """Loads the academic's account for a change.

    Raises DomainError if there is none, if it exceeds the caller's rights or branches, or if it is the caller's own.
    """
    teacher, user, role = await _person(teacher_id, number, actor=actor, uow=uow)
    if user is None or role is None:
        raise DomainError("people.no_account")
    if user.id == actor.id:
        raise DomainError("access.own_account")
    await require_manageable(user, role, actor=actor, uow=uow)
    return teacher, user
