"""Connections with outside systems."""

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.ports import Cipher, Clock, UnitOfWork
from application.settings import integrations as use_cases
from application.settings.connection_test import Outside
from contracts.settings.integrations import ChangeIntegration, IntegrationAnswer, Integrations, IntegrationTested
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/integrations", operation_id="listIntegrations")
async def all_of_them(actor: Given[Actor], uow: Given[UnitOfWork], outside: Given[Outside]) -> Answer[Integrations]:
    """Every kind of outside system and how it is connected; no secret."""
    return Answer(data=await use_cases.list_integrations(actor=actor, uow=uow, outside=outside))


@put("/integrations", operation_id="changeIntegration")
async def change(
    data: JSONBody[ChangeIntegration],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    integration_cipher: Given[Cipher],
    outside: Given[Outside],
) -> Answer[IntegrationAnswer]:
    """Connects one kind in another way."""
    done = await use_cases.change_integration(
        data, actor=actor, uow=uow, clock=clock, cipher=integration_cipher, outside=outside
    )
    return Answer(data=done)


@post("/integrations/{kind:str}/test", status_code=200, operation_id="testIntegration")
async def test(kind: FromPath[str], actor: Given[Actor], outside: Given[Outside]) -> Answer[IntegrationTested]:
    """Tries a connection, and says in words how it went."""
    return Answer(data=await use_cases.test_integration(kind, actor=actor, outside=outside))


ROUTES = [all_of_them, change, test]
