"""Signing in, sessions, the own profile, rights and preferences."""

import logging
from asyncio import Semaphore
from typing import Any

from litestar import Request, delete, get, post, put
from litestar.params import FromPath, JSONBody

from application.access import profile as own
from application.access import sessions
from application.access.ports import AccessViews, PreferenceStore, SignInStore
from application.actor import Actor
from application.files.ports import FileLinks
from application.ports import Clock, PasswordHasher, Tokens, UnitOfWork
from contracts.access.sign_in import (
    ChangePassword,
    ChangePreferences,
    ClientLog,
    PermissionObjects,
    Preferences,
    Profile,
    SessionPage,
    SignedIn,
    SignIn,
    TokenPair,
)
from contracts.shared import Empty, check
from entrypoints.http.caller import OPEN_BEFORE_PASSWORD, Given, address, bearer
from entrypoints.http.responses import Answer
from entrypoints.request_id import current_request_id

client_log = logging.getLogger("markaz.client")
OPEN = {OPEN_BEFORE_PASSWORD: True}


@post("/auth/sign-in", status_code=200, operation_id="signIn")
async def sign_in(
    request: Request[Any, Any, Any],
    data: JSONBody[SignIn],
    sign_in_store: Given[SignInStore],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    tokens: Given[Tokens],
    clock: Given[Clock],
    links: Given[FileLinks],
    sign_in_semaphore: Given[Semaphore],
) -> Answer[SignedIn]:
    """Opens a session."""
    async with sign_in_semaphore:
        signed_in = await sessions.sign_in(
            data,
            address=address(request),
            user_agent=request.headers.get("user-agent", ""),
            accounts=sign_in_store,
            uow=uow,
            passwords=passwords,
            tokens=tokens,
            clock=clock,
            links=links,
            request_id=current_request_id(),
        )
    return Answer(data=signed_in)


@get("/auth/refresh-token", operation_id="refreshToken")
async def refresh(
    request: Request[Any, Any, Any], uow: Given[UnitOfWork], tokens: Given[Tokens], clock: Given[Clock]
) -> Answer[TokenPair]:
    """A new pair of tokens for the refresh token in the Authorization header."""
    pair = await sessions.refresh(
        bearer(request),
        uow=uow,
        tokens=tokens,
        clock=clock,
        address=address(request),
        request_id=current_request_id(),
    )
    return Answer(data=pair)


@post("/auth/logout", status_code=200, opt=OPEN, operation_id="signOut")
async def sign_out(actor: Given[Actor], uow: Given[UnitOfWork], clock: Given[Clock]) -> Answer[Empty]:
    """Ends the session that asks."""
    return Answer(data=await sessions.sign_out(actor=actor, uow=uow, clock=clock))


@get("/auth/sessions", operation_id="ownSessions")
async def own_sessions(actor: Given[Actor], access: Given[AccessViews]) -> Answer[SessionPage]:
    """The caller's living sessions."""
    return Answer(data=await sessions.list_own_sessions(actor=actor, access=access))


@delete("/auth/sessions/{session_id:int}", status_code=200, operation_id="endOwnSession")
async def end_session(
    session_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], clock: Given[Clock]
) -> Answer[Empty]:
    """Ends one of the caller's own sessions."""
    return Answer(data=await sessions.end_own_session(session_id, actor=actor, uow=uow, clock=clock))


@get("/profile", opt=OPEN, operation_id="ownProfile")
async def profile(actor: Given[Actor], access: Given[AccessViews]) -> Answer[Profile]:
    """The caller's own account."""
    return Answer(data=await own.own_profile(actor=actor, access=access))


@put("/profile/password", opt=OPEN, operation_id="changeOwnPassword")
async def change_password(
    data: JSONBody[ChangePassword],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    clock: Given[Clock],
) -> Answer[Empty]:
    """Sets a new password after the present one was given."""
    return Answer(data=await own.change_own_password(data, actor=actor, uow=uow, passwords=passwords, clock=clock))


@get("/roles/permission-objects/mine", opt=OPEN, operation_id="ownRights")
async def own_rights(actor: Given[Actor]) -> Answer[PermissionObjects]:
    """The caller's rights."""
    return Answer(data=await own.own_rights(actor=actor))


@get("/roles/permission-objects/all", operation_id="allRights")
async def all_rights(actor: Given[Actor]) -> Answer[PermissionObjects]:
    """Every right that there is."""
    return Answer(data=await own.all_rights(actor=actor))


@get("/preferences", opt=OPEN, operation_id="ownPreferences")
async def preferences_of_own(actor: Given[Actor], access: Given[AccessViews]) -> Answer[Preferences]:
    """What the caller has chosen for himself."""
    return Answer(data=await own.own_preferences(actor=actor, access=access))


@put("/preferences", opt=OPEN, operation_id="changePreferences")
async def change_preferences(
    data: JSONBody[ChangePreferences],
    actor: Given[Actor],
    access: Given[AccessViews],
    preferences: Given[PreferenceStore],
) -> Answer[Preferences]:
    """Writes what is given over what was chosen."""
    return Answer(data=await own.change_preferences(data, actor=actor, access=access, store=preferences))


@post("/sender/log", status_code=200, opt=OPEN, operation_id="sendLog")
async def send_log(data: JSONBody[ClientLog], actor: Given[Actor]) -> Answer[Empty]:
    """Keeps what the browser reports of itself in the server's log."""
    check(data)
    client_log.info("%s", data.text, extra={"log_type": data.log_type, "user_id": actor.id})
    return Answer(data=Empty())


ROUTES = [
    sign_in,
    refresh,
    sign_out,
    own_sessions,
    end_session,
    profile,
    change_password,
    own_rights,
    all_rights,
    preferences_of_own,
    change_preferences,
    send_log,
]
