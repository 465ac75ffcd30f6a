"""Saved views of lists, private to each user and not audited."""

from typing import Any

import msgspec

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.ports import UnitOfWork
from contracts.access.saved_views import (
    MAX_COLUMNS,
    MAX_PARAMETER_LENGTH,
    MAX_PARAMETERS,
    MAX_WORD_LENGTH,
    ChangeView,
    SavedViewAnswer,
    SavedViewRow,
    SavedViews,
    SaveView,
    ViewForm,
    ViewValue,
)
from contracts.shared import Empty, check
from domain.access.saved_view import MAX_VIEWS, SavedView
from domain.access.users import User
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound
from domain.shared.text import clean_line


@permits(SIGNED_IN)
async def list_views(of_list: str | None, *, actor: Actor, uow: UnitOfWork) -> SavedViews:
    """Returns the caller's views of one list or of all lists, oldest first."""
    of = {} if of_list is None else {"list": of_list.strip()}
    async with uow:
        found = await uow.find_all(SavedView, user_id=actor.id, **of)
        return SavedViews(views=[_row(view) for view in found])


@permits(SIGNED_IN)
async def save_view(form: SaveView, *, actor: Actor, uow: UnitOfWork) -> SavedViewAnswer:
    """Saves a view.

    Raises ValidationError; DomainError("access.view_name_taken"), DomainError("access.too_many_views").
    """
    check(form, value=_faults(form.value))
    async with uow:
        # two tabs that save concurrently cannot exceed the limit
        await uow.load(User, int(actor.id or 0), lock=True)
        if await uow.count(SavedView, user_id=actor.id, list=form.list.strip()) >= MAX_VIEWS:
            raise DomainError("access.too_many_views", limit=MAX_VIEWS)
        view = SavedView(int(actor.id or 0), form.list.strip(), clean_line(form.name), _stored_value(form.value))
        uow.add(view)
        await uow.flush()
        await uow.commit()
        return SavedViewAnswer(view=_row(view))


@permits(SIGNED_IN)
async def change_view(view_id: int, form: ChangeView, *, actor: Actor, uow: UnitOfWork) -> SavedViewAnswer:
    """Renames a view, or saves another state under its name.

    Raises ValidationError, Conflict, NotFound, DomainError for the name.
    """
    check(form, value=_faults(form.value))
    async with uow:
        view = await _own(view_id, actor, uow)
        if view.version != form.version:
            raise Conflict(_row(view))
        view.name = view.name if form.name is None else clean_line(form.name)
        view.value = view.value if form.value is None else _stored_value(form.value)
        await uow.flush()
        await uow.commit()
        return SavedViewAnswer(view=_row(view))


@permits(SIGNED_IN)
async def delete_view(view_id: int, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Deletes a view. Raises NotFound."""
    async with uow:
        await uow.remove(await _own(view_id, actor, uow))
        await uow.commit()
    return Empty()


async def _own(view_id: int, actor: Actor, uow: UnitOfWork) -> SavedView:
    view = await uow.load(SavedView, view_id, lock=True)
    if view.user_id != actor.id:
        raise NotFound("SavedView", view_id)
    return view


def _faults(value: ViewForm | None) -> list[FieldError]:
    """Returns the errors of limits: number of parameters and columns, their lengths."""
    if value is None:
        return []
    columns = value.columns or []
    broken = []
    if len(value.address) > MAX_PARAMETERS:
        broken.append(FieldError("limit.le", {"limit": MAX_PARAMETERS}))
    if len(columns) > MAX_COLUMNS:
        broken.append(FieldError("limit.le", {"limit": MAX_COLUMNS}))
    if any(len(word) > MAX_WORD_LENGTH for word in (*value.address, *columns)):
        broken.append(FieldError("limit.max_length", {"limit": MAX_WORD_LENGTH}))
    if any(len(text) > MAX_PARAMETER_LENGTH for text in value.address.values()):
        broken.append(FieldError("limit.max_length", {"limit": MAX_PARAMETER_LENGTH}))
    return broken


def _stored_value(value: ViewForm) -> dict[str, Any]:
    return {"address": value.address, "columns": value.columns}


def _row(view: SavedView) -> SavedViewRow:
    value = msgspec.convert(view.value, ViewValue)
    return SavedViewRow(id=int(view.id or 0), list=view.list, name=view.name, value=value, version=view.version)
