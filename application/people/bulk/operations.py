"""Bulk operations on people: block, unblock, add to a group, change of branches.

Each person gets a result; blocks and changes of branches can be undone. Accounts are opened in ``account_operations``.
"""

import dataclasses
from zoneinfo import ZoneInfo

from application.access.account_service import STAFF, USERS
from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SUPERADMIN, permits, writable_offices
from application.groups.enrolment_service import lock_group
from application.jobs.ports import OwnJobs
from application.people.academics.academics import ACADEMIC
from application.people.bulk.account_opening import AccountPorts
from application.people.bulk.ports import BulkViews, LoginRegistry
from application.people.bulk.service import (
    GUARD,
    begin_operation,
    require_right,
    resolve_selection,
    rows_to_undo,
    run_batch,
)
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import StaffQuery
from contracts.people.academics import AcademicsQuery
from contracts.people.bulk import (
    AddStudentsToGroup,
    BlockStudents,
    BulkCardAnswer,
    BulkResults,
    BulkResultsQuery,
    BulkStarted,
    ChangeBranches,
    UnblockStudents,
)
from contracts.people.students import StudentsQuery
from contracts.shared import check
from domain.access.escalation import branches_beyond
from domain.branches.office import Office
from domain.jobs.job import Job
from domain.people.bulk_operation import UNDONE_BY, BulkBatch, BulkKind, BulkOperation, Subject, waiting
from domain.shared.errors import DomainError, FieldError, NotFound
from domain.shared.text import clean_text


@permits(GUARD, do="update")
async def block_students(
    query: StudentsQuery,
    form: BlockStudents,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Blocks every selected student for one reason.

    A student who is blocked already, or whom the caller cannot see, is skipped with an error in the result. Raises
    ValidationError, DomainError("people.list_changed") if the selection *all* has changed since.
    """
    check(form)
    act = BulkOperation(BulkKind.BLOCK.value, {"reason": clean_text(form.reason)}, int(actor.id or 0))
    ids = await resolve_selection(form, query, actor, bulk)
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


@permits(GUARD, do="update")
async def unblock_students(
    query: StudentsQuery,
    form: UnblockStudents,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Unblocks every selected student.

    Raises ValidationError, DomainError("people.list_changed").
    """
    act = BulkOperation(BulkKind.UNBLOCK.value, {}, int(actor.id or 0))
    ids = await resolve_selection(form, query, actor, bulk)
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


@permits(GUARD, do="update")
async def add_students_to_group(
    query: StudentsQuery,
    form: AddStudentsToGroup,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Adds every selected student to a group, by the rules of adding one.

    Raises ValidationError, NotFound for a group outside the caller's branches.
    """
    ids = await resolve_selection(form, query, actor, bulk)
    async with uow:
        await lock_group(form.group_id, actor, uow)
    start = form.start_date.isoformat() if form.start_date else None
    act = BulkOperation(BulkKind.ADD_TO_GROUP.value, {"groupId": form.group_id, "startDate": start}, int(actor.id or 0))
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


@permits(GUARD, do="update")
async def change_student_branches(
    query: StudentsQuery,
    form: ChangeBranches,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Changes the branches of every selected student to the given ones, or adds them.

    The caller gives and takes only their own branches (D-56). Raises ValidationError,
    DomainError("people.list_changed").
    """
    ids = await resolve_selection(form, query, actor, bulk)
    act = await _move(Subject.STUDENT, form, actor, uow)
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


@permits(ACADEMIC, do="update")
async def change_academic_branches(
    query: AcademicsQuery,
    form: ChangeBranches,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Changes the branches of every selected academic, and of the academic's account.

    Raises ValidationError, DomainError("people.list_changed").
    """
    ids = await resolve_selection(form, query, actor, bulk)
    act = await _move(Subject.TEACHER, form, actor, uow)
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


@permits(USERS, STAFF, do="update")
async def change_staff_branches(
    query: StaffQuery,
    form: ChangeBranches,
    *,
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
) -> BulkStarted:
    """Changes the branches of every selected member of staff.

    An account with more rights than the caller's stays as it is, as does one with all branches. Raises ValidationError,
    DomainError("people.list_changed").
    """
    ids = await resolve_selection(form, query, actor, bulk)
    act = await _move(Subject.USER, form, actor, uow)
    return await begin_operation(act, [waiting(id) for id in ids], actor, uow, bulk, clock, zone)


async def _move(entity: Subject, form: ChangeBranches, actor: Actor, uow: UnitOfWork) -> BulkOperation:
    """Returns the operation.

    Raises ValidationError without a branch, or for one that the caller cannot give.
    """
    wanted = set(form.office_ids)
    async with uow:
        known = {office.id for office in await uow.find_all(Office)}
    unknown = bool(wanted - known or branches_beyond(writable_offices(actor), wanted))
    fault = "limit.required" if not wanted else "limit.unknown_choice" if unknown else None
    check(form, officeIds=[FieldError(fault)] if fault else [])
    params = {"officeIds": sorted(wanted), "keep": form.keep}
    return BulkOperation(BulkKind.CHANGE_BRANCH.value, params, int(actor.id or 0), entity=entity.value)


@permits(GUARD, ACADEMIC, USERS, STAFF, do="update")
async def undo_operation(
    act_id: int, *, actor: Actor, uow: UnitOfWork, bulk: BulkViews, clock: Clock, zone: ZoneInfo
) -> BulkStarted:
    """Undoes the caller's bulk block, change of branches or opening of accounts.

    People changed since are left out, as are accounts that somebody signed in with. Raises NotFound;
    DomainError("people.not_undoable") for any other operation, one in progress or one that changed nobody;
    DomainError("people.undone_already"); Forbidden if the caller may no longer change such people.
    """
    async with uow:
        act = await uow.load(BulkOperation, act_id, lock=True)
        if act.created_by != actor.id:
            raise NotFound("BulkAct", act_id)
        require_right(act, actor)
        batches = await uow.find_all(BulkBatch, act_id=act_id)
        job = await uow.load(Job, act.job_id) if act.job_id else None
        rows = rows_to_undo(batches)
        undoing = UNDONE_BY.get(BulkKind(act.kind))
        if undoing is None or (job and not job.over) or not rows:
            raise DomainError("people.not_undoable")
        if await uow.find(BulkOperation, undoes_id=act_id):
            raise DomainError("people.undone_already")
    undo = BulkOperation(undoing.value, {}, int(actor.id or 0), undoes_id=act_id, entity=act.entity)
    return await begin_operation(undo, rows, actor, uow, bulk, clock, zone)


@permits(SUPERADMIN)
async def run_operation(
    act_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    people: ActorLookup,
    jobs: OwnJobs,
    clock: Clock,
    zone: ZoneInfo,
    logins: LoginRegistry,
    passwords: PasswordHasher,
) -> None:
    """Runs a bulk operation in batches, with its owner's present rights and branches.

    Batches of an earlier attempt are skipped. Raises Forbidden if the owner may no longer change such people.
    """
    async with uow:
        act = await uow.load(BulkOperation, act_id)
        positions = [batch.place for batch in await uow.find_all(BulkBatch, act_id=act_id) if not batch.done]
    owner = await people.acting(act.created_by)
    require_right(act, owner)
    owner = dataclasses.replace(owner or actor, request_id=actor.request_id)
    accounts = AccountPorts(logins, passwords)
    for number, place in enumerate(positions):
        async with uow:
            batch = await uow.find(BulkBatch, act_id=act_id, place=place, lock=True)
            if batch is not None and not batch.done:
                await run_batch(act, batch, actor=owner, uow=uow, clock=clock, zone=zone, accounts=accounts)
                await uow.commit()
        await jobs.progress(act.job_id or 0, min(99, (number + 1) * 100 // len(positions)))


@permits(GUARD, ACADEMIC, USERS, STAFF)
async def show_operation(act_id: int, *, actor: Actor, bulk: BulkViews) -> BulkCardAnswer:
    """Returns one of the caller's bulk operations with its progress. Raises NotFound."""
    return BulkCardAnswer(act=await bulk.card(act_id, actor))


@permits(GUARD, ACADEMIC, USERS, STAFF)
async def list_results(act_id: int, query: BulkResultsQuery, *, actor: Actor, bulk: BulkViews) -> BulkResults:
    """Returns the result of each person of the caller's bulk operation.

    Raises NotFound.
    """
    return await bulk.results(act_id, query, actor)
