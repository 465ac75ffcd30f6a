"""The bank of remarks of a checker."""

from application.actor import Actor
from application.authorization import permits
from application.homework.checking import ACADEMIC, ADMIN, acting_permission
from application.homework.ports import SubmissionViews
from application.ports import UnitOfWork
from contracts.homework.checking import AddRemark, ChangeRemark, RemarkAnswer, RemarkRow, Remarks
from contracts.shared import Empty, check
from domain.access.users import User
from domain.homework.remark import MAX_REMARKS, Remark
from domain.shared.errors import Conflict, DomainError, NotFound
from domain.shared.text import clean_text


@permits(ADMIN, ACADEMIC)
async def list_remarks(*, actor: Actor, submission_views: SubmissionViews) -> Remarks:
    """Returns own remarks, then shared ones of colleagues, by code."""
    return Remarks(remarks=await submission_views.remarks(actor))


@permits(ADMIN, ACADEMIC, do="update")
async def add_remark(form: AddRemark, *, actor: Actor, uow: UnitOfWork) -> RemarkAnswer:
    """Adds a remark.

    Raises ValidationError; DomainError: homework.remark_code_taken, homework.too_many_remarks.
    """
    check(form)
    async with uow:
        # two tabs that save concurrently cannot exceed the limit
        await uow.load(User, int(actor.id or 0), lock=True)
        if await uow.count(Remark, user_id=actor.id) >= MAX_REMARKS:
            raise DomainError("homework.too_many_remarks", limit=MAX_REMARKS)
        remark = Remark(int(actor.id or 0), form.code, clean_text(form.text), form.is_shared)
        uow.add(remark)
        await uow.flush()
        _audit("homework.remark_added", remark, actor, uow)
        await uow.commit()
        return RemarkAnswer(remark=_row(remark))


@permits(ADMIN, ACADEMIC, do="update")
async def change_remark(remark_id: int, form: ChangeRemark, *, actor: Actor, uow: UnitOfWork) -> RemarkAnswer:
    """Changes an own remark.

    Raises NotFound, Conflict, ValidationError, DomainError("homework.remark_code_taken").
    """
    check(form)
    async with uow:
        remark = await _own(remark_id, actor, uow)
        if remark.version != form.version:
            raise Conflict(_row(remark))
        remark.code, remark.text, remark.is_shared = form.code, clean_text(form.text), form.is_shared
        await uow.flush()
        _audit("homework.remark_changed", remark, actor, uow)
        await uow.commit()
        return RemarkAnswer(remark=_row(remark))


@permits(ADMIN, ACADEMIC, do="update")
async def delete_remark(remark_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Deletes an own remark. Raises NotFound."""
    async with uow:
        remark = await _own(remark_id, actor, uow)
        _audit("homework.remark_deleted", remark, actor, uow)
        await uow.remove(remark)
        await uow.commit()
    return Empty()


async def _own(remark_id: int, actor: Actor, uow: UnitOfWork) -> Remark:
    remark = await uow.load(Remark, remark_id, lock=True)
    if remark.user_id != actor.id:
        raise NotFound("Remark", remark_id)
    return remark


def _audit(verb: str, remark: Remark, actor: Actor, uow: UnitOfWork) -> None:
    uow.audit(verb, "remark", remark.id, actor=actor, permission=acting_permission(actor), code=remark.code)


def _row(remark: Remark) -> RemarkRow:
    return RemarkRow(int(remark.id or 0), remark.code, remark.text, remark.is_shared, own=True, version=remark.version)
