"""Staff, accounts, and the sessions of others."""

from typing import Annotated

from litestar import delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, PathParameter

from application.access import accounts, user_sessions
from application.access.ports import AccessViews
from application.access.staff_views import StaffViews
from application.actor import Actor
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.sign_in import SessionPage
from contracts.access.users import (
    ChangeActive,
    ChangeUser,
    CreateUser,
    IssuedPassword,
    NewPassword,
    OpenedAccount,
    StaffAnswer,
    StaffPage,
    StaffQuery,
    UserAnswer,
)
from contracts.shared import Count, Empty
from domain.access.roles import RoleType
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get("/users/staff", dependencies={"asked": asked_of(StaffQuery)}, opt={"query": StaffQuery}, operation_id="listStaff")
async def all_staff(asked: Given[StaffQuery], actor: Given[Actor], staff: Given[StaffViews]) -> Answer[StaffPage]:
    """Staff of the caller's branches, the newest first."""
    return Answer(data=await accounts.list_staff(asked, actor=actor, staff=staff))


@get("/users/staff/{user_id:int}", operation_id="showStaff")
async def one_of_staff(user_id: FromPath[int], actor: Given[Actor], staff: Given[StaffViews]) -> Answer[StaffAnswer]:
    """One member of staff."""
    return Answer(data=await accounts.show_staff(user_id, actor=actor, staff=staff))


@put("/users/staff/{user_id:int}", operation_id="changeStaff")
async def change_staff(
    user_id: FromPath[int],
    data: JSONBody[ChangeUser],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    staff: Given[StaffViews],
) -> Answer[Empty]:
    """Changes a member of staff; a changed role ends his sessions."""
    done = await accounts.change_account(user_id, data, actor=actor, uow=uow, clock=clock, staff=staff)
    return Answer(data=done)


@put("/users/staff/{user_id:int}/reset-password", operation_id="resetStaffPassword")
async def reset_staff_password(
    user_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    clock: Given[Clock],
) -> Answer[IssuedPassword]:
    """A new password, shown once; his sessions end."""
    password = await accounts.give_new_password(
        user_id, kind=RoleType.STAFF, actor=actor, uow=uow, passwords=passwords, clock=clock
    )
    return Answer(data=IssuedPassword(password=password))


@put("/users/staff/{user_id:int}/update-status", operation_id="changeStaffStatus")
async def change_status(
    user_id: FromPath[int],
    data: JSONBody[ChangeActive],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
) -> Answer[Empty]:
    """Closes an account for a reason, its sessions at once, or opens it again."""
    return Answer(data=await accounts.set_active(user_id, data, actor=actor, uow=uow, clock=clock))


@post("/users/create", operation_id="createUser")
async def create(
    data: JSONBody[CreateUser], actor: Given[Actor], uow: Given[UnitOfWork], passwords: Given[PasswordHasher]
) -> Answer[OpenedAccount]:
    """Opens an account; its password is shown once."""
    return Answer(data=await accounts.create_account(data, actor=actor, uow=uow, passwords=passwords))


@get("/users/{user_id:int}", operation_id="showUser")
async def one_user(user_id: FromPath[int], actor: Given[Actor], staff: Given[StaffViews]) -> Answer[UserAnswer]:
    """One account to be edited."""
    return Answer(data=await accounts.show_user(user_id, actor=actor, staff=staff))


@put("/users/{kind:int}/{user_id:int}/update", operation_id="changeUser")
async def change_user(
    kind: Annotated[int, PathParameter(name="kind", description="1 staff, 2 academic")],
    user_id: FromPath[int],
    data: JSONBody[ChangeUser],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    staff: Given[StaffViews],
) -> Answer[Empty]:
    """Changes an account of this type."""
    done = await accounts.change_account(user_id, data, kind=kind, actor=actor, uow=uow, clock=clock, staff=staff)
    return Answer(data=done)


@patch("/users/{user_id:int}/reset-password", operation_id="resetUserPassword")
async def reset_password(
    user_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    clock: Given[Clock],
) -> Answer[NewPassword]:
    """A new password, shown once; the sessions end."""
    password = await accounts.give_new_password(user_id, actor=actor, uow=uow, passwords=passwords, clock=clock)
    return Answer(data=NewPassword(new_password=password))


@get("/users/{user_id:int}/sessions", operation_id="userSessions")
async def sessions(
    user_id: FromPath[int], actor: Given[Actor], access: Given[AccessViews], staff: Given[StaffViews]
) -> Answer[SessionPage]:
    """The living sessions of an account."""
    return Answer(data=await user_sessions.list_sessions(user_id, actor=actor, access=access, staff=staff))


@delete("/users/{user_id:int}/sessions/{session_id:int}", status_code=200, operation_id="endUserSession")
async def end_session(
    user_id: FromPath[int],
    session_id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
) -> Answer[Empty]:
    """Ends one session of an account."""
    return Answer(data=await user_sessions.end_session(user_id, session_id, actor=actor, uow=uow, clock=clock))


@delete("/users/{user_id:int}/sessions", status_code=200, operation_id="endUserSessions")
async def end_sessions(
    user_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], clock: Given[Clock]
) -> Answer[Count]:
    """Ends every session of an account; of one's own all but this one."""
    return Answer(data=await user_sessions.end_all_sessions(user_id, actor=actor, uow=uow, clock=clock))


ROUTES = [
    all_staff,
    one_of_staff,
    change_staff,
    reset_staff_password,
    change_status,
    create,
    one_user,
    change_user,
    reset_password,
    sessions,
    end_session,
    end_sessions,
]
