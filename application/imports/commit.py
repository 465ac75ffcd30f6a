"""The commit of an import: the plan that was shown, row by row, or the row is refused; in one transaction (H8)."""

from zoneinfo import ZoneInfo

import msgspec

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.imports.plan import STUDENTS, planned
from application.imports.ports import ImportRows
from application.imports.presenters import totals_of
from application.imports.rows import PlannedRow, Verb
from application.jobs.ports import OwnJobs
from application.ports import Cipher, Clock, UnitOfWork
from domain.access.permissions import Action
from domain.imports.student_import import ImportState, StudentImport
from domain.people.student import WITHOUT_COURSE
from domain.shared.errors import Forbidden

DOES_SOMETHING = (Verb.ADD, Verb.CHANGE)


@permits(SUPERADMIN)
async def perform_import(
    import_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    people: ActorLookup,
    jobs: OwnJobs,
    import_rows: ImportRows,
    clock: Clock,
    paper_cipher: Cipher,
    zone: ZoneInfo,
) -> None:
    """Commits a large import with the rights and branches that its owner has by now; done before, it is left.

    Raises Forbidden where he may not enrol any more.
    """
    async with uow:
        one = await uow.load(StudentImport, import_id, lock=True)
        if one.state != ImportState.COMMITTING:
            return
        owner = await people.acting(one.created_by or 0)
        if owner is None or not owner.may(STUDENTS, Action.CREATE):
            raise Forbidden(STUDENTS, str(Action.CREATE))
        await commit_now(
            one, actor=owner, uow=uow, import_rows=import_rows, clock=clock, cipher=paper_cipher, zone=zone, jobs=jobs
        )
        await uow.commit()


async def commit_now(
    one: StudentImport,
    *,
    actor: Actor,
    uow: UnitOfWork,
    import_rows: ImportRows,
    clock: Clock,
    cipher: Cipher,
    zone: ZoneInfo,
    jobs: OwnJobs | None = None,
) -> None:
    """Inside the open transaction: decides anew, does what is still as it was shown, refuses the rest."""
    import_id, now = int(one.id or 0), clock.now()

    async def tell(percent: int) -> None:
        if jobs is not None:
            await jobs.progress(int(one.totals.get("jobId", 0)), percent)

    await import_rows.take_turn(uow)
    shown = await import_rows.all(import_id, uow)
    await tell(10)
    today = now.astimezone(zone).date()
    anew = await planned(shown, one.mapping["columns"], today, actor, uow, import_rows, cipher)
    done = [settled(before, after) for before, after in zip(shown, anew, strict=True)]
    await tell(50)
    adds = [row for row in done if row.verb == Verb.ADD]
    ids = await import_rows.enrol(adds, int(one.office_id or 0), WITHOUT_COURSE, actor, uow)
    await import_rows.mend([row for row in done if row.verb == Verb.CHANGE], actor, uow)
    await tell(80)
    for row in adds:
        row.student_id = ids[row.number]
    await import_rows.keep(import_id, done, uow)
    totals = totals_of(done)
    one.finish(totals, now)
    uow.audit(
        "imports.committed", "import", import_id, actor=actor, permission=STUDENTS,
        after={"office_id": one.office_id} | totals, add=totals["add"], change=totals["change"],
    )  # fmt: skip


def settled(shown: PlannedRow, anew: PlannedRow) -> PlannedRow:
    """The row as it was shown, if it would still be decided so; else a refusal, never anything else."""
    if shown.verb not in DOES_SOMETHING or _deed(shown) == _deed(anew):
        return shown
    return shown.refused("imports.changed_meanwhile")


def _deed(row: PlannedRow) -> tuple[object, ...]:
    papers = msgspec.to_builtins(row.papers) if row.papers else None
    return row.verb, row.student_id, row.version, row.fields, papers
