"""Student statuses, one by one; their list stands with the names for filters."""

from litestar import get, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.ports import UnitOfWork
from application.settings import control_actions as use_cases
from contracts.settings.control_actions import ChangeControlAction, ControlActionAnswer
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/control-actions/{action_id:int}", operation_id="showControlAction")
async def one(action_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[ControlActionAnswer]:
    """One student status with its words in every language."""
    return Answer(data=await use_cases.show_control_action(action_id, actor=actor, uow=uow))


@put("/control-actions/{action_id:int}", operation_id="changeControlAction")
async def change(
    action_id: FromPath[int], data: JSONBody[ChangeControlAction], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Gives a status other words, and says whether it counts in statistics."""
    return Answer(data=await use_cases.change_control_action(action_id, data, actor=actor, uow=uow))


ROUTES = [one, change]
