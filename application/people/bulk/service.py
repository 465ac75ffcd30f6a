"""Internal steps of bulk operations: resolve the selection, create, run a batch."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.access.account_service import STAFF, USERS
from application.actor import Actor
from application.groups.enrolment_service import enrol, lock_group, today_of
from application.people.academics.academics import ACADEMIC
from application.people.bulk.account_opening import OF_ACCOUNTS, AccountPorts, open_one, prepare, take_back_one
from application.people.bulk.branch_change import CHANGES_OF_BRANCH, change_branches
from application.people.bulk.ports import BulkViews, PeopleQuery
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import BULK
from contracts.people.bulk import BulkResult, BulkStarted, Selection
from contracts.texts import translate
from domain.access.permissions import Action
from domain.access.users import User
from domain.people.bulk_operation import (
    BATCH,
    MAX_SELECTED,
    BulkBatch,
    BulkKind,
    BulkOperation,
    Outcome,
    Subject,
    done,
    refused,
    undo_block,
    waiting,
)
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import Conflict, DomainError, FieldError, Forbidden, ValidationError

GUARD = "users:students"
# entity of an operation → the permissions of which one is enough
GUARDS: dict[str, tuple[str, ...]] = {
    Subject.STUDENT: (GUARD,),
    Subject.TEACHER: (ACADEMIC,),
    Subject.USER: (USERS, STAFF),
}
# entity of an operation → how its people are loaded
PEOPLE: dict[str, type[Student] | type[Teacher] | type[User]] = {
    Subject.STUDENT: Student,
    Subject.TEACHER: Teacher,
    Subject.USER: User,
}
# what an operation leaves in a row for its undo: branches of the person and of the account, or the opened account
LEFT = ("branches", "account", "login", "user", "known")


def required_action(act: BulkOperation) -> Action:
    """The required action: to create an academic's account, else to update a person."""
    return Action.CREATE if act.entity == Subject.TEACHER and act.kind in OF_ACCOUNTS else Action.UPDATE


def require_right(act: BulkOperation, actor: Actor | None) -> None:
    """Raises Forbidden if the actor may no longer do this to such people."""
    action, guards = required_action(act), GUARDS[act.entity]
    if actor is None or not any(actor.may(right, action) for right in guards):
        raise Forbidden(guards[0], str(action))


async def resolve_selection(form: Selection, query: PeopleQuery, actor: Actor, views: BulkViews) -> list[int]:
    """Returns the ids of the people that a selection means.

    Raises ValidationError for an empty or too large one, DomainError if the list has changed since.
    """
    if form.all == bool(form.ids):
        raise ValidationError({"ids": [FieldError("limit.required")]})
    if len(form.ids) > MAX_SELECTED:
        raise ValidationError({"ids": [FieldError("limit.le", {"limit": MAX_SELECTED})]})
    if not form.all:
        return list(dict.fromkeys(form.ids))
    found = await views.matching(query, actor)
    if form.total is not None and form.total != len(found):
        raise DomainError("people.list_changed", total=len(found))
    if not found:
        raise ValidationError({"ids": [FieldError("limit.required")]})
    return found


async def create_operation(
    act: BulkOperation, rows: Sequence[dict[str, Any]], actor: Actor, uow: UnitOfWork
) -> list[BulkBatch]:
    """Inserts the operation with its batches; more than one batch becomes a job."""
    uow.add(act)
    await uow.flush()
    act_id = int(act.id or 0)
    batches = [BulkBatch(act_id, at // BATCH, list(rows[at : at + BATCH])) for at in range(0, len(rows), BATCH)]
    for batch in batches:
        uow.add(batch)
    if len(batches) > 1:
        act.job_id = await uow.enqueue(BULK, {"actId": act_id}, actor=actor)
    return batches


async def run_batch(
    act: BulkOperation,
    batch: BulkBatch,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    zone: ZoneInfo,
    accounts: AccountPorts | None = None,
) -> None:
    """Runs one batch in the present transaction; one person's error affects no other.

    ``accounts``: only opening accounts needs it.
    """
    today = today_of(clock, zone)
    # locked in one order: two operations on the same people cannot deadlock
    found = await uow.load_many(PEOPLE[act.entity], [row["id"] for row in batch.rows])
    people: dict[int, Any] = {int(person.id or 0): person for person in found}
    prepared = None
    if act.kind == BulkKind.OPEN_ACCOUNTS and accounts is not None:
        prepared = await prepare(act, batch.rows, people, accounts, uow)
    rows = []
    for row in batch.rows:
        try:
            if prepared is not None:
                rows.append(done(row | await open_one(act, row, prepared, actor, uow)))
            elif act.kind == BulkKind.UNDO_OPEN_ACCOUNTS:
                await take_back_one(act, row, actor, uow)
                rows.append(done(row))
            elif act.kind in CHANGES_OF_BRANCH:
                rows.append(done(row | await change_branches(act, row, clock.now(), actor, uow)))
            else:
                await _do(act, row, today, actor, uow)
                rows.append(done(row))
        except Conflict:
            # a statement has failed, and the transaction with it: the request or the job is repeated
            raise
        except DomainError as refusal:
            rows.append(refused(row, refusal))
    await uow.flush()
    batch.end([row | {"version": people[row["id"]].version} if "code" not in row else row for row in rows])


async def _do(act: BulkOperation, row: dict[str, Any], today: date, actor: Actor, uow: UnitOfWork) -> None:
    student_id = row["id"]
    if act.kind == BulkKind.ADD_TO_GROUP:
        start = act.params.get("startDate")
        group = await lock_group(act.params["groupId"], actor, uow)
        await enrol(student_id, group, date.fromisoformat(start) if start else None, today, actor, uow)
        return
    student = await uow.load(Student, student_id, seen_by=actor, lock=True)
    if act.kind == BulkKind.BLOCK:
        student.block(act.params["reason"])
        _record("people.student_blocked", student_id, act, actor, uow, after={"reason": act.params["reason"]})
        return
    if act.kind == BulkKind.UNDO_BLOCK:
        undo_block(student, row.get("left_at"))
    else:
        student.unblock()
    _record("people.student_unblocked", student_id, act, actor, uow)


def _record(
    verb: str, student_id: int, act: BulkOperation, actor: Actor, uow: UnitOfWork, after: dict[str, Any] | None = None
) -> None:
    uow.audit(verb, "student", student_id, actor=actor, permission=GUARD, after=after, personal=True, bulk=act.id)


async def begin_operation(
    act: BulkOperation,
    rows: Sequence[dict[str, Any]],
    actor: Actor,
    uow: UnitOfWork,
    bulk: BulkViews,
    clock: Clock,
    zone: ZoneInfo,
    accounts: AccountPorts | None = None,
) -> BulkStarted:
    """Runs the operation at once, or by a job if it has several batches."""
    async with uow:
        batches = await create_operation(act, rows, actor, uow)
        if act.job_id is None:
            await run_batch(act, batches[0], actor=actor, uow=uow, clock=clock, zone=zone, accounts=accounts)
        await uow.commit()
        results = [] if act.job_id else [result_of(row, actor.language) for row in batches[0].rows]
    outcomes = [result.outcome for result in results]
    return BulkStarted(
        id=int(act.id or 0),
        job_id=act.job_id,
        total=len(rows),
        done=outcomes.count("done"),
        refused=outcomes.count("refused"),
        results=await bulk.named(results, act.entity, actor),
    )


def result_of(row: dict[str, Any], language: str) -> BulkResult:
    """Returns a row as its result, without the person's name."""
    message = translate(f"error.{row['code']}", language, **row["params"]) if "code" in row else None
    login = row.get("login") if row["outcome"] == Outcome.DONE else None
    return BulkResult(student_id=row["id"], student=None, outcome=row["outcome"], message=message, login=login)


def rows_to_undo(batches: Sequence[BulkBatch]) -> list[dict[str, Any]]:
    """Returns the people that an operation changed, with what it left."""
    return [
        waiting(row["id"], left_at=row["version"], **{name: row[name] for name in LEFT if name in row})
        for batch in batches
        for row in batch.rows
        if row["outcome"] == Outcome.DONE
    ]
