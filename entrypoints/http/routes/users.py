"""Staff, accounts, and the sessions of others."""

from typing import Annotated

from litestar.params import PathParameter

from application.access import accounts, user_sessions
from contracts.access.users import IssuedPassword, NewPassword
from domain.access.roles import RoleType
from entrypoints.http.endpoint import endpoint
from entrypoints.http.responses import Answer


def issued(password: str) -> Answer[IssuedPassword]:
    """A new password, shown once."""
    return Answer(data=IssuedPassword(password=password))


def _new_password(password: str) -> Answer[NewPassword]:
    return Answer(data=NewPassword(new_password=password))


ROUTES = [
    endpoint("GET", "/users/staff", accounts.list_staff, operation_id="listStaff"),
    endpoint("GET", "/users/staff/{user_id:int}", accounts.show_staff, operation_id="showStaff"),
    endpoint("PUT", "/users/staff/{user_id:int}", accounts.change_account, operation_id="changeStaff"),
    endpoint(
        "PUT",
        "/users/staff/{user_id:int}/reset-password",
        accounts.give_new_password,
        operation_id="resetStaffPassword",
        answer=issued,
        kind=RoleType.STAFF,
    ),
    endpoint("PUT", "/users/staff/{user_id:int}/update-status", accounts.set_active, operation_id="changeStaffStatus"),
    endpoint("POST", "/users/create", accounts.create_account, operation_id="createUser"),
    endpoint("GET", "/users/{user_id:int}", accounts.show_user, operation_id="showUser"),
    endpoint(
        "PUT",
        "/users/{kind:int}/{user_id:int}/update",
        accounts.change_account,
        operation_id="changeUser",
        parameters={"kind": Annotated[int, PathParameter(name="kind", description="1 staff, 2 academic")]},
    ),
    endpoint(
        "PATCH",
        "/users/{user_id:int}/reset-password",
        accounts.give_new_password,
        operation_id="resetUserPassword",
        answer=_new_password,
    ),
    endpoint("GET", "/users/{user_id:int}/sessions", user_sessions.list_sessions, operation_id="userSessions"),
    endpoint(
        "DELETE",
        "/users/{user_id:int}/sessions/{session_id:int}",
        user_sessions.end_session,
        operation_id="endUserSession",
    ),
    endpoint("DELETE", "/users/{user_id:int}/sessions", user_sessions.end_all_sessions, operation_id="endUserSessions"),
]
