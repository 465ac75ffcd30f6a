"""Roles, who holds them, and who can see what."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from application.access import access_explanation as why
from application.access import roles as use_cases
from application.access.ports import RoleViews
from application.actor import Actor
from application.ports import UnitOfWork
from contracts.access.roles import (
    ChangeRole,
    CreateRole,
    RoleAnswer,
    RoleDetailAnswer,
    RolePage,
    RolesQuery,
    RoleUserPage,
    RoleUsersQuery,
    WhoPage,
    WhoQuery,
    WhyAnswer,
    WhyQuery,
)
from contracts.access.sign_in import Created
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get("/roles/all", dependencies={"asked": asked_of(RolesQuery)}, opt={"query": RolesQuery}, operation_id="listRoles")
async def all_roles(asked: Given[RolesQuery], actor: Given[Actor], roles: Given[RoleViews]) -> Answer[RolePage]:
    """Roles by name."""
    return Answer(data=await use_cases.list_roles(asked, actor=actor, roles=roles))


@post("/roles", operation_id="createRole")
async def create(data: JSONBody[CreateRole], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[RoleAnswer]:
    """Makes a role of rights that the caller has himself."""
    return Answer(data=await use_cases.create_role(data, actor=actor, uow=uow))


@get("/roles/{role_id:int}", operation_id="showRole")
async def one(role_id: FromPath[int], actor: Given[Actor], roles: Given[RoleViews]) -> Answer[RoleAnswer]:
    """One role with its rights."""
    return Answer(data=await use_cases.show_role(role_id, actor=actor, roles=roles))


@get("/roles/{role_id:int}/detail", operation_id="roleDetail")
async def detail(role_id: FromPath[int], actor: Given[Actor], roles: Given[RoleViews]) -> Answer[RoleDetailAnswer]:
    """One role with its tree of rights and the number of its users."""
    return Answer(data=await use_cases.role_detail(role_id, actor=actor, roles=roles))


@put("/roles/{role_id:int}", operation_id="changeRole")
async def change(
    role_id: FromPath[int],
    data: JSONBody[ChangeRole],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    roles: Given[RoleViews],
) -> Answer[RoleAnswer]:
    """Changes a role, for all who hold it from their next request on."""
    return Answer(data=await use_cases.change_role(role_id, data, actor=actor, uow=uow, roles=roles))


@delete("/roles/{role_id:int}", status_code=200, operation_id="deleteRole")
async def remove(role_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Empty]:
    """Deletes a role that nobody holds."""
    return Answer(data=await use_cases.delete_role(role_id, actor=actor, uow=uow))


@post("/roles/initial", status_code=200, operation_id="makeDefaultRoles")
async def initial_roles(actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Created]:
    """Makes the default roles that aren't there."""
    return Answer(data=await use_cases.make_default_roles(actor=actor, uow=uow))


@get(
    "/users/by-role/{role_id:int}",
    dependencies={"asked": asked_of(RoleUsersQuery)},
    opt={"query": RoleUsersQuery},
    operation_id="usersOfRole",
)
async def users_of_role(
    role_id: FromPath[int], asked: Given[RoleUsersQuery], actor: Given[Actor], roles: Given[RoleViews]
) -> Answer[RoleUserPage]:
    """Who holds a role, of the caller's branches."""
    return Answer(data=await use_cases.users_of_role(role_id, asked, actor=actor, roles=roles))


@get("/users/explain", dependencies={"asked": asked_of(WhoQuery)}, opt={"query": WhoQuery}, operation_id="whoMay")
async def who_may(asked: Given[WhoQuery], actor: Given[Actor], roles: Given[RoleViews]) -> Answer[WhoPage]:
    """Who may open a screen or do something, and why."""
    return Answer(data=await why.who_may(asked, actor=actor, roles=roles))


@get(
    "/users/{user_id:int}/explain",
    dependencies={"asked": asked_of(WhyQuery)},
    opt={"query": WhyQuery},
    operation_id="whyMay",
)
async def why_may(
    user_id: FromPath[int], asked: Given[WhyQuery], actor: Given[Actor], roles: Given[RoleViews]
) -> Answer[WhyAnswer]:
    """Why one person may or may not open a screen or do something."""
    return Answer(data=await why.why_may(user_id, asked, actor=actor, roles=roles))


ROUTES = [
    all_roles,
    create,
    one,
    detail,
    change,
    remove,
    initial_roles,
    users_of_role,
    who_may,
    why_may,
]
