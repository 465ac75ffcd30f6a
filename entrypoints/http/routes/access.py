"""Access: signing in, sessions, the own profile, roles, accounts and saved views.

Students sign in to the student gateway.
"""

import logging
from asyncio import Semaphore
from typing import Annotated

from litestar import Response
from litestar.params import PathParameter, QueryParameter

from application.access import access_explanation, accounts, profile, roles, saved_views, sessions
from application.access.ports import BrowserCookies, SignInStore
from application.access.students import profile as student_profile
from application.access.students import sessions as student_sessions
from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.files.ports import FileLinks
from application.ports import Clock, PasswordHasher, Tokens, UnitOfWork
from contracts.access.sign_in import ClientLog, SignedIn, SignIn
from contracts.access.users import IssuedPassword, NewPassword
from contracts.shared import Empty, Limit, check
from domain.access.roles import RoleType
from entrypoints.http.browser_cookie import browser_cookie, is_over_tls, sent_cookie
from entrypoints.http.caller import OPEN_BEFORE_PASSWORD, address, bearer, request_id, user_agent
from entrypoints.http.endpoint import endpoint
from entrypoints.http.responses import Answer

client_log = logging.getLogger("markaz.client")


# written by hand: sign-ins run a few at a time, the others wait (ASVS-20)
async def sign_in(
    form: SignIn,
    *,
    address: str,
    user_agent: str,
    request_id: str,
    sign_in_store: SignInStore,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    tokens: Tokens,
    clock: Clock,
    links: FileLinks,
    sign_in_semaphore: Semaphore,
    browser_cookies: BrowserCookies,
    sent_cookie: str,
    over_tls: bool,
) -> Response[Answer[SignedIn]]:
    """Opens a session.

    A successful response sets a cookie by which the browser is known again; it decides which count of wrong passwords
    applies, and grants nothing.
    """
    async with sign_in_semaphore:
        result = await sessions.sign_in(
            form,
            address=address,
            user_agent=user_agent,
            accounts=sign_in_store,
            uow=uow,
            passwords=passwords,
            tokens=tokens,
            clock=clock,
            links=links,
            request_id=request_id,
            browser=browser_cookies.read(sent_cookie),
        )
    cookie = browser_cookie(browser_cookies.write(result.browser), secure=over_tls)
    return Response(Answer(data=result.signed_in), cookies=[cookie])


# written by hand: it writes to the log of the entry point, without a use case
@permits(SIGNED_IN)
async def send_log(form: ClientLog, *, actor: Actor) -> Empty:
    """Writes the browser's error reports to the server's log."""
    check(form)
    client_log.info("%s", form.text, extra={"log_type": form.log_type, "user_id": actor.id})
    return Empty()


def issued(password: str) -> Answer[IssuedPassword]:
    """A new password, shown once."""
    return Answer(data=IssuedPassword(password=password))


def _new_password(password: str) -> Answer[NewPassword]:
    return Answer(data=NewPassword(new_password=password))


ROUTES = [
    endpoint(
        "POST",
        "/auth/sign-in",
        sign_in,
        operation_id="signIn",
        status=200,
        reads={
            "address": address,
            "user_agent": user_agent,
            "request_id": request_id,
            "sent_cookie": sent_cookie,
            "over_tls": is_over_tls,
        },
    ),
    endpoint(
        "GET",
        "/auth/refresh-token",
        sessions.refresh,
        operation_id="refreshToken",
        reads={"refresh_token": bearer, "address": address, "request_id": request_id},
    ),
    endpoint(
        "POST", "/auth/logout", sessions.sign_out, operation_id="signOut", status=200, marks=[OPEN_BEFORE_PASSWORD]
    ),
    endpoint("GET", "/auth/sessions", sessions.list_own_sessions, operation_id="ownSessions"),
    endpoint("DELETE", "/auth/sessions/{session_id:int}", sessions.end_own_session, operation_id="endOwnSession"),
    endpoint("GET", "/profile", profile.own_profile, operation_id="ownProfile", marks=[OPEN_BEFORE_PASSWORD]),
    endpoint(
        "PUT",
        "/profile/password",
        profile.change_own_password,
        operation_id="changeOwnPassword",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint(
        "GET",
        "/roles/permission-objects/mine",
        profile.own_rights,
        operation_id="ownRights",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint("GET", "/roles/permission-objects/all", profile.all_rights, operation_id="allRights"),
    endpoint(
        "GET", "/preferences", profile.own_preferences, operation_id="ownPreferences", marks=[OPEN_BEFORE_PASSWORD]
    ),
    endpoint(
        "PUT",
        "/preferences",
        profile.change_preferences,
        operation_id="changePreferences",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint("POST", "/sender/log", send_log, operation_id="sendLog", status=200, marks=[OPEN_BEFORE_PASSWORD]),
    endpoint("GET", "/roles/all", roles.list_roles, operation_id="listRoles"),
    endpoint("POST", "/roles", roles.create_role, operation_id="createRole"),
    endpoint("GET", "/roles/{role_id:int}", roles.show_role, operation_id="showRole"),
    endpoint("GET", "/roles/{role_id:int}/detail", roles.role_detail, operation_id="roleDetail"),
    endpoint("PUT", "/roles/{role_id:int}", roles.change_role, operation_id="changeRole"),
    endpoint("DELETE", "/roles/{role_id:int}", roles.delete_role, operation_id="deleteRole"),
    endpoint("POST", "/roles/initial", roles.create_default_roles, operation_id="makeDefaultRoles"),
    endpoint("GET", "/users/by-role/{role_id:int}", roles.users_of_role, operation_id="usersOfRole"),
    endpoint("GET", "/users/explain", access_explanation.list_access, operation_id="whoMay"),
    endpoint("GET", "/users/{user_id:int}/explain", access_explanation.explain_access, operation_id="whyMay"),
    endpoint("GET", "/users/staff", accounts.list_staff, operation_id="listStaff"),
    endpoint("GET", "/users/staff/{user_id:int}", accounts.show_staff, operation_id="showStaff"),
    endpoint("PUT", "/users/staff/{user_id:int}", accounts.change_account, operation_id="changeStaff"),
    endpoint(
        "PUT",
        "/users/staff/{user_id:int}/reset-password",
        accounts.reset_user_password,
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
        accounts.reset_user_password,
        operation_id="resetUserPassword",
        answer=_new_password,
    ),
    endpoint("GET", "/users/{user_id:int}/sessions", sessions.list_sessions, operation_id="userSessions"),
    endpoint(
        "DELETE",
        "/users/{user_id:int}/sessions/{session_id:int}",
        sessions.end_session,
        operation_id="endUserSession",
    ),
    endpoint("DELETE", "/users/{user_id:int}/sessions", sessions.end_all_sessions, operation_id="endUserSessions"),
    endpoint(
        "GET",
        "/views",
        saved_views.list_views,
        operation_id="listViews",
        parameters={"of_list": Annotated[str | None, QueryParameter(name="list"), Limit(max_length=100)]},
    ),
    endpoint("POST", "/views", saved_views.save_view, operation_id="saveView"),
    endpoint("PUT", "/views/{view_id:int}", saved_views.change_view, operation_id="changeView"),
    endpoint("DELETE", "/views/{view_id:int}", saved_views.delete_view, operation_id="deleteView"),
]
STUDENT_ROUTES = [
    endpoint(
        "POST",
        "/auth/sign-in",
        student_sessions.sign_in_student,
        operation_id="signInStudent",
        status=200,
        reads={"address": address, "user_agent": user_agent, "request_id": request_id},
    ),
    endpoint(
        "GET",
        "/auth/refresh-token",
        student_sessions.refresh_student_tokens,
        operation_id="refreshStudentTokens",
        reads={"refresh_token": bearer, "address": address, "request_id": request_id},
    ),
    endpoint(
        "POST",
        "/auth/logout",
        student_sessions.sign_out_student,
        operation_id="signOutStudent",
        status=200,
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint(
        "GET",
        "/profile",
        student_profile.own_student_profile,
        operation_id="ownStudentProfile",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint(
        "PUT",
        "/profile/password",
        student_profile.change_student_password,
        operation_id="changeStudentPassword",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
]
