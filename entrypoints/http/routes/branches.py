"""Branch offices."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.branches import branches as use_cases
from application.branches.ports import BranchViews
from application.ports import UnitOfWork
from contracts.branches import AddOffice, ChangeOffice, HeadOffices, OfficeAnswer, Offices
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/offices", operation_id="listOffices")
async def offices(actor: Given[Actor], branches: Given[BranchViews]) -> Answer[Offices]:
    """The branches that the caller may see."""
    return Answer(data=await use_cases.list_offices(actor=actor, branches=branches))


@get("/offices/hh", operation_id="listHeadOffices")
async def head_offices(actor: Given[Actor], branches: Given[BranchViews]) -> Answer[HeadOffices]:
    """The school's branches."""
    return Answer(data=await use_cases.list_head_offices(actor=actor, branches=branches))


@post("/offices", operation_id="addOffice")
async def add(data: JSONBody[AddOffice], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[OfficeAnswer]:
    """Makes a branch for one of the school's."""
    return Answer(data=await use_cases.add_office(data, actor=actor, uow=uow))


@put("/offices/{office_id:int}", operation_id="changeOffice")
async def change(
    office_id: FromPath[int],
    data: JSONBody[ChangeOffice],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    branches: Given[BranchViews],
) -> Answer[Empty]:
    """Gives a branch another name."""
    return Answer(data=await use_cases.change_office(office_id, data, actor=actor, uow=uow, branches=branches))


@delete("/offices/{office_id:int}", status_code=200, operation_id="deleteOffice")
async def remove(
    office_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], branches: Given[BranchViews]
) -> Answer[Empty]:
    """Deletes a branch that nothing names."""
    return Answer(data=await use_cases.delete_office(office_id, actor=actor, uow=uow, branches=branches))


ROUTES = [offices, head_offices, add, change, remove]
