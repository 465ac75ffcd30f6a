"""Saved views of lists: one's own."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from application.access import saved_views as use_cases
from application.actor import Actor
from application.ports import UnitOfWork
from contracts.access.saved_views import ChangeView, SavedViewAnswer, SavedViews, SaveView
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/views", operation_id="listViews")
async def views(
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    of_list: Annotated[str | None, QueryParameter(name="list", max_length=100)] = None,
) -> Answer[SavedViews]:
    """The caller's views of a list, or of all lists."""
    return Answer(data=await use_cases.list_views(of_list, actor=actor, uow=uow))


@post("/views", status_code=200, operation_id="saveView")
async def save(data: JSONBody[SaveView], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[SavedViewAnswer]:
    """Saves a view of a list."""
    return Answer(data=await use_cases.save_view(data, actor=actor, uow=uow))


@put("/views/{view_id:int}", operation_id="changeView")
async def change(
    view_id: FromPath[int], data: JSONBody[ChangeView], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[SavedViewAnswer]:
    """Renames a view, or saves something else under its name."""
    return Answer(data=await use_cases.change_view(view_id, data, actor=actor, uow=uow))


@delete("/views/{view_id:int}", status_code=200, operation_id="deleteView")
async def remove(view_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Empty]:
    """Lets a view go."""
    return Answer(data=await use_cases.delete_view(view_id, actor=actor, uow=uow))


ROUTES = [views, save, change, remove]
