"""Commits an import in one transaction: each row as shown, or rejected (H8)."""

from zoneinfo import ZoneInfo

import msgspec

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.imports.branches import load_branch_names
from application.imports.plan import STUDENTS, plan_rows
from application.imports.ports import ImportRows
from application.imports.presenters import BRANCHES, count_totals
from application.imports.rows import PlannedRow, Verb
from application.jobs.ports import OwnJobs
from application.ports import Cipher, Clock, PaperCipher, UnitOfWork
from domain.access.permissions import Action
from domain.imports.student_import import ImportState, StudentImport
from domain.people.student import WITHOUT_COURSE
from domain.shared.errors import Forbidden

WRITING_VERBS = (Verb.ADD, Verb.CHANGE)


@permits(SUPERADMIN)
async def run_import(
    import_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    people: ActorLookup,
    jobs: OwnJobs,
    import_rows: ImportRows,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> None:
    """Commits a large import with its owner's present rights; idempotent.

    Raises Forbidden if the owner may no longer create students.
    """
    async with uow:
        one = await uow.load(StudentImport, import_id, lock=True)
        if one.state != ImportState.COMMITTING:
            return
        owner = await people.acting(one.created_by or 0)
        if owner is None or not owner.may(STUDENTS, Action.CREATE):
            raise Forbidden(STUDENTS, str(Action.CREATE))
        await commit_plan(
            one, actor=owner, uow=uow, import_rows=import_rows, clock=clock, cipher=paper_cipher, zone=zone, jobs=jobs
        )
        await uow.commit()


async def commit_plan(
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
    """Plans again in the open transaction, writes what is unchanged, rejects the rest."""
    import_id, now = int(one.id or 0), clock.now()

    async def report(percent: int) -> None:
        if jobs is not None:
            await jobs.progress(int(one.totals.get("jobId", 0)), percent)

    await import_rows.lock_commits(uow)
    shown = await import_rows.fetch_all(import_id, uow)
    await report(10)
    today = now.astimezone(zone).date()
    branches = await load_branch_names(actor, uow, one.mapping.get(BRANCHES, []), one.office_id)
    anew = await plan_rows(shown, one.mapping["columns"], branches, today, actor, uow, import_rows, cipher)
    done = [unchanged_or_rejected(before, after) for before, after in zip(shown, anew, strict=True)]
    await report(50)
    adds = [row for row in done if row.verb == Verb.ADD]
    ids = await import_rows.insert_students(adds, WITHOUT_COURSE, actor, uow)
    before = await import_rows.update_students([row for row in done if row.verb == Verb.CHANGE], actor, uow)
    await report(80)
    for row in adds:
        row.student_id = ids[row.number]
    for row in done:
        row.before = before.get(row.number)
    await import_rows.replace(import_id, done, uow)
    totals = count_totals(done)
    one.finish(totals, now)
    uow.audit(
        "imports.committed", "import", import_id, actor=actor, permission=STUDENTS,
        after={"office_id": one.office_id} | totals, add=totals["add"], change=totals["change"],
    )  # fmt: skip


def unchanged_or_rejected(shown: PlannedRow, anew: PlannedRow) -> PlannedRow:
    """Returns the row as shown if the decision is the same, else rejects it."""
    if shown.verb not in WRITING_VERBS or _decision(shown) == _decision(anew):
        return shown
    return shown.refused("imports.changed_meanwhile")


def _decision(row: PlannedRow) -> tuple[object, ...]:
    documents = msgspec.to_builtins(row.papers) if row.papers else None
    return row.verb, row.student_id, row.version, row.fields, documents, row.office_id, row.decision, row.similar
