"""Use cases of branch offices: list, create, rename, delete."""

from application.actor import Actor
from application.authorization import CENTRE, SIGNED_IN, permits
from application.branches.ports import BranchViews
from application.ports import UnitOfWork
from contracts.branches import AddOffice, ChangeOffice, HeadOffices, OfficeAnswer, OfficeRow, Offices
from contracts.branches import HeadOffice as HeadOfficeRow
from contracts.shared import Empty, check
from contracts.texts import translate
from domain.branches.office import HeadOffice, Office
from domain.shared.errors import Conflict, DomainError, FieldError
from domain.shared.text import clean_line

GUARD = "staff_control:offices"


@permits(SIGNED_IN)
async def list_offices(*, actor: Actor, branches: BranchViews) -> Offices:
    """Returns the branches that the caller may see, by name (D-59)."""
    return Offices(offices=await branches.offices(actor))


@permits(GUARD)
async def list_head_offices(*, actor: Actor, branches: BranchViews) -> HeadOffices:
    """Returns the school's branches, each with its branch here."""
    return HeadOffices(h_offices=await branches.head_offices())


@permits(GUARD, do="create", scope=CENTRE)
async def add_office(form: AddOffice, *, actor: Actor, uow: UnitOfWork) -> OfficeAnswer:
    """Creates a branch for one of the school's (R1-230, R1-232, R1-236).

    It assigns nobody to the branch: that is part of editing accounts (D-56). Raises ValidationError;
    DomainError("branches.head_office_related") if the school's branch has one already.
    """
    async with uow:
        school = await uow.find(HeadOffice, lock=True, id=form.h_office_id) if form.h_office_id else None
        missing = form.h_office_id is None
        unknown = school is None or school.school_deleted_at is not None
        faults = [FieldError("limit.required" if missing else "limit.unknown_choice")] if missing or unknown else []
        check(form, hOfficeId=faults)
        if await uow.find(Office, head_office_id=form.h_office_id) is not None:
            raise DomainError("branches.head_office_related")
        office = Office(clean_line(form.name), form.h_office_id)
        uow.add(office)
        await uow.flush()
        after = {"name": office.name, "head_office_id": office.head_office_id}
        uow.audit("branches.added", "office", office.id, actor=actor, permission=GUARD, after=after, name=office.name)
        await uow.commit()
    related = HeadOfficeRow(id=form.h_office_id or 0, name=school.name if school else "", is_related=True)
    return OfficeAnswer(office=OfficeRow(id=office.id or 0, name=office.name, h_office=related, version=office.version))


@permits(GUARD, do="update")
async def change_office(
    office_id: int, form: ChangeOffice, *, actor: Actor, uow: UnitOfWork, branches: BranchViews
) -> Empty:
    """Renames a branch, which stops following the school's name.

    Raises ValidationError, also for a head office other than the branch's (R1-235); Conflict (D-8); NotFound for a
    branch outside the caller's scope.
    """
    async with uow:
        office = await uow.load(Office, office_id, seen_by=actor, lock=True)
        other = form.h_office_id is not None and form.h_office_id != office.head_office_id
        check(form, hOfficeId=[FieldError("limit.fixed")] if other else [])
        if office.version != form.version:
            raise Conflict(await branches.one(office_id, actor))
        before, office.name = office.name, clean_line(form.name)
        if before != office.name:
            uow.audit(
                "branches.renamed",
                "office",
                office_id,
                actor=actor,
                permission=GUARD,
                before={"name": before},
                after={"name": office.name},
                name=before,
            )
            await uow.commit()
    return Empty()


@permits(GUARD, do="delete")
async def delete_office(office_id: int, *, actor: Actor, uow: UnitOfWork, branches: BranchViews) -> Empty:
    """Deletes an unreferenced branch.

    Raises DomainError("branches.in_use") with the referencing records; NotFound. Records that the school sends for its
    branch are deferred from then on, until a branch is created for it again.
    """
    async with uow:
        office = await uow.load(Office, office_id, seen_by=actor, lock=True)
        if uses := await branches.uses(office_id):
            references = [
                f"{translate(f'branches.use.{kind}', actor.language)}: {count}" for kind, count in uses.items()
            ]
            raise DomainError("branches.in_use", uses=", ".join(references))
        before = {"name": office.name, "head_office_id": office.head_office_id}
        await uow.remove(office)
        uow.audit(
            "branches.deleted", "office", office_id, actor=actor, permission=GUARD, before=before, name=office.name
        )
        await uow.commit()
    return Empty()
