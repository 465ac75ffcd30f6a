"""Internal steps of bulk operations: resolve the selection, create, run a batch."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.groups.enrolment_service import enrol, lock_group, today_of
from application.people.bulk.ports import BulkViews
from application.ports import Clock, UnitOfWork
from contracts.job_kinds import BULK
from contracts.people.bulk import Selection
from contracts.people.students import StudentsQuery
from domain.people.bulk_operation import (
    BATCH,
    PICKED_MAX,
    BulkBatch,
    BulkKind,
    BulkOperation,
    Outcome,
    done,
    refused,
    undo_block,
    waiting,
)
from domain.people.student import Student
from domain.shared.errors import DomainError, FieldError, ValidationError

GUARD = "users:students"


async def resolve_selection(form: Selection, query: StudentsQuery, actor: Actor, views: BulkViews) -> list[int]:
    """Returns the student ids that a selection means.

    Raises ValidationError for an empty or too large one, DomainError if the list has changed since.
    """
    if form.all == bool(form.ids):
        raise ValidationError({"ids": [FieldError("limit.required")]})
    if len(form.ids) > PICKED_MAX:
        raise ValidationError({"ids": [FieldError("limit.le", {"limit": PICKED_MAX})]})
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
    """Runs one batch in the present transaction; one student's error affects no other."""
    today = today_of(clock, zone)
    # locked in one order: two operations on the same students cannot deadlock
    students = {student.id: student for student in await uow.load_many(Student, [row["id"] for row in batch.rows])}
    rows = []
    for row in batch.rows:
        try:
            await _do(act, row, today, actor, uow)
            rows.append(done(row))
        except DomainError as refusal:
            rows.append(refused(row, refusal))
    await uow.flush()
    batch.end([row | {"version": students[row["id"]].version} if "code" not in row else row for row in rows])


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
    """Returns the students that an operation changed, with the versions it left."""
    return [
        waiting(row["id"], left_at=row["version"])
        for batch in batches
        for row in batch.rows
        if row["outcome"] == Outcome.DONE
    ]
