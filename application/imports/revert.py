"""Reverts a committed import, row by row, where nothing followed (D-155)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.imports.imports import GUARD, MAX_INLINE_CHANGES, enqueue, load_own
from application.imports.plan import STUDENTS
from application.imports.ports import ImportedStudents, ImportRows
from application.imports.presenters import import_card
from application.imports.rows import PlannedRow, Verb
from application.people.privacy.identity_documents import GUARD as PRIVATE
from application.ports import Clock, UnitOfWork
from contracts.imports import ImportAnswer, RevertImport
from contracts.job_kinds import IMPORT_REVERT
from domain.access.permissions import Action
from domain.imports.revert import ImportedStudent, Obstacle, obstacle_of_change, obstacle_of_new
from domain.imports.student_import import ImportState, StudentImport
from domain.shared.errors import DomainError, Forbidden

WRITTEN = (Verb.ADD, Verb.CHANGE)


@permits(GUARD, do="create")
async def revert_import(
    import_id: int,
    form: RevertImport,
    *,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    imported_students: ImportedStudents,
    clock: Clock,
) -> ImportAnswer:
    """Reverts an import of the caller, by a job above 300 changes.

    A student whom it created is removed, a changed one has the former values again, where nothing followed; any other
    row stays with its reason, and a repeated call tries it again. Raises DomainError("shared.stale",
    "shared.illegal_move"), NotFound.
    """
    async with uow:
        one = await load_own(import_id, actor, uow, lock=True)
        if one.version != form.version:
            raise DomainError("shared.stale")
        one.start_revert()
        if one.totals.get("add", 0) + one.totals.get("change", 0) <= MAX_INLINE_CHANGES:
            await _revert_rows(one, actor, uow, import_rows, imported_students, clock)
        else:
            await enqueue(IMPORT_REVERT, one, actor, uow)
        await uow.flush()
        answer = ImportAnswer(student_import=await import_card(one, actor, uow, import_rows))
        await uow.commit()
    return answer


@permits(SUPERADMIN)
async def run_import_revert(
    import_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    people: ActorLookup,
    import_rows: ImportRows,
    imported_students: ImportedStudents,
    clock: Clock,
) -> None:
    """Reverts a large import with its owner's present rights; idempotent.

    Raises Forbidden if the owner may no longer create students.
    """
    async with uow:
        one = await uow.load(StudentImport, import_id, lock=True)
        if one.state != ImportState.REVERTING:
            return
        owner = await people.acting(one.created_by or 0)
        if owner is None or not owner.may(STUDENTS, Action.CREATE):
            raise Forbidden(STUDENTS, str(Action.CREATE))
        await _revert_rows(one, owner, uow, import_rows, imported_students, clock)
        await uow.commit()


async def _revert_rows(
    one: StudentImport,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    imported_students: ImportedStudents,
    clock: Clock,
) -> None:
    import_id = int(one.id or 0)
    await import_rows.lock_commits(uow)
    rows = await import_rows.fetch_all(import_id, uow)
    written = [row for row in rows if row.verb in WRITTEN]
    present = await imported_students.fetch([row.student_id or 0 for row in written if not row.reverted], actor, uow)
    for row in written:
        if not row.reverted:
            row.left = _obstacle(row, present, actor)
            row.reverted = row.left is None
    counts = _counts(written)
    done = [row for row in written if row.reverted and row.student_id in present]
    await imported_students.remove([row.student_id or 0 for row in done if row.verb == Verb.ADD], uow)
    await imported_students.restore([row for row in done if row.verb == Verb.CHANGE], uow)
    await import_rows.replace(import_id, rows, uow)
    one.finish_revert(counts, clock.now())
    uow.audit(
        "imports.reverted", "import", import_id, actor=actor, permission=STUDENTS, after=counts,
        removed=counts["removed"], restored=counts["restored"], left=counts["left"],
    )  # fmt: skip


def _obstacle(row: PlannedRow, present: Mapping[int, ImportedStudent], actor: Actor) -> Obstacle | None:
    student = present.get(row.student_id or 0)
    if row.verb == Verb.ADD:
        return obstacle_of_new(student, row.office_id)
    if row.before is None:
        return Obstacle.NOT_RECORDED
    if not actor.may(STUDENTS, Action.UPDATE) or (row.papers is not None and not actor.may(PRIVATE, Action.UPDATE)):
        return Obstacle.NO_RIGHT
    return obstacle_of_change(student, row.fields, None if row.papers is None else row.keys)


def _counts(rows: Sequence[PlannedRow]) -> dict[str, int]:
    """Counts the rows that were removed, restored and left, earlier reverts included."""
    counted = Counter("left" if not row.reverted else "removed" if row.verb == Verb.ADD else "restored" for row in rows)
    return {name: counted[name] for name in ("removed", "restored", "left")}
