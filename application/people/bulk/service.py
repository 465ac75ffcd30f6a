"""Internal steps of bulk operations: resolve the selection, create, run a batch."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.access.account_service import STAFF, USERS
from application.actor import Actor
from application.groups.enrolment_service import enrol, lock_group, today_of
from application.people.academics.academics import ACADEMIC
from application.people.bulk.branch_change import CHANGES_OF_BRANCH, change_branches
from application.people.bulk.ports import BulkViews, PeopleQuery
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import BULK
from contracts.people.bulk import Selection
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
from domain.shared.errors import DomainError, FieldError, ValidationError

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


def right_over(entity: str, actor: Actor) -> str | None:
    """Returns the permission by which the actor changes such people, if there is one."""
    return next((right for right in GUARDS[entity] if actor.may(right, Action.UPDATE)), None)


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
    act: BulkOperation, batch: BulkBatch, *, actor: Actor, uow: UnitOfWork, clock: Clock, zone: ZoneInfo
) -> None:
    """Runs one batch in the present transaction; one person's error affects no other."""
    today = today_of(clock, zone)
    # locked in one order: two operations on the same people cannot deadlock
    found = await uow.load_many(PEOPLE[act.entity], [row["id"] for row in batch.rows])
    people = {person.id: person for person in found}
    rows = []
    for row in batch.rows:
        try:
            if act.kind in CHANGES_OF_BRANCH:
                rows.append(done(row | await change_branches(act, row, clock.now(), actor, uow)))
                continue
            await _do(act, row, today, actor, uow)
            rows.append(done(row))
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


def rows_to_undo(batches: Sequence[BulkBatch]) -> list[dict[str, Any]]:
    """Returns the people that an operation changed, with what it left."""
    return [
        waiting(
            row["id"], left_at=row["version"], **{name: row[name] for name in ("branches", "account") if name in row}
        )
        for batch in batches
        for row in batch.rows
        if row["outcome"] == Outcome.DONE
    ]
